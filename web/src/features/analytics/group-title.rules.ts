import { text } from '#messages/analytics-parts.ts'
import { countryName } from '../../shared/country.rules.ts'
import { plainUrl } from '../../shared/url-input.rules.ts'
import type { Group } from './analytics.queries.ts'
import { MISSING, NO_FOLDER } from './dimension.rules.ts'

/** The value of a device that was not recognized; no text of the dashboard. */
const UNKNOWN = /^Unknown$/

/** The title of a group in the language of the dashboard; URLs are without their scheme. */
export function titleOf(field: string, { value, title }: Pick<Group, 'title' | 'value'>): string {
  const missing = MISSING.get(field) ?? 'unknown'
  const isMissing =
    value === '' ||
    (field === 'folders' && value === NO_FOLDER) ||
    (missing === 'unknown' && UNKNOWN.test(value))
  if (isMissing) return text[missing]
  if (field === 'links' || field === 'originals') return plainUrl(title)
  return field === 'countries' ? countryName(value) : title
}
