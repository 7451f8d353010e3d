const DAY_MS = 86_400_000

/** The date and time in a time zone: `2026-11-20T13:37:05`. */
export const localTime = (zone: string, time: Date): string =>
  new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    .format(time)
    .replace(' ', 'T')

/** An instant of the API as the value of a `datetime-local` field in a time zone: `2026-11-20T13:37`. */
export const fieldTime = (zone: string, instant: string): string =>
  localTime(zone, new Date(instant)).slice(0, 'YYYY-MM-DDTHH:MM'.length)

/**
 * The instant of a local time, for the API. A time that a clock change skips is moved ahead, as the
 * clock is; one that it repeats is the first one. What is no time is returned unchanged.
 */
export function instantOf(zone: string, local: string): string {
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return local
  const offsetAt = (ms: number) => Date.parse(`${localTime(zone, new Date(ms))}Z`) - ms
  // With the offsets of before and after a clock change near it.
  const both = [-DAY_MS, DAY_MS].map((near) => asUtc - offsetAt(asUtc + near))
  const exact = both.filter((ms) => ms + offsetAt(ms) === asUtc)
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...both)).toISOString()
}
