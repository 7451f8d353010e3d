import { timingSafeEqual } from 'node:crypto'

/**
 * The secrets of a `GRPC_SHARED_SECRET`, which are separated by commas: the first is sent and signs, each is
 * accepted. Empty without a secret.
 */
export const secretsOf = (setting: string): string[] =>
  setting.split(',').flatMap((part) => part.trim() || [])

/** Compares two secrets in constant time. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
