import { createHmac } from 'node:crypto'
import { createFairShare } from '@fingerpost/kit/async/fair-share'
import { sameText } from '@fingerpost/kit/secrets/shared-secret'
import type { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import type { verify } from '@node-rs/argon2'
import { UNLOCKED_SECONDS } from './password.rules.ts'

type Matches = typeof verify

/** Loaded with the first password: few links have one, and loading it slows down every start. */
const argon2: Matches = async (...given) => (await import('@node-rs/argon2')).verify(...given)

type Locked = Pick<SlugRecord, 'link_id' | 'password_hash'>
type Protected = Pick<SlugRecord, 'org_id' | 'password_hash'>

/** Parallel checks, which take 70 ms of CPU time each, and queued checks per team. */
const AT_ONCE = 2
const WAITING_PER_TEAM = 16

/**
 * Verifies a password against the hash that link stores (argon2id, PHC format); a damaged hash
 * matches no password. `matches` is a parameter so that a test can count its calls.
 */
export function passwordChecker(matches: Matches = argon2) {
  const checks = createFairShare(AT_ONCE, WAITING_PER_TEAM)
  return {
    /** Throws unavailable if too many checks of this team are queued. */
    isRight: ({ org_id, password_hash }: Protected, password: string): Promise<boolean> =>
      checks.run(org_id, () => matches(password_hash ?? '', password).catch(() => false)),
  }
}

/**
 * Signs a cookie value with an expiry time that proves knowledge of a link's password. The key is
 * the shared secret with the password hash, so changing the password invalidates it in every
 * process.
 */
export function createSeal(secret: string) {
  const sign = ({ link_id, password_hash }: Locked, untilMs: string) =>
    createHmac('sha256', `${secret}\n${password_hash}`)
      .update(`${link_id}.${untilMs}`)
      .digest('base64url')
  return {
    make(link: Locked, nowMs: number): string {
      const untilMs = (nowMs + UNLOCKED_SECONDS * 1_000).toString(36)
      return `${untilMs}.${sign(link, untilMs)}`
    },
    holds(link: Locked, value: string | undefined, nowMs: number): boolean {
      const [untilMs = '', signature = ''] = value?.split('.') ?? []
      return sameText(signature, sign(link, untilMs)) && Number.parseInt(untilMs, 36) > nowMs
    },
  }
}
