import { createHmac } from 'node:crypto'
import { createFairShare } from '@fingerpost/kit/fair-share'
import { sameText } from '@fingerpost/kit/shared-secret'
import type { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import type { verify } from '@node-rs/argon2'
import { UNLOCKED_SECONDS } from './password.rules.ts'

type Matches = typeof verify

/** Loaded with the first password: few links have one, and every start would pay for it. */
const argon2: Matches = async (...given) => (await import('@node-rs/argon2')).verify(...given)

type Locked = Pick<SlugRecord, 'link_id' | 'password_hash'>
type Kept = Pick<SlugRecord, 'org_id' | 'password_hash'>

/** Parallel checks, of 70 ms of processor time each, and waiting checks per team. */
const AT_ONCE = 2
const WAITING_PER_TEAM = 16

/**
 * Compares with the hash that link keeps (argon2id, PHC form); a damaged hash opens to nobody. `matches` is
 * argon2's own, so that a test can count how often it is asked.
 */
export function passwordClient(matches: Matches = argon2) {
  const checks = createFairShare(AT_ONCE, WAITING_PER_TEAM)
  return {
    /** Throws unavailable when too many passwords of this team wait. */
    isRight: (
      { org_id: orgId, password_hash: passwordHash }: Kept,
      password: string,
    ): Promise<boolean> =>
      checks.run(orgId, () => matches(passwordHash ?? '', password).catch(() => false)),
  }
}

/**
 * Signs that somebody knew the password of a link, until a time. The key is the password's hash, which
 * nobody outside knows, with what all processes share: another password makes it void everywhere.
 */
export function createSeal(secret: string) {
  const sign = ({ link_id: linkId, password_hash: passwordHash }: Locked, untilMs: string) =>
    createHmac('sha256', `${secret}\n${passwordHash}`)
      .update(`${linkId}.${untilMs}`)
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
