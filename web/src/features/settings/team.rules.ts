import { text } from '#messages/settings.ts'
import { text as words } from '#messages/shared.ts'

/** The labels of the fields of a team. */
export const TEAM_LABELS = {
  name: words.name,
  slug: text.slug,
  logo: text.logo,
  time_zone: text.timeZone,
  click_retention_months: text.retention.months,
}
