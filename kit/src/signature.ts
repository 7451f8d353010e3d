import { createHmac, randomBytes } from 'node:crypto'
import { sameText } from './grpc-context.ts'

const LENGTH = 22 // of base64url: 132 bits

/**
 * Marks texts that this instance wrote itself, for one purpose. All processes that share the secret
 * know each other's marks; without a secret a process knows its own only.
 */
export function createSigner(secret: string, purpose: string) {
  const key = secret || randomBytes(32)
  const sign = (text: string): string =>
    createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url').slice(0, LENGTH)
  return {
    sign,
    /** Whether a mark is the one of this text, in constant time. */
    check: (text: string, mark: string): boolean => sameText(sign(text), mark),
  }
}

export type Signer = ReturnType<typeof createSigner>
