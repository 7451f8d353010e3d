import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** An answer in its stored form. */
export interface Answer {
  status: number
  headers: Record<string, string>
  /** Absent if it was too large to store. */
  body?: string
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** Derived from the API key and the idempotency key, neither of which is stored in plain text. */
const keyFrom = (secret: string) => createHash('sha256').update(`answer\0${secret}`).digest()

/** Encrypts a value for a store that must not read it (AES-256-GCM of its JSON, base64). */
export function seal(value: unknown, secret: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret), iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
}

/** Decrypts a value sealed with this secret. Throws for another secret and for damaged data. */
export function unseal<T = Answer>(sealed: string, secret: string): T {
  const bytes = Buffer.from(sealed, 'base64')
  const iv = bytes.subarray(0, IV_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret), iv)
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
  return JSON.parse(Buffer.concat([text, decipher.final()]).toString('utf8'))
}
