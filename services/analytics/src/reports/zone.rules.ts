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

const DAY_MS = 86_400_000
/** Earlier than the first click of any installation. */
const FIRST_MS = Date.UTC(2020, 0, 1)
const LAST_MS = Date.UTC(2100, 0, 1)
/** Since 2020 every zone has kept each offset for longer than this. */
const STEP_MS = 14 * DAY_MS

// Both caches are bounded by the time zone database: keys are lower-case names of existing zones.
const names = new Map<string, string>()
const formats = new Map<string, Intl.DateTimeFormat>()
const changes = new Map<string, Offset[]>()

/** The IANA name in its own spelling; undefined when there is no such zone. Offsets are no zones. */
export function canonicalZone(name: string): string | undefined {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return undefined
  const key = name.toLowerCase()
  let known = names.get(key)
  if (known) return known
  try {
    known = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
  names.set(key, known)
  return known
}

/**
 * The offsets of a zone that are in force in a period, oldest first; `sinceMs` of the first is 0. Before
 * 2020 and from 2100 on the nearest known offset stands.
 */
export function offsetsIn(zone: string, fromMs: number, toMs: number): Offset[] {
  const all = changesOf(zone)
  const first = all.findLastIndex(({ sinceMs }) => sinceMs <= fromMs)
  const [at, ...later] = all.slice(Math.max(first, 0)).filter(({ sinceMs }) => sinceMs < toMs)
  return [{ sinceMs: 0, aheadMs: at?.aheadMs ?? 0 }, ...later]
}

/** Every change of a zone's clocks, to the second, with the offset that follows. */
function changesOf(zone: string): Offset[] {
  const known = changes.get(zone)
  if (known) return known
  const found = [{ sinceMs: 0, aheadMs: offsetMs(FIRST_MS, zone) }]
  for (let fromMs = FIRST_MS; zone !== 'UTC' && fromMs < LAST_MS; fromMs += STEP_MS) {
    const [before, after] = [offsetMs(fromMs, zone), offsetMs(fromMs + STEP_MS, zone)]
    if (before === after) continue
    let [low, high] = [fromMs / 1_000, (fromMs + STEP_MS) / 1_000]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (offsetMs(middle * 1_000, zone) === before) low = middle
      else high = middle
    }
    found.push({ sinceMs: high * 1_000, aheadMs: after })
  }
  changes.set(zone, found)
  return found
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
