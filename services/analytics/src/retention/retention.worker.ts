import { startLoop } from '@fingerpost/kit/async/loop'
import type { Client } from '@fingerpost/kit/grpc/client'
import type { Logger } from '@fingerpost/kit/process/log'
import type { Retention, RetentionsService } from '@fingerpost/protos/catalog/v1/retention'
import { cutoffOf } from '../cutoffs/cutoff.rules.ts'
import { type Cutoff, isOf, type RetentionRepository } from './retention.repository.ts'

const EVERY_MS = 60_000
/** How long clicks outlive their cutoff: longer than any process reads without it. */
const DELETED_AFTER_MS = 600_000
const TERMS_AT_ONCE = 1_000
/** Teams in one statement. */
const TEAMS_AT_ONCE = 500

interface RetentionParts {
  catalog: Client<RetentionsService>
  store: RetentionRepository
  now: () => number
  log: Logger
}

/** Enforces the terms of all teams, every minute; see `enforceRetention`. */
export const startRetention = (parts: RetentionParts) =>
  startLoop(
    { everyMs: EVERY_MS, failing: 'enforcing click retention failed, retrying', log: parts.log },
    (closing) => enforceRetention(parts, closing),
  )

/**
 * Ends the visibility of clicks past the term of their team, keeps their counts for the totals of
 * links, and deletes them ten minutes later. Each step can be repeated and run concurrently, so the
 * next run completes what a killed process has begun.
 */
export async function enforceRetention(
  { catalog, store, now, log }: RetentionParts,
  closing?: AbortSignal,
): Promise<void> {
  // A clock that is ahead would delete clicks too early.
  const nowMs = Math.min(now(), await store.clock())
  const { retentions, monthsMax } = await readTerms(catalog)
  const cutoffs = new Map((await store.cutoffs()).map((it) => [it.org_id, it]))
  for (const { org_id, months } of retentions) {
    if (closing?.aborted) return
    const fromMs = cutoffs.get(org_id)?.cutoff_ms ?? 0
    const cutoff_ms = cutoffOf(nowMs, months)
    if (cutoff_ms <= fromMs) continue
    const held = await store.countedMonths(org_id, fromMs, cutoff_ms)
    for (const month of held) await store.count(org_id, month)
    // From now on, the counts stand for the clicks.
    await store.setCutoff({ org_id, cutoff_ms, set_at_ms: nowMs })
    if (held.length > 0) log.info({ org_id, months: held.length }, 'clicks are past their term')
  }
  const due = [...cutoffs.values()].filter((it) => it.set_at_ms <= nowMs - DELETED_AFTER_MS)
  const everyoneMs = monthsMax ? cutoffOf(nowMs, monthsMax) : 0
  const running = await store.deletions()
  for (const { failure } of running) {
    if (failure) log.error({ reason: failure }, 'deleting clicks fails')
  }
  const deleted = new Map<string, Set<number>>()
  for (const [month, orgs] of await dueMonths(store, due)) {
    if (closing?.aborted) return
    if (running.some((it) => isOf(it, month))) continue
    // Without a term for all teams, another team's late click could arrive before the drop.
    const isOver = Date.parse(month) < everyoneMs
    if (isOver && (await store.teamsIn(month)).every((it) => orgs.has(it))) await store.drop(month)
    else deleted.set(month, orgs)
    log.info({ month, teams: orgs.size }, 'deleting clicks past their term')
  }
  if (deleted.size > 0) await store.delete(deleted)
}

async function readTerms(catalog: RetentionParts['catalog']) {
  const retentions: Retention[] = []
  for (;;) {
    const page = await catalog.listRetentions(
      { after_org_id: retentions.at(-1)?.org_id ?? 0, limit: TERMS_AT_ONCE },
      {},
    )
    retentions.push(...page.retentions)
    if (page.retentions.length < TERMS_AT_ONCE) return { retentions, monthsMax: page.months_max }
  }
}

/** Months with clicks of these teams that are before their cutoff, and the teams of each. */
async function dueMonths(store: RetentionRepository, due: readonly Cutoff[]) {
  const months = new Map<string, Set<number>>()
  for (const [cutoffMs, cutoffs] of Map.groupBy(due, (it) => it.cutoff_ms)) {
    for (let i = 0; i < cutoffs.length; i += TEAMS_AT_ONCE) {
      const orgs = cutoffs.slice(i, i + TEAMS_AT_ONCE).map((it) => it.org_id)
      for (const { month, org_id } of await store.months(orgs, 0, cutoffMs)) {
        months.set(month, (months.get(month) ?? new Set()).add(org_id))
      }
    }
  }
  return months
}
