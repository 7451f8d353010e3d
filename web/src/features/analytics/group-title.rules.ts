import { text } from '#messages/analytics-parts.ts'
import { countryName } from '../../shared/country.rules.ts'
import type { Group } from './analytics.queries.ts'

/** The API's title, in English, of a group without a value. */
const UNKNOWN = /^Unknown$/

/** The title of a group in the language of the dashboard; short URLs are without their scheme. */
export function titleOf(field: string, { value, title }: Pick<Group, 'title' | 'value'>): string {
  if (field === 'referers' && value === '') return text.direct
  if (UNKNOWN.test(title)) return text.unknown
  if (field === 'links') return title.replace(/^https?:\/\//, '')
  return field === 'countries' ? countryName(value) : title
}
