import type { ClickCount } from '@fingerpost/protos/link/v1/click_audit'
import type { ClickTotal } from '@fingerpost/protos/link/v1/click_total'

/** What the counter of a limited link has given out, and what it knows others gave out. */
export interface Counter {
  used: number
  elsewhere: number
}

/** A link of which not everybody says the same. */
export interface Difference {
  link_id: string
  org_id: string
  /** Recorded, in ClickHouse: this is what is true. */
  recorded: number
  /** Shown by the link, in Postgres. */
  shown: number
  /** Of a limited link: given out as Postgres and as Redis' counter know it; null without a counter. */
  given?: { limit: number; postgres: number; redis: number | null }
  /** What is wrong: the total, or fewer clicks counted as given out than were recorded. */
  wrong: ('shown' | 'given_postgres' | 'given_redis')[]
}

/**
 * Undefined when all agree. More given out than recorded is no fault: a visit takes its click before it
 * is recorded, and whoever gives clicks out holds some in hand.
 */
export function differenceOf(
  { link_id: linkId, org_id: orgId, clicks, expires_after: expiresAfter, given }: ClickCount,
  total: ClickTotal | undefined,
  counter: Counter | undefined,
): Difference | undefined {
  const recorded = total?.clicks ?? 0
  const limited = expiresAfter > 0
  const due = Math.min(recorded, expiresAfter)
  const redis = counter ? counter.used + counter.elsewhere : null
  const wrong: Difference['wrong'] = []
  if (clicks !== recorded) wrong.push('shown')
  if (limited && given < due) wrong.push('given_postgres')
  if (limited && redis !== null && redis < due) wrong.push('given_redis')
  if (wrong.length === 0) return undefined
  return {
    link_id: String(linkId),
    org_id: String(orgId),
    recorded,
    shown: clicks,
    ...(limited && { given: { limit: expiresAfter, postgres: given, redis } }),
    wrong,
  }
}
