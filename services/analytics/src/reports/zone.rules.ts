import { Temporal } from 'temporal-polyfill'

/** A day of the calendar, in whatever time zone it is meant. */
export interface Day {
  year: number
  month: number
  day: number
}

/** How far a zone's clocks are ahead of UTC from an instant on. */
export interface Offset {
  sinceMs: number
  aheadMs: number
}

/** The IANA name in its own spelling; undefined when there is no such zone. Offsets are no zones. */
export function canonicalZone(name: string): string | undefined {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** The offsets of a zone that are in force in a period, oldest first; `sinceMs` of the first is 0. */
export function offsetsIn(zone: string, fromMs: number, toMs: number): Offset[] {
  const offsets = [{ sinceMs: 0, aheadMs: offsetMs(fromMs, zone) }]
  let next = zonedAt(fromMs, zone).getTimeZoneTransition('next')
  while (next && next.epochMilliseconds < toMs) {
    offsets.push({ sinceMs: next.epochMilliseconds, aheadMs: aheadMs(next) })
    next = next.getTimeZoneTransition('next')
  }
  return offsets
}

/** How far the zone's clocks are ahead of UTC at an instant, in ms. */
export const offsetMs = (instantMs: number, zone: string): number =>
  aheadMs(zonedAt(instantMs, zone))

/** The day that the zone's calendars show at an instant. */
export const dayOf = (instantMs: number, zone: string): Day =>
  fromPlain(zonedAt(instantMs, zone).toPlainDate())

/** That day as calendars write it: `2026-11-20`. */
export const dayText = (instantMs: number, zone: string): string =>
  zonedAt(instantMs, zone).toPlainDate().toString()

/** The first instant of a day in a zone, also where clocks skip midnight or strike it twice. */
export const startOfDay = (day: Day, zone: string): number =>
  toPlain(day).toZonedDateTime(zone).epochMilliseconds

/** A day so many days later; negative for earlier. */
export const addDays = (day: Day, days: number): Day => fromPlain(toPlain(day).add({ days }))

/** Whole days from one day to another. */
export const daysBetween = (from: Day, to: Day): number => toPlain(from).until(toPlain(to)).days

/** 1 = Monday … 7 = Sunday (ISO 8601). */
export const weekdayOf = (day: Day): number => toPlain(day).dayOfWeek

/** An instant as the zone's clocks show it: `2026-11-20T00:00:00+00:00`. */
export const timeText = (instantMs: number, zone: string): string =>
  zonedAt(instantMs, zone).toString({ timeZoneName: 'never', smallestUnit: 'second' })

const zonedAt = (instantMs: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone)
const aheadMs = (at: Temporal.ZonedDateTime) => at.offsetNanoseconds / 1_000_000
const toPlain = (day: Day) => Temporal.PlainDate.from(day)
const fromPlain = ({ year, month, day }: Temporal.PlainDate): Day => ({ year, month, day })
