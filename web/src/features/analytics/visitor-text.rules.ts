import { text } from '#messages/analytics-parts.ts'
import { text as words } from '#messages/shared.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import type { Count, Measure } from './measure.rules.ts'

/** A number, or a dash if it is unknown. */
export const formatKnown = (value: number | null, format = formatCount): string =>
  value === null ? '–' : format(value)

/** 12 clicks, 9 visitors, – visitors. */
export const inWords: Record<Measure, (count: Count) => string> = {
  clicks: ({ clicks }) => words.countOfClicks(clicks),
  visitors: ({ visitors }) => (visitors === null ? text.visitorsUnknown : text.visitors(visitors)),
}

/** 12 clicks, 9 visitors. */
export const bothInWords = (count: Count): string =>
  `${inWords.clicks(count)}, ${inWords.visitors(count)}`
