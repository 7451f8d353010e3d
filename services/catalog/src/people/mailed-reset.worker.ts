import type { CallContext } from '@fingerpost/kit/grpc/context'
import { conflict } from '@fingerpost/kit/http/problem'
import { createToken, hashToken } from '@fingerpost/kit/secrets/token'
import { RESET_PREFIX } from '@fingerpost/protos/people'
import type { Kysely } from 'kysely'
import pLimit from 'p-limit'
import type { CatalogSchema } from '../catalog.schema.ts'
import type { MailSender } from '../mail/mail.adapter.ts'
import { resetMail } from '../mail/mail.rules.ts'
import { personRepository } from './person.repository.ts'

const AT_ONCE = 4
const WAITING_MAX = 1_000

/**
 * Sends the tokens of password resets, in the background: the response takes as long for an unknown
 * email address, and does not depend on the mail server.
 */
export function mailedResets(db: Kysely<CatalogSchema>, mail: MailSender, address: string) {
  const people = personRepository(db)
  const limit = pLimit(AT_ONCE)

  async function send(email: string, { log }: CallContext): Promise<void> {
    const person = await people.byEmail(email)
    if (!person?.email || person.disabled_at) return log.info('no account to reset by mail')
    const token = createToken(RESET_PREFIX)
    if (!(await people.insertMailedReset(person.id, hashToken(token)))) {
      return log.info({ user_id: person.id }, 'a reset was mailed minutes ago')
    }
    const sent = await mail.send(
      resetMail(person.email, address, token, person.email_verified_at !== null),
      log,
    )
    // The next request need not wait.
    if (!sent) await people.withdrawReset(hashToken(token))
  }

  /** Throws conflict mail_not_configured without a mail server. */
  return (email: string, context: CallContext): void => {
    if (!mail.isOn) {
      const detail = 'This instance sends no email. Ask its operator to reset your password.'
      throw conflict('mail_not_configured', detail)
    }
    if (limit.pendingCount >= WAITING_MAX) {
      context.log.warn('too many resets at once')
      return
    }
    limit(() => send(email, context)).catch((err: unknown) =>
      context.log.error({ err }, 'mailing a reset failed'),
    )
  }
}
