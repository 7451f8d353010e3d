const FIRST_MS = 200
const LONGEST_MS = 10_000
const HEALTHY_MS = 30_000

/** How many times in a row a process has died young, given that count before and how long it lived. */
export const deathsInARow = (before: number, livedMs: number): number =>
  livedMs >= HEALTHY_MS ? 1 : before + 1

/** Milliseconds to wait before the next try: 200, doubled with every further death, at most 10 s. */
export const backoffMs = (deaths: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** (Math.max(1, deaths) - 1))
