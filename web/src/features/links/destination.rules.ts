import type { paths, Schemas } from '@fingerpost/client'
import { COUNTRIES } from '../../shared/country.rules.ts'

type Link = Schemas['Link']

export type Resolution =
  paths['/link/{link_id}/resolve']['get']['responses']['200']['content']['application/json']

/** Fields of a link with another destination for some visitors; each is a rule of its own. */
export type DestinationField = Exclude<
  Resolution['rule'],
  'domain' | 'deleted' | 'expired' | 'password' | ListField | 'url'
>

/** Their placeholders. */
export const DESTINATIONS: Readonly<Record<DestinationField, string>> = {
  ios: 'https://apps.apple.com/…',
  android: 'https://play.google.com/…',
}

export const DESTINATION_FIELDS = Object.keys(DESTINATIONS) as readonly DestinationField[]

/** An object with a value for every such field. */
export const forDestinations = <T>(of: (field: DestinationField) => T) =>
  Object.fromEntries(DESTINATION_FIELDS.map((field) => [field, of(field)])) as Record<
    DestinationField,
    T
  >

/** Fields of a link with a list of destinations; each is a rule of its own. */
export type ListField = {
  [Field in keyof Link]-?: Link[Field] extends readonly { url: string }[] ? Field : never
}[keyof Link]

/** Lists whose items have a value that is chosen from a closed set. */
export type ChoiceField = Exclude<ListField, 'ab'>

interface ChoiceList<Item> {
  /** The name of the value in the API. */
  value: Exclude<keyof Item, 'id' | 'url'>
  choices: readonly { value: string; label: string }[]
}

export const CHOICE_LISTS: {
  readonly [Field in ChoiceField]: ChoiceList<Link[Field][number]>
} = {
  geo: {
    value: 'country',
    choices: COUNTRIES,
  },
}

export const CHOICE_FIELDS = Object.keys(CHOICE_LISTS) as readonly ChoiceField[]
export const LIST_FIELDS: readonly ListField[] = ['ab', ...CHOICE_FIELDS]

/** An object with a value for every such list. */
export const forChoices = <T>(of: (field: ChoiceField) => T) =>
  Object.fromEntries(CHOICE_FIELDS.map((field) => [field, of(field)])) as Record<ChoiceField, T>

/** Whether some visitors of a link are redirected elsewhere than to its main destination. */
export const hasOtherDestinations = (link: Pick<Link, DestinationField | ListField>): boolean =>
  LIST_FIELDS.some((field) => link[field].length > 0) ||
  DESTINATION_FIELDS.some((field) => link[field])
