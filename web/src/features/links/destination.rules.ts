import type { paths, Schemas } from '@fingerpost/client'
import { COUNTRIES } from '../../shared/country.rules.ts'

type Link = Schemas['Link']

export type Resolution =
  paths['/link/{link_id}/resolve']['get']['responses']['200']['content']['application/json']

/** Fields of a link with a list of destinations that have one value each. */
export type ListField = Exclude<
  {
    [Field in keyof Link]-?: Link[Field] extends readonly { url: string }[] ? Field : never
  }[keyof Link],
  'rules'
>

/** Lists whose items have a value that is chosen from a closed set. */
export type ChoiceField = Exclude<ListField, 'ab'>

/** The values of a first row besides its destination, and their choices. */
export const LISTS = {
  ab: { first: { percent: 50 } },
  geo: { first: { country: '' }, value: 'country', choices: COUNTRIES },
} as const satisfies {
  [Field in ListField]: {
    first: Omit<Link[Field][number], 'id' | 'url'>
  } & (Field extends ChoiceField
    ? {
        value: Exclude<keyof Link[Field][number], 'id' | 'url'>
        choices: readonly { value: string; label: string }[]
      }
    : unknown)
}

export const LIST_FIELDS = Object.keys(LISTS) as readonly ListField[]
export const CHOICE_FIELDS = LIST_FIELDS.filter((it): it is ChoiceField => it !== 'ab')

/** An object with a value for every list. */
export const forLists = <T>(of: (field: ListField) => T) =>
  Object.fromEntries(LIST_FIELDS.map((field) => [field, of(field)])) as Record<ListField, T>
