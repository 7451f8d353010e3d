/** A calendar day as `2026-11-20`, independent of a time zone. */
export type Day = string

/** Both days are included, the last one until a time of day if there is one. */
export interface Range {
  from: Day
  to: Day
  until?: string
}

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

/** The selectable periods, by their value in the URL. */
export const PERIODS = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  month: 'This month',
  lastmonth: 'Last month',
  year: 'This year',
  all: 'All time',
} as const
export type Period = keyof typeof PERIODS

const DAY_MS = 86_400_000
const DAY = /^\d{4}-\d\d-\d\d$/

const at = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10)
const isDay = (text: string): boolean =>
  DAY.test(text) && !Number.isNaN(at(text)) && dayOf(at(text)) === text

/** The current day in a time zone. */
export const today = (zone: string, now: Date): Day =>
  new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' }).format(now)

/** The date and time in a time zone: `2026-11-20T13:37:05`. */
export const localTime = (zone: string, now: Date): string =>
  new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    .format(now)
    .replace(' ', 'T')

export const plusDays = (day: Day, days: number): Day => dayOf(at(day) + days * DAY_MS)

export const daysOf = ({ from, to }: Range): number => Math.round((at(to) - at(from)) / DAY_MS) + 1

/** The days of a period in the URL, including `from,to`; undefined for all time. */
export function rangeOf(period: string, now: Day): Range | undefined {
  const month = now.slice(0, 7)
  switch (period) {
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
    case 'year':
      return { from: `${now.slice(0, 4)}-01-01`, to: now }
    case 'all':
      return undefined
    default: {
      const [from = '', to = ''] = period.split(',')
      if (isDay(from) && isDay(to) && from <= to) return { from, to }
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
  const days = daysOf(range)
  const from = plusDays(range.from, -days)
  const [day = '', until = ''] = now.split('T')
  if (day < range.from || day > range.to) return { from, to: plusDays(range.from, -1) }
  return { from, to: plusDays(day, -days), until }
}

/** The period as an API parameter. */
export const toPeriod = (range: Range | undefined): string =>
  range ? `${range.from},${range.to}${range.until ? `T${range.until}` : ''}` : 'all'

/** The interval that suits the length of a range. */
export function intervalOf(range: Range | undefined): Interval {
  if (!range) return 'month'
  const days = daysOf(range)
  return days <= 2 ? 'hour' : days <= 92 ? 'day' : days <= 400 ? 'week' : 'month'
}

const NAMES = new Intl.DateTimeFormat('en', { timeZone: 'UTC', dateStyle: 'medium' })
const nameOf = (day: Day): string => NAMES.format(at(day))

/** A range in words. */
export function describe({ from, to, until }: Range): string {
  const days = from === to ? nameOf(from) : NAMES.formatRange(at(from), at(to))
  return until ? `${days}, until ${until.slice(0, 5)}` : days
}
