import { createHmac } from 'node:crypto'
import { sameText, secretsOf } from '../secrets/shared-secret.ts'

/**
 * Header that authenticates the gateway to the processes behind it. With a valid token, they trust
 * `x-forwarded-for` (one address), `x-forwarded-host` and `x-forwarded-proto`.
 */
export const GATEWAY_HEADER = 'x-fingerpost-gateway'

/**
 * Dry-run header: the gateway asks which answer a visit would get at a time (ms). It consumes no
 * limit and is not counted. Ignored without a valid gateway token.
 */
export const DRY_RUN_HEADER = 'x-fingerpost-dry-run'

/** The value of `GATEWAY_HEADER`: hex HMAC-SHA256. Empty without a secret; never accepted then. */
export const gatewayToken = (sharedSecret: string): string => {
  const [secret] = secretsOf(sharedSecret)
  return secret ? tokenOf(secret) : ''
}

const tokenOf = (secret: string): string =>
  createHmac('sha256', secret).update('gateway-proxy').digest('hex')

/** Checks a gateway token in constant time. Always false without a secret. */
export function createGatewayCheck(sharedSecret: string): (given: string | undefined) => boolean {
  const accepted = secretsOf(sharedSecret).map(tokenOf)
  return (given) => given !== undefined && accepted.some((token) => sameText(given, token))
}
