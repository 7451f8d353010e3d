const MOST = 32
const GAP_MS = 1_000

/**
 * Time ranges (inclusive, in order) that cover all instants, in ms: split at gaps of a second or
 * more, and only at the widest ones if there would be more than 32 ranges.
 */
export function spansOf(instants: readonly number[]): [from: number, to: number][] {
  const sorted = Float64Array.from(instants).sort()
  const gapBefore = (i: number) => (sorted[i] ?? 0) - (sorted[i - 1] ?? 0)
  const cuts = [...sorted.keys()]
    .filter((i) => i > 0 && gapBefore(i) >= GAP_MS)
    .sort((a, b) => gapBefore(b) - gapBefore(a))
    .slice(0, MOST - 1)
    .sort((a, b) => a - b)
  return [0, ...cuts].flatMap((start, nth) => {
    const [from, to] = [sorted[start], sorted[(cuts[nth] ?? sorted.length) - 1]]
    return from === undefined || to === undefined ? [] : [[from, to]]
  })
}
