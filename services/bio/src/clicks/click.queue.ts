import type { ClickCounts } from './click.repository.ts'

interface Batch {
  counts: Map<number, number>
  stored: Promise<void>
}

/**
 * Group commit: clicks that arrive while `add` runs are added together by the next call, so each
 * process writes the row of a link once at a time. The returned function resolves when the click is
 * stored. A batch whose result is unknown is not repeated: it may be stored.
 */
export function openClickQueue(add: (counts: ClickCounts) => Promise<void>) {
  let storing = Promise.resolve()
  let next: Batch | undefined

  function openBatch(): Batch {
    const counts = new Map<number, number>()
    const stored = storing.then(() => {
      next = undefined
      return add(counts)
    })
    storing = stored.catch(() => {})
    return { counts, stored }
  }

  return (linkId: number): Promise<void> => {
    next ??= openBatch()
    next.counts.set(linkId, (next.counts.get(linkId) ?? 0) + 1)
    return next.stored
  }
}
