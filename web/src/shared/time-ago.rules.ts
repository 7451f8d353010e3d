import { text } from '#messages/shared.ts'
import { language } from './language.rules.ts'

const WORDS = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
/** English abbreviates with a period, which reads as the end of a sentence. */
const SYMBOLS = /(\d (?:h|min))r?\./

const WEEK_SECONDS = 604_800
const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const DATE = { day: 'numeric', month: 'short' } as const
const inYear = new Intl.DateTimeFormat(language, DATE)
const withYear = new Intl.DateTimeFormat(language, { ...DATE, year: 'numeric' })

/** A time as seen from another one: relative to it up to seven days, or else its date. */
export function timeFrom(now: Date, time: Date): string {
  const seconds = (time.getTime() - now.getTime()) / 1_000
  if (Math.abs(seconds) <= WEEK_SECONDS) return distance(seconds)
  return (now.getFullYear() === time.getFullYear() ? inYear : withYear).format(time)
}

/**
 * The distance of a time from now; negative is the past. The past counts whole units. The future is
 * rounded, so that an invitation for seven days does not expire "in 6 days" at first.
 */
export function distance(seconds: number): string {
  const whole = seconds > 0 ? Math.round : Math.trunc
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) {
      return WORDS.format(whole(seconds / length), unit).replace(SYMBOLS, '$1')
    }
  }
  return seconds > 0 ? text.inAMoment : text.justNow
}
