import { createHash } from 'node:crypto'

/** Tells requests apart that carry the same `Idempotency-Key`: by address and body. */
export const fingerprintOf = (url: string, body: unknown): string =>
  hash(url, content(body)).toString('base64')

/** The body as it was understood, so that blanks between its parts make no difference. */
const content = (body: unknown): string | Buffer =>
  Buffer.isBuffer(body) ? body : typeof body === 'string' ? body : JSON.stringify(body ?? null)

/** Each part with its length in front, so that no two lists of parts look the same. */
export function hash(...parts: (string | Buffer)[]): Buffer {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(`${Buffer.byteLength(part)}:`).update(part)
  return sum.digest()
}
