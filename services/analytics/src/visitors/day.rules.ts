export const DAY_MS = 86_400_000

/** Longer than an insert of clicks can be in flight. */
export const SETTLED_MS = 600_000

/** Tolerated difference of clocks. */
const SKEW_MS = 300_000

/** The UTC day of a time, as ISO 8601. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The days, as ISO 8601, before this one may be counted, so arriving clicks of them are marked. */
export const firstOpenDay = (nowMs: number): string => dayOf(nowMs + SKEW_MS)

/** Start of the UTC day, or of the one after it if the time is within a day. */
export const nextDay = (ms: number): number => Math.ceil(ms / DAY_MS) * DAY_MS
