import type { Rule } from '@fingerpost/protos/link/v1/slug'
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

/** How each kind of rule is written in a slug record. */
const COMPILE: Record<RuleKind, (link: Destinations) => CompiledRule[]> = {
  ...forDestinations((field) => (link: Destinations) => {
    const url = link[field]
    return url ? [{ variant: field, url, when: DESTINATION_RULES[field] }] : []
  }),
  geo: ({ geo }) =>
    geo.map(({ id, url, country }) => ({ variant: `geo:${id}`, url, when: { country } })),
  ab: ({ ab }) => {
    let below = 0
    return ab.map(({ id, url, percent }) => {
      below += percent
      return { variant: `ab:${id}`, url, when: { bucket_below: below } }
    })
  },
}

/** The rules of a link, in order of precedence. */
export const compileRules = (link: Destinations): Rule[] =>
  RULE_KINDS.flatMap((kind) => COMPILE[kind](link))
