import { startLoop } from '@fingerpost/kit/async/loop'
import { type Erasure, fitting, phaseOf, TEAM_ERASURE } from '../erasures/erasure.rules.ts'
import type { VisitorDayRepository } from '../visitors/visitor-day.repository.ts'
import { findLeftovers, type LeftoverParts } from './leftover.worker.ts'
import { announce, type RequestParts, report, reportFailure, type Seen } from './request.worker.ts'

const EVERY_MS = 1_000
const CHECKED_EVERY_MS = 60_000
/** An insert of a worker that was killed may still be in flight when an erasure is done. */
const CHECKED_FOR_MS = 3_600_000
/** Longer than a statement takes that was written before late clicks stopped to count. */
const LATE_AFTER_MS = 60_000
const DELETED_AT_ONCE = 50
/** Erasures of a team whose clicks are counted in one run, so that those of others do not wait for all. */
const COUNTED_AT_ONCE = 5

export interface ErasingParts extends RequestParts, LeftoverParts {
  /** Has the visitors of a team counted again. */
  recount: VisitorDayRepository['recount']
  lateAfterMs?: number
}

/** Carries out the erasures of all teams; see `advance`. */
export function startErasing(parts: ErasingParts) {
  let checkedMs = Number.NEGATIVE_INFINITY
  return startLoop(
    { everyMs: EVERY_MS, failing: 'carrying out erasures failed, retrying', log: parts.log },
    async () => {
      const isCheck = parts.now() - checkedMs >= CHECKED_EVERY_MS
      await erase(parts, isCheck)
      if (isCheck) checkedMs = parts.now()
    },
  )
}

/** Advances all erasures that catalog knows, and reports how far they are. */
export async function erase(parts: ErasingParts, isCheck = true): Promise<void> {
  const asked = await announce(parts, isCheck)
  const seen = new Map<number, Seen>()
  const failures: unknown[] = []
  try {
    const { erasures, now } = parts
    const open = await erasures.open(isCheck ? now() - CHECKED_FOR_MS : now())
    const unfinished = open.filter((it) => phaseOf(it) !== 'done')
    const leftovers = await findLeftovers(parts, unfinished)
    const deletions = await parts.store.deletions(unfinished)
    for (const ofTeam of Map.groupBy(open, (it) => it.org_id).values()) {
      try {
        await advance(parts, ofTeam, { leftovers, deletions, seen })
      } catch (error) {
        // Those of other teams go on.
        failures.push(error)
        for (const it of ofTeam) seen.set(it.id, { left: it.found, failure: textOf(error) })
      }
    }
    await report(parts, asked, seen)
  } catch (error) {
    await reportFailure(parts, asked)
    throw error
  }
  if (failures.length > 0) throw failures[0]
}

interface Found {
  /** Erasures of which the queue or the rejected clicks had clicks. */
  leftovers: ReadonlySet<Erasure>
  deletions: ReadonlyMap<Erasure, string>
  seen: Map<number, Seen>
}

/**
 * Advances every erasure of a team by at most one step. Each step can be repeated and run
 * concurrently, so the next run completes what a killed process has begun. No click is counted
 * before inserts that may not know the erasure have ended: their jobs stay in the queue until then.
 */
async function advance(
  { store, log, now, recount, lateAfterMs = LATE_AFTER_MS }: ErasingParts,
  ofTeam: readonly Erasure[],
  { leftovers, deletions, seen }: Found,
): Promise<void> {
  const { waiting = [], erasing = [], done = [] } = Object.groupBy(ofTeam, phaseOf)
  const next = async (changed: readonly Erasure[]) => {
    const changed_at_ms = now()
    const after = changed.map((it) => ({ ...it, step: it.step + 1, changed_at_ms }))
    await store.put(after)
    for (const it of after) {
      seen.set(it.id, { left: it.found })
      const { id, org_id, found } = it
      log.info({ erasure: id, org_id, clicks: found }, `erasure of clicks: ${phaseOf(it)}`)
    }
  }

  // A click that several erasures include is counted by the first. They are counted in order, so
  // that concurrent workers agree on the first.
  const ordered = waiting.toSorted((a, b) => a.changed_at_ms - b.changed_at_ms || a.id - b.id)
  const blocked = ordered.findIndex((it) => leftovers.has(it))
  const counted: Erasure[] = []
  const turn = ordered.slice(0, blocked < 0 ? COUNTED_AT_ONCE : Math.min(blocked, COUNTED_AT_ONCE))
  for (const erasure of fitting(turn, erasing)) {
    if (erasure.id !== TEAM_ERASURE) await store.count(erasure, [...erasing, ...counted])
    counted.push({ ...erasure, found: await store.found(erasure) })
  }
  await next(counted)

  // Before late clicks are read: those that arrive in between are seen there.
  const lefts = await store.left([...erasing, ...done])
  const leftOf = new Map([...erasing, ...done].map((it, i) => [it, lefts[i] ?? 0]))
  const hasLate = leftOf.size > 0 && (await store.hasLate(ofTeam[0]?.org_id ?? 0))
  const lateOf = async (it: Erasure) => (hasLate ? store.late(it) : [])

  const due: Erasure[] = []
  for (const erasure of erasing) {
    const late = await lateOf(erasure)
    const left = leftOf.get(erasure) ?? 0
    const failure = deletions.get(erasure)
    seen.set(erasure.id, { left, failure: failure || undefined })
    if (late.length > 0) {
      const isDue = now() - erasure.changed_at_ms >= lateAfterMs
      if (isDue || erasure.id === TEAM_ERASURE) await store.forgetLate(erasure, late)
    } else if (failure === undefined && left > 0) due.push(erasure)
    else if (failure === undefined && !leftovers.has(erasure)) {
      if (erasure.id !== TEAM_ERASURE) await recount(erasure.org_id)
      await next([erasure])
    }
  }
  if (due[0] && due[0].id !== TEAM_ERASURE) await recount(due[0].org_id)
  for (let i = 0; i < due.length; i += DELETED_AT_ONCE) {
    await store.delete(due.slice(i, i + DELETED_AT_ONCE))
  }

  for (const erasure of done) {
    const isLeft = leftOf.get(erasure) !== 0 || (await lateOf(erasure)).length > 0
    if (isLeft) await next([erasure])
  }
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
