import { createBatcher, oneAtATime } from '@fingerpost/kit/async/batcher'
import type { ClickCounts } from './click.repository.ts'

/**
 * Group commit: clicks that arrive while `add` runs are added together by the next call, so each
 * process writes the row of a link once at a time. The returned function resolves when the click is
 * stored. A batch whose result is unknown is not repeated: it may be stored.
 */
export function openClickQueue(
  add: (counts: ClickCounts) => Promise<void>,
): (linkId: number) => Promise<void> {
  const addAll = (linkIds: number[]) => {
    const counts = new Map<number, number>()
    for (const id of linkIds) counts.set(id, (counts.get(id) ?? 0) + 1)
    return add(counts)
  }
  return createBatcher(addAll, oneAtATime, { maxItems: Number.POSITIVE_INFINITY }).add
}
