import { Problem } from '@fingerpost/kit/http/problem'
import { canonicalZone } from '@fingerpost/kit/text/zone'
import {
  addDays,
  type Day,
  dayOf,
  daysBetween,
  startOfDay,
  timeOnDay,
  weekdayOf,
} from './zone.rules.ts'

/** A period of time: `fromMs` is included, `toMs` is excluded. */
export interface Period {
  fromMs: number
  toMs: number
  /** Number of calendar days; Infinity for all time. */
  days: number
  zone: string
  /** The time of the request. */
  nowMs: number
}

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

const DEFAULT_DAYS = 30
const ALL_TIME = { fromMs: Date.UTC(2000, 0, 1), toMs: Date.UTC(2200, 0, 1) }
const DAY = String.raw`(\d{4})-(\d{2})-(\d{2})(?:T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d))?`
const RANGE = new RegExp(`^${DAY},${DAY}$`)

/** First and last day, and the times on them at which the range begins and ends. */
type Days = [first: Day, last: Day, since?: string | undefined, until?: string | undefined]

/** First and last calendar day (inclusive) of each named period, relative to today. */
const NAMED: Record<string, (today: Day) => [Day, Day]> = {
  today: (today) => [today, today],
  yesterday: (today) => [addDays(today, -1), addDays(today, -1)],
  week: (today) => weekFrom(mondayOf(today)),
  lastweek: (today) => weekFrom(addDays(mondayOf(today), -7)),
  month: ({ year, month }) => monthOf(year, month),
  lastmonth: ({ year, month }) => (month === 1 ? monthOf(year - 1, 12) : monthOf(year, month - 1)),
  year: ({ year }) => [
    { year, month: 1, day: 1 },
    { year, month: 12, day: 31 },
  ],
}

/**
 * Parses a period: a name, `YYYY-MM-DD,YYYY-MM-DD` or, by default, the last 30 days up to now, in
 * an IANA time zone (UTC by default). Both days are included; a time such as `T13:37:00` after a
 * day begins or ends the period then. Throws invalid_period.
 */
export function resolvePeriod(
  asked: { period?: string | undefined; timezone?: string | undefined },
  nowMs: number,
): Period {
  const zone = canonicalZone(asked.timezone ?? 'UTC')
  if (!zone) throw invalidPeriod('timezone', 'is not the name of an IANA time zone')
  const { period } = asked
  if (period === undefined) {
    const fromMs = nowMs - DEFAULT_DAYS * 86_400_000
    return { fromMs, toMs: nowMs + 1, days: DEFAULT_DAYS, zone, nowMs }
  }
  if (period === 'all') return { ...ALL_TIME, days: Infinity, zone, nowMs }
  const [first, last, since, until] = namedDays(period, dayOf(nowMs, zone)) ?? rangeDays(period)
  const fromMs = within(since ? timeOnDay(first, since, zone) : startOfDay(first, zone))
  const toMs = within(until ? timeOnDay(last, until, zone) : startOfDay(addDays(last, 1), zone))
  if (toMs < fromMs) throw invalidPeriod('period', BACKWARD)
  return {
    fromMs,
    toMs,
    days: daysBetween(first, last) + 1,
    zone,
    nowMs,
  }
}

/**
 * The interval for counting in a period; depends on its length by default. Throws invalid_request.
 */
export function intervalOf({ days }: Period, asked: string | undefined): Interval {
  if (asked === undefined) return days <= 1 ? 'hour' : days <= 92 ? 'day' : 'month'
  const found = INTERVALS.find((it) => it === asked)
  if (found) return found
  const detail = `must be one of ${INTERVALS.join(', ')}`
  throw new Problem('invalid', 'invalid_request', `interval: ${detail}.`, [
    { field: 'interval', code: 'invalid', detail },
  ])
}

const namedDays = (period: string, today: Day): Days | undefined =>
  Object.hasOwn(NAMED, period) ? NAMED[period]?.(today) : undefined

function rangeDays(period: string): Days {
  const [, y1, m1, d1, since, y2, m2, d2, until] = RANGE.exec(period) ?? []
  const first = realDay(Number(y1), Number(m1), Number(d1))
  const last = realDay(Number(y2), Number(m2), Number(d2))
  if (!first || !last) {
    throw invalidPeriod(
      'period',
      `must be one of ${Object.keys(NAMED).join(', ')}, all, or YYYY-MM-DD[THH:MM:SS],YYYY-MM-DD[THH:MM:SS]`,
    )
  }
  if (daysBetween(first, last) < 0) throw invalidPeriod('period', BACKWARD)
  return [first, last, since, until]
}

const BACKWARD = 'must not end before it begins'

/** The day; undefined if it does not exist, such as February 30. */
function realDay(year: number, month: number, day: number): Day | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? { year, month, day } : undefined
}

const mondayOf = (day: Day) => addDays(day, 1 - weekdayOf(day))
const weekFrom = (monday: Day): [Day, Day] => [monday, addDays(monday, 6)]
const monthOf = (year: number, month: number): [Day, Day] => [
  { year, month, day: 1 },
  addDays(
    month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 },
    -1,
  ),
]

/** Clamps to the range that contains all clicks; ClickHouse's times end in 2299. */
const within = (ms: number) => Math.min(Math.max(ms, ALL_TIME.fromMs), ALL_TIME.toMs)

function invalidPeriod(field: string, detail: string): Problem {
  return new Problem('invalid', 'invalid_period', `${field}: ${detail}.`, [
    { field, code: 'invalid_period', detail },
  ])
}
