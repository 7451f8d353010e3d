import { Temporal } from 'temporal-polyfill'

/** A calendar day, without a time zone. */
export interface Day {
  year: number
  month: number
  day: number
}

/** The UTC offset of a zone from a time on. */
export interface Offset {
  sinceMs: number
  aheadMs: number
}

/** The UTC offsets of a zone during a period, oldest first; `sinceMs` of the first is 0. */
export function offsetsIn(zone: string, fromMs: number, toMs: number): Offset[] {
  const offsets = [{ sinceMs: 0, aheadMs: offsetMs(fromMs, zone) }]
  let next = zonedAt(fromMs, zone).getTimeZoneTransition('next')
  while (next && next.epochMilliseconds < toMs) {
    offsets.push({ sinceMs: next.epochMilliseconds, aheadMs: aheadMs(next) })
    next = next.getTimeZoneTransition('next')
  }
  return offsets
}

/** The UTC offset of a zone at a time, in ms. */
export const offsetMs = (instantMs: number, zone: string): number =>
  aheadMs(zonedAt(instantMs, zone))

/** The calendar day of a time in a zone. */
export const dayOf = (instantMs: number, zone: string): Day =>
  fromPlain(zonedAt(instantMs, zone).toPlainDate())

/** That day in ISO 8601: `2026-11-20`. */
export const dayText = (instantMs: number, zone: string): string =>
  zonedAt(instantMs, zone).toPlainDate().toString()

/** The start of a day in a zone, even if a clock change skips or repeats midnight. */
export const startOfDay = (day: Day, zone: string): number =>
  toPlain(day).toZonedDateTime(zone).epochMilliseconds

/** A time of a day, such as `13:37:05`, in a zone; one that a clock change skips is an hour later. */
export const timeOnDay = (day: Day, time: string, zone: string): number =>
  toPlain(day).toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds

/** Adds days to a day; negative numbers subtract. */
export const addDays = (day: Day, days: number): Day => fromPlain(toPlain(day).add({ days }))

/** Whole days from one day to another. */
export const daysBetween = (from: Day, to: Day): number => toPlain(from).until(toPlain(to)).days

/** 1 = Monday … 7 = Sunday (ISO 8601). */
export const weekdayOf = (day: Day): number => toPlain(day).dayOfWeek

/** A time as ISO 8601 with the offset of the zone: `2026-11-20T00:00:00+00:00`. */
export const timeText = (instantMs: number, zone: string): string =>
  zonedAt(instantMs, zone).toString({ timeZoneName: 'never', smallestUnit: 'second' })

const zonedAt = (instantMs: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone)
const aheadMs = (at: Temporal.ZonedDateTime) => at.offsetNanoseconds / 1_000_000
const toPlain = (day: Day) => Temporal.PlainDate.from(day)
const fromPlain = ({ year, month, day }: Temporal.PlainDate): Day => ({ year, month, day })
