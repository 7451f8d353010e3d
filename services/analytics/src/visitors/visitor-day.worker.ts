import { startLoop } from '@fingerpost/kit/async/loop'
import type { Logger } from '@fingerpost/kit/process/log'
import { DAY_MS, dayOf, SETTLED_MS } from './day.rules.ts'
import { SUBJECTS } from './subject.rules.ts'
import type { VisitorDayRepository } from './visitor-day.repository.ts'

const EVERY_MS = 60_000
/** Subjects in one statement, which must not take longer than ten seconds. */
const SUBJECTS_AT_ONCE = 5
/** Longer than a count takes, so that an invalid generation stays invalid. */
const ABANDONED_MS = 3_600_000
/** Generations are times in ms, with a random part that differs between processes. */
const PER_MS = 1_000

interface VisitorDayParts {
  store: VisitorDayRepository
  log: Logger
}

/** Counts the visitors of days that are over, every minute; see `countVisitors`. */
export const startVisitorCounts = (parts: VisitorDayParts) =>
  startLoop(
    { everyMs: EVERY_MS, failing: 'counting visitors failed, retrying', log: parts.log },
    (closing) => countVisitors(parts, closing),
  )

/**
 * Counts the visitors of days that are over, newest first. A day whose clicks have changed is
 * counted when no insert can be in flight any more. Each step can be repeated and run concurrently:
 * a count is only valid once it is complete, and only one of several is.
 */
export async function countVisitors(
  { store, log }: VisitorDayParts,
  closing?: AbortSignal,
): Promise<void> {
  const settledMs = (await store.clock()) - SETTLED_MS
  const last = dayOf(settledMs - DAY_MS)
  const known = await store.known()
  // The first run; it counts nothing until inserts that are in flight have ended.
  if (!known) return store.begin()
  if (known.day < last && known.atMs <= settledMs) {
    await store.note(known.day, last, settledMs)
    for (const it of await store.invalid((settledMs - ABANDONED_MS) * PER_MS)) await store.drop(it)
  }
  let days = 0
  while (!closing?.aborted) {
    const nowMs = await store.clock()
    const sinceMs = nowMs - SETTLED_MS
    const pending = await store.pending(sinceMs)
    if (!pending) break
    const generation = nowMs * PER_MS + Math.floor(Math.random() * PER_MS)
    for (let i = 0; i < SUBJECTS.length; i += SUBJECTS_AT_ONCE) {
      if (closing?.aborted) return
      await store.count(SUBJECTS.slice(i, i + SUBJECTS_AT_ONCE), pending, generation)
    }
    // Older than any change that was in flight when the pending days were read.
    await store.complete(pending, generation, sinceMs + 1)
    days += 1
  }
  if (days > 0) log.info({ days }, 'visitors are counted')
}
