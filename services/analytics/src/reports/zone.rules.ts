/** A day of the calendar, in whatever time zone it is meant. */
export interface Day {
  year: number
  month: number
  day: number
}

const DAY_MS = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** The IANA name in its own spelling; undefined when there is no such zone. Offsets are no zones. */
export function canonicalZone(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined
  try {
    return formatOf(name).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** How far the zone's clocks are ahead of UTC at an instant, in ms. */
export function offsetMs(instantMs: number, zone: string): number {
  if (zone === 'UTC') return 0
  const part: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(instantMs)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return (
    Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instantMs / 1_000) * 1_000
  )
}

/** The day that the zone's calendars show at an instant. */
export function dayOf(instantMs: number, zone: string): Day {
  return fromUtc(instantMs + offsetMs(instantMs, zone))
}

/** That day as calendars write it: `2026-11-20`. */
export const dayText = (instantMs: number, zone: string): string =>
  timeText(instantMs, zone).slice(0, 10)

/** The first instant of a day in a zone, also where clocks skip midnight or strike it twice. */
export function startOfDay(day: Day, zone: string): number {
  const midnight = toUtc(day)
  const before = midnight - offsetMs(midnight - DAY_MS, zone)
  const after = midnight - offsetMs(midnight + DAY_MS, zone)
  const exact = [before, after].filter((it) => it + offsetMs(it, zone) === midnight)
  return exact.length > 0 ? Math.min(...exact) : before
}

/** A day so many days later; negative for earlier. */
export const addDays = (day: Day, days: number): Day => fromUtc(toUtc(day) + days * DAY_MS)

/** Whole days from one day to another. */
export const daysBetween = (from: Day, to: Day): number => (toUtc(to) - toUtc(from)) / DAY_MS

/** 1 = Monday … 7 = Sunday (ISO 8601). */
export const weekdayOf = (day: Day): number => new Date(toUtc(day)).getUTCDay() || 7

/** An instant as the zone's clocks show it: `2026-11-20T00:00:00+00:00`. */
export function timeText(instantMs: number, zone: string): string {
  const offset = offsetMs(instantMs, zone)
  const local = new Date(instantMs + offset).toISOString().slice(0, 19)
  const minutes = Math.round(Math.abs(offset) / 60_000)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${local}${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

const toUtc = ({ year, month, day }: Day) => Date.UTC(year, month - 1, day)

function fromUtc(ms: number): Day {
  const date = new Date(ms)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  return format
}
