const DAY_MS = 86_400_000
/** A Monday. */
const FIRST_WEEK_MS = 4 * DAY_MS

/** The name of a backup: its time in UTC, without colons, which some file systems do not allow. */
export const nameAt = (nowMs: number): string =>
  new Date(nowMs).toISOString().slice(0, -1).replace(/[:.]/g, '-')

/** The time in a name from `nameAt`; undefined for any other name. */
export function timeOf(name: string): number | undefined {
  const [, day, h, m, s, ms] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})$/.exec(name) ?? []
  const timeMs = day ? Date.parse(`${day}T${h}:${m}:${s}.${ms}Z`) : Number.NaN
  return Number.isNaN(timeMs) ? undefined : timeMs
}

/**
 * The names to delete: all but the newest backup of each of the last `days` days and `weeks` weeks
 * (UTC, from Monday) that have one. The newest backup and names that are not ours stay.
 */
export function expired(
  names: readonly string[],
  retention: { days: number; weeks: number },
): string[] {
  const ours = names
    .flatMap((name) => {
      const ms = timeOf(name)
      return ms === undefined ? [] : { name, ms }
    })
    .sort((a, b) => b.ms - a.ms)
  const newestOf = (lengthMs: number, offsetMs: number, count: number) => {
    const periods = Map.groupBy(ours, ({ ms }) => Math.floor((ms - offsetMs) / lengthMs))
    return [...periods.values()].slice(0, count).map(([newest]) => newest?.name)
  }
  const retained = new Set([
    ours[0]?.name,
    ...newestOf(DAY_MS, 0, retention.days),
    ...newestOf(7 * DAY_MS, FIRST_WEEK_MS, retention.weeks),
  ])
  return ours.map(({ name }) => name).filter((name) => !retained.has(name))
}

/** Milliseconds until the next time of day `at`, HH:MM in UTC. */
export function untilNext(at: string, nowMs: number): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS + (hours * 60 + minutes) * 60_000
  return todayMs > nowMs ? todayMs - nowMs : todayMs + DAY_MS - nowMs
}
