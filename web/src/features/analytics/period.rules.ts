/** A calendar day as `2026-11-20`, independent of a time zone. */
export type Day = string

/** Both days are included, the first since and the last until a time of day if there is one. */
export interface Range {
  from: Day
  to: Day
  since?: string
  until?: string
}

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

/** The selectable periods, by their value in the URL. */
export const PERIODS = [
  '24h',
  'today',
  'yesterday',
  '7d',
  '30d',
  '90d',
  'month',
  'lastmonth',
  'quarter',
  'year',
  '12m',
  'all',
] as const

const DAY_MS = 86_400_000
const DAY = /^\d{4}-\d\d-\d\d$/
/** Earlier and later days have no clicks; a few thousand years would take seconds to list. */
const FIRST: Day = '2000-01-01'
const LAST: Day = '2099-12-31'

const at = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10)
const isDay = (text: string): boolean =>
  DAY.test(text) && !Number.isNaN(at(text)) && dayOf(at(text)) === text

/** The current day in a time zone. */
export const today = (zone: string, now: Date): Day =>
  new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' }).format(now)

export const plusDays = (day: Day, days: number): Day => dayOf(at(day) + days * DAY_MS)

export const daysOf = ({ from, to }: Range): number => Math.round((at(to) - at(from)) / DAY_MS) + 1

/** The first day of the calendar quarter of a day. */
function quarterStart(day: Day): Day {
  const month = Number(day.slice(5, 7))
  const first = month - ((month - 1) % 3)
  return `${day.slice(0, 4)}-${`${first}`.padStart(2, '0')}-01`
}

/** The same day of the previous year; February 28 for a leap day. */
function yearBefore(day: Day): Day {
  const same = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return isDay(same) ? same : `${same.slice(0, 4)}-02-28`
}

/**
 * The days of a period in the URL, including `from,to`; undefined for all time. The last 24 hours
 * begin with a whole hour.
 */
export function rangeOf(period: string, now: Day, hour = '00'): Range | undefined {
  const month = now.slice(0, 7)
  switch (period) {
    case '24h':
      return { from: plusDays(now, -1), to: now, since: `${hour}:00:00` }
    case 'today':
      return { from: now, to: now }
    case 'yesterday':
      return { from: plusDays(now, -1), to: plusDays(now, -1) }
    case 'month':
      return { from: `${month}-01`, to: now }
    case 'lastmonth': {
      const to = plusDays(`${month}-01`, -1)
      return { from: `${to.slice(0, 7)}-01`, to }
    }
    case 'quarter':
      return { from: quarterStart(now), to: now }
    case 'year':
      return { from: `${now.slice(0, 4)}-01-01`, to: now }
    case '12m':
      return { from: plusDays(yearBefore(now), 1), to: now }
    case 'all':
      return undefined
    default: {
      const [from = '', to = ''] = period.split(',')
      const known = isDay(from) && isDay(to) && FIRST <= from && to <= LAST
      if (known && from <= to) return { from, to }
      const days = /^[1-9]\d{0,2}d$/.test(period) ? Number.parseInt(period, 10) : 30
      return { from: plusDays(now, 1 - days), to: now }
    }
  }
}

/**
 * The same number of days immediately before. If the range is not over, they end as many days before
 * the local time `now`, so that both have the same length.
 */
export function before(range: Range, now: string): Range {
  const days = daysOf(range) - (range.since ? 1 : 0)
  return shifted(range, now, (day) => plusDays(day, -days))
}

/** The same days of the previous year; February 28 for a leap day. */
export const yearEarlier = (range: Range, now: string): Range => shifted(range, now, yearBefore)

function shifted({ from, to, since }: Range, now: string, shift: (day: Day) => Day): Range {
  const [day = '', until = ''] = now.split('T')
  const begin = { from: shift(from), ...(since && { since }) }
  if (day < from || day > to) return { ...begin, to: shift(to) }
  return { ...begin, to: shift(day), until }
}

/** The period as an API parameter. */
export const toPeriod = (range: Range | undefined): string =>
  range ? `${momentOf(range.from, range.since)},${momentOf(range.to, range.until)}` : 'all'

const momentOf = (day: Day, time: string | undefined): string => (time ? `${day}T${time}` : day)

/** The interval that suits the length of a range. */
export function intervalOf(range: Range | undefined): Interval {
  if (!range) return 'month'
  const days = daysOf(range)
  return days <= 2 ? 'hour' : days <= 92 ? 'day' : days <= 400 ? 'week' : 'month'
}
