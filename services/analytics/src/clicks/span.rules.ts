const MOST = 32
const GAP_MS = 1_000

/**
 * Time ranges (inclusive, in order) that cover all instants (`YYYY-MM-DD hh:mm:ss.sss`, UTC): split
 * at gaps of a second or more, and only at the widest ones if there would be more than 32 ranges.
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
