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

/** The kinds of rules that choose a destination, in order of precedence. */
export const RULE_KINDS = [...DESTINATION_FIELDS, 'geo', 'ab'] as const
export type RuleKind = (typeof RULE_KINDS)[number]

/** Names a rule of a link in slug records, clicks and dry runs; list items by their id. */
export type Variant = RuleKind | `${RuleKind}:${number}`
