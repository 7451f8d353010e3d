import type { Answer } from '@fingerpost/kit/visitor/page'
import type { Condition } from '@fingerpost/protos/conditions'
import type { RuleKind } from '@fingerpost/protos/redirect-rules'
import type { Link } from '../links/link.rules.ts'
import { actualOf, meets } from './condition.rules.ts'
import type { Resolution } from './resolve.rules.ts'
import type { Traits } from './traits.rules.ts'

/** The answer that a visitor would get, and the rule that decides it. */
export interface Explanation {
  status: number
  location: string | null
  rule: 'deleted' | 'expired' | 'password' | RuleKind | 'url'
  /** As in clicks; null without a destination. */
  variant: string | null
}

/** Why a rule with typed conditions matches the visitor or not. */
interface RuleExplanation {
  id: number
  matches: boolean
  when: { type: string; holds: boolean; actual: string }[]
}

/** Names the rule behind a resolution. */
export function explanation(resolution: Resolution, link: Link): Explanation {
  switch (resolution.kind) {
    case 'deleted':
      return { status: 410, location: null, rule: 'deleted', variant: null }
    case 'locked':
      return { status: 401, location: null, rule: 'password', variant: null }
    case 'expired': {
      const { location = null } = resolution
      return { status: location === null ? 410 : 302, location, rule: 'expired', variant: null }
    }
    case 'destination': {
      const { variant } = resolution.destination
      const [kind = 'main'] = variant.split(':')
      const rule = (kind === 'main' ? 'url' : kind) as Explanation['rule']
      return { status: link.code, location: resolution.location, rule, variant }
    }
  }
}

/** Whether the typed conditions of each rule hold for the visitor. */
export const explainRules = ({ record }: Link, visitor: Traits): RuleExplanation[] =>
  record.rules.flatMap(({ variant, all }) => {
    if (!all) return []
    const when = all.map((condition: Condition) => ({
      type: condition.type,
      holds: meets(condition, visitor),
      actual: actualOf(condition, visitor),
    }))
    const matches = when.every(({ holds }) => holds)
    return [{ id: Number(variant.replace('rule:', '')), matches, when }]
  })

/** The explanation as a JSON response to the gateway. */
export function explain(resolution: Resolution, link: Link, visitor: Traits): Answer {
  const body = JSON.stringify({
    ...explanation(resolution, link),
    rules: explainRules(link, visitor),
  })
  return {
    status: 200,
    headers: [
      'Content-Type',
      'application/json',
      'Content-Length',
      String(Buffer.byteLength(body)),
    ],
    body,
    encoding: 'utf8',
  }
}
