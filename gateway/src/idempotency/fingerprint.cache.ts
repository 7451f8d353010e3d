import { createHash } from 'node:crypto'

/** Distinguishes requests with the same `Idempotency-Key` by URL and body. */
export const fingerprintOf = (url: string, body: unknown): string =>
  hash(url, content(body)).toString('base64')

/** The parsed body, so that whitespace makes no difference. */
const content = (body: unknown): string | Buffer =>
  Buffer.isBuffer(body) ? body : typeof body === 'string' ? body : JSON.stringify(body ?? null)

/** Length-prefixed parts, so that different lists never hash alike. */
export function hash(...parts: (string | Buffer)[]): Buffer {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(`${Buffer.byteLength(part)}:`).update(part)
  return sum.digest()
}
