import { inTime } from '@fingerpost/kit/async/in-time'
import type { Logger } from '@fingerpost/kit/process/log'

/** The longest that a request waits for the mail server. */
export const SEND_MS = 5_000
/** The longest pause of a mail server that is scanning a mail or slows down senders. */
const PAUSE_MS = 60_000

export interface Mail {
  to: string
  subject: string
  text: string
}

export type MailSender = ReturnType<typeof mailSender>

/** Sends mails by SMTP; without `SMTP_URL`, sends none. */
export function mailSender({ SMTP_URL: url, MAIL_FROM: from }: MailSettings) {
  // Loaded with the first mail: most instances send none.
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    const timeouts = {
      connectionTimeout: SEND_MS,
      greetingTimeout: SEND_MS,
      socketTimeout: PAUSE_MS,
    }
    return createTransport({ url, pool: true, maxConnections: 2, ...timeouts }, { from })
  }
  let transport: ReturnType<typeof open> | undefined

  return {
    isOn: url !== '',

    /**
     * Whether the mail server has accepted the mail, by default however long that takes; after `waitMs`, it may
     * still accept it. If not, the reason is logged.
     */
    async send(mail: Mail, log: Logger, waitMs?: number): Promise<boolean> {
      try {
        transport ??= open()
        // As an object, the address is not parsed.
        const to = { name: '', address: mail.to }
        const sending = (await transport).sendMail({ ...mail, to })
        await (waitMs === undefined ? sending : inTime(sending, waitMs))
        return true
      } catch (error) {
        log.error({ reason: reasonOf(error) }, 'sending a mail failed')
        return false
      }
    },

    close: async (): Promise<void> => (await transport)?.close(),
  }
}

interface MailSettings {
  SMTP_URL: string
  MAIL_FROM: string
}

/** Without the error itself, which may hold the mail and thereby its token. */
function reasonOf(error: unknown): string {
  const { code, responseCode, message } = error as { [K in string]?: unknown }
  return [code, responseCode, message].filter((it) => it !== undefined).join(' ')
}
