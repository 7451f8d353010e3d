const MOST = 32
const GAP_MS = 1_000

/**
 * The spans of time, ends included, that hold all of these instants (`YYYY-MM-DD hh:mm:ss.sss`, UTC), in
 * order: cut where a second or more lies between two, at the widest gaps where that were more than 32.
 */
export function spansOf(instants: readonly string[]): [from: string, to: string][] {
  const sorted = instants.toSorted()
  const times = sorted.map((instant) => Date.parse(`${instant}Z`))
  const gapBefore = (i: number) => (times[i] ?? 0) - (times[i - 1] ?? 0)
  const cuts = [...times.keys()]
    .filter((i) => i > 0 && gapBefore(i) >= GAP_MS)
    .sort((a, b) => gapBefore(b) - gapBefore(a))
    .slice(0, MOST - 1)
    .sort((a, b) => a - b)
  return [0, ...cuts].flatMap((start, nth) => {
    const [from, to] = [sorted[start], sorted[(cuts[nth] ?? sorted.length) - 1]]
    return from === undefined || to === undefined ? [] : [[from, to]]
  })
}
