import type { Rule } from '@fingerpost/protos/link/v1/slug'
import {
  DESTINATION_RULES,
  type DestinationField,
  LIST_FIELDS,
  LIST_RULES,
  type ListField,
  type ListItem,
  type Lists,
  RULE_KINDS,
  type RuleKind,
  type Variant,
} from '@fingerpost/protos/redirect-rules'
import { type Conditions, LISTS, type ListKind } from './list.rules.ts'

type Destinations = Record<DestinationField, string | null> & Lists
type CompiledRule = Rule & { variant: Variant }

/** A rule; several conditions are counted for redirects that do not know all of them. */
export function ruleOf(variant: Variant, url: string, { when, all }: Conditions): CompiledRule {
  const conditions = Object.keys(when).length
  return { variant, url, when, ...(conditions > 1 && { conditions }), ...(all && { all }) }
}

/** The rule of a destination, if the link has it. */
const ruleOfField = (field: DestinationField, url: string | null): CompiledRule[] =>
  url ? [ruleOf(field, url, { when: DESTINATION_RULES[field] })] : []

/** The rules of a list. */
function rulesOfList(field: ListField, items: readonly ListItem<ListField>[]): CompiledRule[] {
  const kind = LISTS[field] as ListKind<unknown>
  const conditions = kind.when(items)
  return items.map(({ id, url }, i) =>
    ruleOf(`${LIST_RULES[field].kind}:${id}`, url, conditions[i] as Conditions),
  )
}

const FIELD_OF = new Map<RuleKind, ListField>(
  LIST_FIELDS.map((field) => [LIST_RULES[field].kind, field]),
)

/** The rules of a link, in order of precedence. */
export const compileRules = (link: Destinations): Rule[] =>
  RULE_KINDS.flatMap((kind) => {
    const field = FIELD_OF.get(kind)
    if (field) return rulesOfList(field, link[field])
    return ruleOfField(kind as DestinationField, link[kind as DestinationField])
  })
