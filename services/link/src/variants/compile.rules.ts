import type { Rule, When } from '@fingerpost/protos/link/v1/slug'
import {
  DESTINATION_RULES,
  forDestinations,
  RULE_KINDS,
  type RuleKind,
  type Variant,
} from '@fingerpost/protos/redirect-rules'
import type { LinkRow } from '../links/row.schema.ts'

type Destinations = Pick<LinkRow, RuleKind>
type CompiledRule = Rule & { variant: Variant }

/** A rule; several conditions are counted for redirects that do not know all of them. */
export function ruleOf(variant: Variant, url: string, when: When): CompiledRule {
  const conditions = Object.keys(when).length
  return { variant, url, when, ...(conditions > 1 ? { conditions } : {}) }
}

/** How each kind of rule is written in a slug record. */
const COMPILE: Record<RuleKind, (link: Destinations) => CompiledRule[]> = {
  ...forDestinations((field) => (link: Destinations) => {
    const url = link[field]
    return url ? [ruleOf(field, url, DESTINATION_RULES[field])] : []
  }),
  geo: ({ geo }) => geo.map(({ id, url, country }) => ruleOf(`geo:${id}`, url, { country })),
  ab: ({ ab }) => {
    let below = 0
    return ab.map(({ id, url, percent }) => {
      below += percent
      return ruleOf(`ab:${id}`, url, { bucket_below: below })
    })
  },
}

/** The rules of a link, in order of precedence. */
export const compileRules = (link: Destinations): Rule[] =>
  RULE_KINDS.flatMap((kind) => COMPILE[kind](link))
