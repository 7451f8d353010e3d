import { DESTINATIONS, forDestinations } from './destination.rules.ts'
import { UTM } from './utm.rules.ts'

/** The fields whose labels are not their names in the API. */
export const LABELS: Readonly<Record<string, string>> = {
  url: 'Destination',
  domain_id: 'Domain',
  folder_id: 'Folder',
  expires_at: 'Expires on',
  expires_after: 'Click limit',
  expire_url: 'Redirect expired visits to',
  percent: 'Share of variant',
  ...forDestinations((field) => DESTINATIONS[field].label),
  ...Object.fromEntries(UTM.map((name) => [`utm_${name}`, `utm_${name}`])),
}
