import type { Rule, When } from '@fingerpost/protos/link/v1/slug'
import {
  DESTINATION_RULES,
  type DestinationField,
  LIST_RULES,
  type ListField,
  type ListItem,
  type Lists,
  RULE_KINDS,
  type RuleKind,
  type Variant,
} from '@fingerpost/protos/redirect-rules'
import { LISTS, type ListKind } from './list.rules.ts'

type Destinations = Record<DestinationField, string | null> & Lists
type CompiledRule = Rule & { variant: Variant }

/** A rule; several conditions are counted for redirects that do not know all of them. */
export function ruleOf(variant: Variant, url: string, when: When): CompiledRule {
  const conditions = Object.keys(when).length
  return { variant, url, when, ...(conditions > 1 ? { conditions } : {}) }
}

/** The rule of a destination, if the link has it. */
const ruleOfField = (field: DestinationField, url: string | null): CompiledRule[] =>
  url ? [ruleOf(field, url, DESTINATION_RULES[field])] : []

/** The rules of a list. */
function rulesOfList(field: ListField, items: readonly ListItem<ListField>[]): CompiledRule[] {
  const { value } = LIST_RULES[field]
  const kind: ListKind<unknown> = LISTS[field]
  const conditions = kind.when(items.map((item) => (item as Record<string, unknown>)[value]))
  return items.map(({ id, url }, i) => ruleOf(`${field}:${id}`, url, conditions[i] as When))
}

const isList = (kind: RuleKind): kind is ListField => kind in LIST_RULES

/** The rules of a link, in order of precedence. */
export const compileRules = (link: Destinations): Rule[] =>
  RULE_KINDS.flatMap((kind) =>
    isList(kind) ? rulesOfList(kind, link[kind]) : ruleOfField(kind, link[kind]),
  )
