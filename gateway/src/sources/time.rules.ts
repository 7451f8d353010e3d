import type { FieldError } from '@fingerpost/kit/http/problem'
import { Temporal } from 'temporal-polyfill'
import type { DateOrder } from './sheet.schema.ts'

const DATE = /^(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})/
const TIME =
  /^(?:T|,?\s+)(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:\s*([ap])\.?m\.?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i
/** Days since 1899-12-30, as spreadsheets count them: 1954 to 2119. */
const SERIAL = /^[2-7]\d{4}(?:\.\d+)?$/
const SECONDS = /^\d{9,10}(?:\.\d+)?$/
const MILLISECONDS = /^\d{12,13}$/

interface TimeForm {
  timezone: string
  order: DateOrder | undefined
}

type TimeFault = Pick<FieldError, 'code' | 'detail'>

const UNREADABLE: TimeFault = {
  code: 'invalid_format',
  detail:
    'must be a date such as 2026-12-31, 31.12.2026 or 2026-12-31T23:59:59Z, or seconds since 1970',
}
const AMBIGUOUS: TimeFault = {
  code: 'ambiguous_date',
  detail: 'has dates whose order is unclear; name it with date_order=dmy, mdy or ymd',
}

/** The order of the dates in a column: the one that is possible for all of them. */
export function dateOrderOf(values: readonly string[]): DateOrder | undefined {
  let dmy = true
  let mdy = true
  for (const value of values) {
    const [, first = '', separator, second = ''] = DATE.exec(value) ?? []
    if (separator === undefined || separator === '.' || first.length > 2) continue
    if (Number(first) > 12) mdy = false
    if (Number(second) > 12) dmy = false
  }
  if (dmy === mdy) return undefined
  return dmy ? 'dmy' : 'mdy'
}

/** A time in ISO 8601 with its offset, or what is wrong with the text. */
export function readTime(text: string, { timezone, order }: TimeForm): string | TimeFault {
  try {
    if (SECONDS.test(text)) return isoOf(Number(text) * 1_000)
    if (MILLISECONDS.test(text)) return isoOf(Number(text))
    if (SERIAL.test(text)) return inZone(serialDay(Number(text)), timezone)
    return readDate(text, timezone, order)
  } catch (error) {
    if (error instanceof RangeError) return UNREADABLE
    throw error
  }
}

function readDate(text: string, timezone: string, named: DateOrder | undefined) {
  const date = DATE.exec(text)
  const rest = text.slice(date?.[0].length)
  const clock = TIME.exec(rest)
  if (!date || (rest !== '' && !clock)) return UNREADABLE
  const [, first = '', separator, second, third = ''] = date
  const own = separator === '.' ? 'dmy' : named
  const order = first.length > 2 || named === 'ymd' ? 'ymd' : own
  if (!order) return AMBIGUOUS
  const [year = '', month, day] =
    order === 'ymd'
      ? [first, second, third]
      : [third, ...(order === 'dmy' ? [second, first] : [first, second])]
  if (year.length !== 4 && year.length !== 2) return UNREADABLE
  const [, hour = '0', minute = '0', secondOf = '0', fraction = '', half, zone] = clock ?? []
  const plain = Temporal.PlainDateTime.from(
    {
      year: Number(year) + (year.length === 2 ? 2_000 : 0),
      month: Number(month),
      day: Number(day),
      hour: hourOf(Number(hour), half),
      minute: Number(minute),
      second: Number(secondOf),
      millisecond: Number(fraction.slice(0, 3).padEnd(3, '0')),
    },
    { overflow: 'reject' },
  )
  return inZone(plain, zone ? offsetOf(zone) : timezone)
}

/** Throws RangeError for hours that a clock of twelve hours does not have. */
function hourOf(hour: number, half: string | undefined): number {
  if (!half) return hour
  if (hour < 1 || hour > 12) throw new RangeError('no such hour')
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

const offsetOf = (zone: string) => {
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  return sign ? `${sign}${hours}:${minutes}` : 'UTC'
}

const serialDay = (days: number) =>
  Temporal.PlainDateTime.from('1899-12-30').add({ seconds: Math.round(days * 86_400) })

const inZone = (plain: Temporal.PlainDateTime, zone: string) =>
  isoOf(plain.toZonedDateTime(zone).epochMilliseconds)

/** Throws RangeError for a time that does not exist. */
const isoOf = (ms: number) => new Date(ms).toISOString()
