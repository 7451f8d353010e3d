import { setTimeout as sleep } from 'node:timers/promises'
import { type GuardedFetch, Refusal } from '@fingerpost/kit/net/guarded-fetch'
import { Webhook } from 'standardwebhooks'
import type { Outcome } from './delivery.repository.ts'
import { messageName } from './webhook.rules.ts'

const TIMEOUT_MS = 10_000
/** How much of a response is kept for the log, and how long its body is waited for. */
const STORED_BYTES = 2_048
const BODY_MS = 1_000

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
    const { payload } = message
    try {
      const answered = await fetch(
        message.url,
        {
          method: 'POST',
          headers: headersOf(message, new Date()),
          body: payload,
          maxBytes: STORED_BYTES,
          redirects: 0,
          timeoutMs: TIMEOUT_MS,
        },
        async ({ status, body }) => ({
          responseCode: status,
          durationMs: durationMs(),
          response: await startOf(body),
        }),
      )
      const { responseCode } = answered
      const ok = responseCode >= 200 && responseCode <= 299
      const error = ok ? undefined : `answered ${responseCode}`
      return { payload, ...answered, error }
    } catch (error) {
      const failed = { responseCode: undefined, response: undefined, durationMs: durationMs() }
      return { payload, ...failed, error: describeError(error) }
    }
  }

/**
 * What arrives of a body within `BODY_MS`, as text that Postgres can store. Never throws: the
 * status alone decides whether a message was accepted.
 */
async function startOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  const reading = (async () => {
    for await (const chunk of body) chunks.push(chunk)
  })().catch(() => {})
  await Promise.race([reading, sleep(BODY_MS, undefined, { ref: false })])
  return Buffer.concat(chunks).toString().replaceAll('\0', '\u{FFFD}')
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
