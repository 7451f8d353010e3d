import { createHmac, randomBytes } from 'node:crypto'
import { sameText, secretsOf } from './shared-secret.ts'

const LENGTH = 22 // of base64url: 132 bits

/**
 * Signs texts of this instance with an HMAC, for one purpose. Processes with the same secret accept
 * each other's signatures; without a secret, a process accepts only its own. The first of several
 * secrets signs.
 */
export function createSigner(sharedSecret: string, purpose: string) {
  const [key = randomBytes(32).toString('hex'), ...older] = secretsOf(sharedSecret)
  const signWith = (secret: string, text: string): string =>
    createHmac('sha256', secret).update(`${purpose}\0${text}`).digest('base64url').slice(0, LENGTH)
  return {
    sign: (text: string): string => signWith(key, text),
    /** Whether a signature is valid for this text; constant time. */
    check: (text: string, mark: string): boolean =>
      [key, ...older].some((secret) => sameText(signWith(secret, text), mark)),
  }
}

export type Signer = ReturnType<typeof createSigner>
