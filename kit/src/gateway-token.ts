import { createHmac } from 'node:crypto'
import { sameText, secretsOf } from './shared-secret.ts'

/**
 * The header by which the gateway shows the processes behind its proxy that a request came through
 * it, and so that `x-forwarded-for` (one address), `x-forwarded-host` and `x-forwarded-proto` hold.
 */
export const GATEWAY_HEADER = 'x-fingerpost-gateway'

/**
 * The header by which the gateway asks what would be answered at a time (ms), instead of the answer:
 * nothing is taken and nothing is counted. Believed only beside the token.
 */
export const DRY_RUN_HEADER = 'x-fingerpost-dry-run'

/** The value of that header: hex HMAC-SHA256. Empty without a secret, and then never accepted. */
export const gatewayToken = (sharedSecret: string): string => {
  const [secret] = secretsOf(sharedSecret)
  return secret ? tokenOf(secret) : ''
}

const tokenOf = (secret: string): string =>
  createHmac('sha256', secret).update('gateway-proxy').digest('hex')

/** Tells whether a header value is the gateway's, in constant time. Never true without a secret. */
export function createGatewayCheck(sharedSecret: string): (given: string | undefined) => boolean {
  const accepted = secretsOf(sharedSecret).map(tokenOf)
  return (given) => given !== undefined && accepted.some((token) => sameText(given, token))
}
