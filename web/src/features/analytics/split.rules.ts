import { text } from '#messages/analytics-split.ts'
import type { Count } from './measure.rules.ts'

/** The clicks and visitors of one destination of an A/B link. */
export interface Share extends Count {
  url: string
  /** Its configured share in percent. */
  percent: number
}

export interface Split {
  shares: Share[]
  /**
   * A sentence on whether the difference from the configured split is statistically significant.
   */
  verdict: string
}

const SHOWN_FROM = 30
/** Critical values of the chi-squared distribution at 95 %, by degrees of freedom. */
const CHANCE_95 = [3.84, 5.99, 7.81, 9.49, 11.07, 12.59, 14.07, 15.51, 16.92]

/**
 * The destinations of an A/B link compared. The remaining share goes to the link's own URL.
 * Undefined for a link without variants.
 */
export function splitOf(
  url: string,
  parts: readonly { url: string; percent: number }[],
  countOf: (url: string) => Count,
): Split | undefined {
  if (parts.length === 0) return undefined
  const rest = 100 - parts.reduce((total, { percent }) => total + percent, 0)
  const set = rest > 1e-6 ? [...parts, { url, percent: rest }] : parts
  const percents = new Map<string, number>()
  for (const { url, percent } of set) percents.set(url, (percents.get(url) ?? 0) + percent)
  const shares = [...percents].map(([url, percent]) => ({ url, percent, ...countOf(url) }))
  return { shares, verdict: verdictOf(shares) }
}

/** Pearson's chi-squared test at 95 %. */
function verdictOf(shares: readonly Share[]): string {
  const total = shares.reduce((sum, { clicks }) => sum + clicks, 0)
  const critical = CHANCE_95[shares.length - 2]
  if (critical === undefined) return text.oneDestination
  if (total < SHOWN_FROM) return text.tooFew({ clicks: total, atLeast: SHOWN_FROM })
  const distance = shares.reduce((sum, { clicks, percent }) => {
    const expected = (total * percent) / 100
    return sum + (clicks - expected) ** 2 / expected
  }, 0)
  return distance <= critical ? text.asSet : text.notAsSet
}
