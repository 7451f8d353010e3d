import { timingSafeEqual } from 'node:crypto'

/**
 * The comma-separated secrets of `GRPC_SHARED_SECRET`: the first is sent and signs, all are
 * accepted. Empty without a secret.
 */
export const secretsOf = (setting: string): string[] =>
  setting.split(',').flatMap((part) => part.trim() || [])

/** Compares two secrets in constant time. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
