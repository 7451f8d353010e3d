import { language } from './language.ts'
import { formatCount } from './numbers.rules.ts'

const plurals = new Intl.PluralRules(language)

/** 1 link, 1,234 links; `others` is also for zero where the language has it so. */
export const counted = (count: number, one: string, others: string): string =>
  `${formatCount(count)} ${plural(count, one, others)}`

/** The form that goes with a count. */
export const plural = (count: number, one: string, others: string): string =>
  plurals.select(count) === 'one' ? one : others
