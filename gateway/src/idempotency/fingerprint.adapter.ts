import { createHash } from 'node:crypto'

/** Distinguishes requests with the same `Idempotency-Key` by URL and body. */
export const fingerprintOf = (url: string, body: unknown): string =>
  hash(url, content(body)).toString('base64')

/** The parsed body, so that whitespace does not matter. */
const content = (body: unknown): string | Buffer =>
  Buffer.isBuffer(body) ? body : typeof body === 'string' ? body : JSON.stringify(body ?? null)

/** Hashes length-prefixed parts, so that different lists never produce the same input. */
export function hash(...parts: (string | Buffer)[]): Buffer {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(`${Buffer.byteLength(part)}:`).update(part)
  return sum.digest()
}
