import type { LinkRule } from '../gen/link/v1/link.ts'
import type { When } from '../gen/link/v1/slug.ts'

/**
 * The fields of a link that hold another destination for some visitors, in order of precedence,
 * with the conditions of their rules. Storage, API and slug records derive from this table.
 */
export const DESTINATION_RULES = {
  ios: { phone: 'ios' },
  android: { phone: 'android' },
} as const satisfies Record<string, When>
export type DestinationField = keyof typeof DESTINATION_RULES

export const DESTINATION_FIELDS = Object.keys(DESTINATION_RULES) as readonly DestinationField[]

/** An object with a value for every such field. */
export const forDestinations = <T>(of: (field: DestinationField) => T) =>
  Object.fromEntries(DESTINATION_FIELDS.map((field) => [field, of(field)])) as Record<
    DestinationField,
    T
  >

/**
 * The fields of a link that hold a list of destinations, in order of precedence: how clicks name its
 * items, the call that replaces it, the values that an item has beside its URL, and the maximum number
 * of items. Storage, calls, API, imports and exports derive from this table. Rules apply before the
 * fields above, the other lists after them.
 */
export const LIST_RULES = {
  rules: {
    kind: 'rule',
    call: 'replaceRules',
    values: { name: 'string', when: 'conditions' },
    max: 50,
  },
  geo: { kind: 'geo', call: 'replaceGeoLinks', values: { country: 'string' }, max: 250 },
  ab: { kind: 'ab', call: 'replaceAbLinks', values: { percent: 'number' }, max: 20 },
} as const satisfies Record<
  string,
  { kind: string; call: string; values: Record<string, keyof ValueTypes>; max: number }
>

/** Maximum size of all lists of a link together, as JSON without ids: those differ between instances. */
export const LISTS_BYTES = 65_536

interface ValueTypes {
  string: string
  number: number
  /** Conditions of `conditions.ts`, which only the link service and redirect read. */
  conditions: NonNullable<LinkRule['when']>
}
export type ValueType = keyof ValueTypes
type ListRules = typeof LIST_RULES
export type ListField = keyof ListRules

/** The values of an item of a list, beside its URL. */
export type ListValues<F extends ListField> = {
  [Field in F]: {
    -readonly [Name in keyof ListRules[Field]['values']]: ValueTypes[ListRules[Field]['values'][Name] &
      ValueType]
  }
}[F]

/** The types of these values, by name. */
export const valueTypes = (field: ListField): Readonly<Record<string, ValueType>> =>
  LIST_RULES[field].values

/** An item of a list. */
export type ListItem<F extends ListField> = {
  [Field in F]: Flat<{ id: number; url: string } & ListValues<Field>>
}[F]
type Flat<Type> = { [Name in keyof Type]: Type[Name] }

/** All lists of a link. */
export type Lists = { [F in ListField]: ListItem<F>[] }

/** The names of the lists in the order of responses, which is alphabetical. */
export const LIST_FIELDS = (Object.keys(LIST_RULES) as ListField[]).sort()

/** An object with a value for every list. */
export const forLists = <T>(of: (field: ListField) => T) =>
  Object.fromEntries(LIST_FIELDS.map((field) => [field, of(field)])) as Record<ListField, T>

/** The lists of an object that has all of them. */
export const listsOf = <T extends Record<ListField, unknown>>(it: T): Pick<T, ListField> =>
  forLists((field) => it[field]) as Pick<T, ListField>

/** The name of a call that replaces a list. */
export type ReplaceCall<F extends ListField = ListField> = ListRules[F]['call']
export const replaceCall = <F extends ListField>(field: F): ReplaceCall<F> => LIST_RULES[field].call

/** The kinds of rules that choose a destination, in order of precedence. */
export type RuleKind = DestinationField | ListRules[ListField]['kind']
export const RULE_KINDS: readonly RuleKind[] = ['rule', ...DESTINATION_FIELDS, 'geo', 'ab']

/** Names a rule of a link in slug records, clicks and dry runs; list items by their id. */
export type Variant = RuleKind | `${RuleKind}:${number}`
