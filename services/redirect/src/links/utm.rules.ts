import type { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import {
  headerUrl,
  isWeb,
  joinUrl,
  NO_PARAMETERS,
  type Parameters,
  setParameters,
  splitUrl,
} from './url.rules.ts'

type Utm = Pick<
  SlugRecord,
  'utm_source' | 'utm_medium' | 'utm_campaign' | 'utm_term' | 'utm_content' | 'utm_reference'
>

/** A destination with the link's UTM parameters. Throws if it cannot be sent in a header. */
export function locationOf(url: string, utm: Utm): string {
  const safe = headerUrl(url)
  if (safe === undefined) throw new Error('a destination cannot be sent in a header')
  if (!hasUtm(utm) || !isWeb(safe)) return safe
  const parts = splitUrl(safe)
  return joinUrl({ ...parts, query: setParameters(parts.query, utmOf(utm)) })
}

/** The link's own UTM parameters, which take precedence over all others. */
export function utmOf(it: Utm): Parameters {
  if (!hasUtm(it)) return NO_PARAMETERS
  const values: Required<Utm> = {
    utm_source: it.utm_source,
    utm_medium: it.utm_medium,
    utm_campaign: it.utm_campaign,
    utm_term: it.utm_term,
    utm_content: it.utm_content,
    utm_reference: it.utm_reference,
  }
  const set = new Map<string, string>()
  for (const [name, value] of Object.entries(values)) {
    if (value) set.set(name, `${name}=${encodeURIComponent(value.toWellFormed())}`)
  }
  return set
}

const hasUtm = (it: Utm): boolean =>
  !!(
    it.utm_source ||
    it.utm_medium ||
    it.utm_campaign ||
    it.utm_term ||
    it.utm_content ||
    it.utm_reference
  )
