import { text } from '#messages/shared.ts'
import { language } from './language.rules.ts'

const WORDS = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
/** English abbreviates with a period, which reads as the end of a sentence. */
const SYMBOLS = /(\d (?:h|min))r?\./

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

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
