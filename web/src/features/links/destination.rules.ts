import type { paths, Schemas } from '@fingerpost/client'

type Link = Schemas['Link']

export type Resolution =
  paths['/link/{link_id}/resolve']['get']['responses']['200']['content']['application/json']

/** Fields of a link with another destination for some visitors; each is a rule of its own. */
export type DestinationField = Exclude<
  Resolution['rule'],
  'domain' | 'deleted' | 'expired' | 'password' | 'geo' | 'ab' | 'url'
>

interface Destination {
  label: string
  placeholder: string
  /** The rule, as the reason for a redirect. */
  reason: string
}

/** How the dashboard shows them. */
export const DESTINATIONS: Readonly<Record<DestinationField, Destination>> = {
  ios: {
    label: 'iPhone and iPad',
    placeholder: 'https://apps.apple.com/…',
    reason: 'Destination for iPhone and iPad.',
  },
  android: {
    label: 'Android',
    placeholder: 'https://play.google.com/…',
    reason: 'Destination for Android.',
  },
}

export const DESTINATION_FIELDS = Object.keys(DESTINATIONS) as readonly DestinationField[]

/** An object with a value for every such field. */
export const forDestinations = <T>(of: (field: DestinationField) => T) =>
  Object.fromEntries(DESTINATION_FIELDS.map((field) => [field, of(field)])) as Record<
    DestinationField,
    T
  >

/** Whether some visitors of a link are redirected elsewhere than to its main destination. */
export const hasOtherDestinations = (link: Pick<Link, DestinationField | 'ab' | 'geo'>): boolean =>
  link.ab.length + link.geo.length > 0 || DESTINATION_FIELDS.some((field) => link[field])
