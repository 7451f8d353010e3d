import type { ClickCount } from '@fingerpost/protos/link/v1/click_audit'
import type { ClickTotal } from '@fingerpost/protos/link/v1/click_total'

/**
 * Clicks that the counter of a limited link has granted, and those that it knows from elsewhere.
 */
export interface Counter {
  used: number
  elsewhere: number
}

/** A link whose stores disagree. */
export interface Difference {
  link_id: string
  org_id: string
  /** Recorded in ClickHouse, the source of truth. */
  recorded: number
  /** Shown by the link, in Postgres. */
  shown: number
  /** For a limited link: consumed clicks in Postgres and in Redis; null without a counter. */
  given?: { limit: number; postgres: number; redis: number | null }
  /** Errors: a wrong total, or fewer consumed than recorded clicks. */
  wrong: ('shown' | 'given_postgres' | 'given_redis')[]
}

/**
 * Compares the stores; undefined if they agree. More consumed than recorded clicks are no error: a
 * visit consumes its click before it is recorded, and grants are handed out in advance.
 */
export function differenceOf(
  { link_id, org_id, clicks, expires_after, given }: ClickCount,
  total: ClickTotal | undefined,
  counter: Counter | undefined,
): Difference | undefined {
  const recorded = total?.clicks ?? 0
  const limited = expires_after > 0
  const due = Math.min(recorded, expires_after)
  const redis = counter ? counter.used + counter.elsewhere : null
  const wrong: Difference['wrong'] = []
  if (clicks !== recorded) wrong.push('shown')
  if (limited && given < due) wrong.push('given_postgres')
  if (limited && redis !== null && redis < due) wrong.push('given_redis')
  if (wrong.length === 0) return undefined
  return {
    link_id: String(link_id),
    org_id: String(org_id),
    recorded,
    shown: clicks,
    ...(limited && { given: { limit: expires_after, postgres: given, redis } }),
    wrong,
  }
}
