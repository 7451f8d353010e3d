import { type GuardedFetch, Refusal } from '@fingerpost/kit/net/guarded-fetch'
import { Webhook } from 'standardwebhooks'
import type { Outcome } from './delivery.repository.ts'
import { messageName } from './webhook.rules.ts'

const TIMEOUT_MS = 10_000

export interface Message {
  url: string
  /** The message is signed with each of these. */
  secrets: readonly string[]
  /** The same for every try. */
  messageId: string
  payload: string
}

/**
 * Sends a message once, signed according to Standard Webhooks. Does not follow redirects: a signed
 * message is meant only for the configured URL. Never throws.
 */
export const webhookSender =
  ({ fetch }: GuardedFetch) =>
  async (message: Message): Promise<Outcome> => {
    const started = performance.now()
    const durationMs = () => Math.round(performance.now() - started)
    try {
      const responseCode = await fetch(
        message.url,
        {
          method: 'POST',
          headers: headersOf(message, new Date()),
          body: message.payload,
          redirects: 0,
          timeoutMs: TIMEOUT_MS,
        },
        async ({ status }) => status,
      )
      const ok = responseCode >= 200 && responseCode <= 299
      const error = ok ? undefined : `answered ${responseCode}`
      return { responseCode, durationMs: durationMs(), error }
    } catch (error) {
      return { responseCode: undefined, durationMs: durationMs(), error: describeError(error) }
    }
  }

export type Send = ReturnType<typeof webhookSender>

function headersOf({ secrets, messageId, payload }: Message, at: Date): Record<string, string> {
  const id = messageName(messageId)
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets
      .map((secret) => new Webhook(secret).sign(id, at, payload))
      .join(' '),
  }
}

/** The error as shown to the team; other network details of an error are not revealed. */
function describeError(error: unknown): string {
  if (error instanceof Refusal) return error.message
  const { name, code = '' } = error as { name?: string; code?: string }
  if (name === 'TimeoutError' || /TIMEDOUT|TIMEOUT/.test(code)) return 'no answer in time'
  if (/ENOTFOUND|EAI_AGAIN|ENODATA|ESERVFAIL/.test(code)) return 'host not found'
  if (code === 'ECONNREFUSED') return 'connection refused'
  if (/CERT|SSL|TLS|SELF_SIGNED|ALTNAME|ISSUER/.test(code)) return 'certificate not valid'
  return 'connection failed'
}
