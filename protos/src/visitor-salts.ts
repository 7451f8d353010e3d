const HOUR_MS = 3_600_000

/** A UTC day, as YYYY-MM-DD. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/**
 * The UTC days whose salts are in use: today, from noon on also tomorrow, so that midnight depends on
 * no process, and in the first hour also yesterday, for clocks that are behind.
 */
export const saltDays = (nowMs: number): string[] => [
  ...new Set([-HOUR_MS, 0, 12 * HOUR_MS].map((ms) => dayOf(nowMs + ms))),
]

/** Time at which the salt of a day is destroyed. */
export const saltEndMs = (day: string): number => Date.parse(day) + 25 * HOUR_MS

/** The key of the salt of a day in Redis, which link writes and redirect reads, as 32 hex digits. */
export const saltKey = (day: string): string => `visitor-salt:${day}`
