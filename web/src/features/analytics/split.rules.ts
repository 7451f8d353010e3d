/** What went to one of the destinations of a link that shares its visitors out. */
export interface Share {
  url: string
  clicks: number
  /** What it was set to get, of 100. */
  percent: number
}

export interface Split {
  shares: Share[]
  /** In a sentence: whether the shares differ from what was set by more than chance does. */
  verdict: string
}

const FEW = 30
/** How far chance alone takes the sum of squares in 19 of 20 cases, by number of shares less one. */
const CHANCE_95 = [3.84, 5.99, 7.81, 9.49, 11.07, 12.59, 14.07, 15.51, 16.92]

/**
 * The destinations of an A/B link beside each other. What its parts leave of 100 goes to the link's own
 * url. Undefined for a link that has no parts.
 */
export function splitOf(
  url: string,
  parts: readonly { url: string; percent: number }[],
  clicksOf: (url: string) => number,
): Split | undefined {
  if (parts.length === 0) return undefined
  const rest = 100 - parts.reduce((total, { percent }) => total + percent, 0)
  const set = rest > 1e-6 ? [...parts, { url, percent: rest }] : parts
  const percents = new Map<string, number>()
  for (const { url, percent } of set) percents.set(url, (percents.get(url) ?? 0) + percent)
  const shares = [...percents].map(([url, percent]) => ({ url, percent, clicks: clicksOf(url) }))
  return { shares, verdict: verdictOf(shares) }
}

/** Pearson's test of fit at 95 %. */
function verdictOf(shares: readonly Share[]): string {
  const total = shares.reduce((sum, { clicks }) => sum + clicks, 0)
  const critical = CHANCE_95[shares.length - 2]
  if (critical === undefined) return 'All visitors go to one destination.'
  if (total < FEW) return `Too few clicks to tell: ${total} of at least ${FEW}.`
  const distance = shares.reduce((sum, { clicks, percent }) => {
    const expected = (total * percent) / 100
    return sum + (clicks - expected) ** 2 / expected
  }, 0)
  return distance <= critical
    ? 'As it was set: the difference is no more than chance.'
    : 'More than chance: the shares were changed on the way, or some visitors come again and again.'
}
