import type { Answer } from '@fingerpost/kit/visitor/page'
import type { RuleKind } from '@fingerpost/protos/redirect-rules'
import type { Link } from '../links/link.rules.ts'
import type { Resolution } from './resolve.rules.ts'

/** The answer that a visitor would get, and the rule that decides it. */
export interface Explanation {
  status: number
  location: string | null
  rule: 'deleted' | 'expired' | 'password' | RuleKind | 'url'
  /** As in clicks; null without a destination. */
  variant: string | null
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

/** The explanation as a JSON response to the gateway. */
export function explain(resolution: Resolution, link: Link): Answer {
  const body = JSON.stringify(explanation(resolution, link))
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
