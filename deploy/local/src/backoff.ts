const FIRST_MS = 200
const LONGEST_MS = 10_000
const HEALTHY_MS = 30_000

/** The number of consecutive early exits, from the previous number and the last lifetime. */
export const deathsInARow = (before: number, livedMs: number): number =>
  livedMs >= HEALTHY_MS ? 1 : before + 1

/** Backoff in milliseconds before the next start: 200, doubled with every exit, at most 10 s. */
export const backoffMs = (deaths: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** (Math.max(1, deaths) - 1))
