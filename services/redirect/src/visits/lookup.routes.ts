import type { IncomingMessage } from 'node:http'
import type { Answer } from '@fingerpost/kit/page'
import { createTally } from '@fingerpost/kit/tally'
import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import { LRUCache } from 'lru-cache'
import type { UnknownLimit } from '../limits/unknown.cache.ts'
import { rootOf, unknownOn } from '../pages/lead.rules.ts'
import { PAGES } from '../pages/notice.rules.ts'
import { NO_ICON, ROBOTS } from '../pages/redirect.rules.ts'
import type { Peer } from '../proxy.ts'
import type { RecordCache } from '../records/record.cache.ts'
import { domainKey, linkKey } from '../records/record.client.ts'
import type { Link } from './link.rules.ts'
import {
  domainName,
  isAmbiguous,
  isSlug,
  readTarget,
  slugKey,
  type Target,
} from './request.rules.ts'

export interface LookupParts {
  domains: RecordCache<DomainRecord>
  links: RecordCache<Link>
  unknowns: UnknownLimit
  peerOf(request: IncomingMessage): Peer
}

/** A link that was asked for, and how. */
export interface Asked {
  domain: DomainRecord
  link: Link
  /** Only to be shown where it leads. */
  preview: boolean
  peer: Peer
  target: Target
}

/** Counts visits by what came of them. */
export const decided = createTally(
  'fingerpost_redirect_visits_total',
  'Visits to links by result',
  'result',
)

/** Finds what a request asks for: a link, else what is to be said instead. */
export function lookupRoutes({ domains, links, unknowns, peerOf }: LookupParts) {
  const names = new LRUCache<string, string>({ max: 1_000 })

  return async (request: IncomingMessage): Promise<Asked | Answer> => {
    const { method } = request
    const reads = method === 'GET' || method === 'HEAD'
    if (!reads && method !== 'POST') return PAGES.notAllowed
    const target = readTarget(request.url ?? '')
    if (target === 400 || isAmbiguous(request.rawHeaders)) return PAGES.badRequest
    if (target === 414) return PAGES.tooLong
    const fixed = FIXED.get(target.path)
    if (fixed) return reads ? fixed : PAGES.notAllowed

    const peer = peerOf(request)
    const name = nameOf(peer.host)
    if (name === '') return PAGES.notFound
    const nameKey = domainKey(name)
    const domain = domains.peek(nameKey) ?? (await find(domains, nameKey, peer))
    if (domain === 'too many') return PAGES.tooMany
    if (!domain?.verified) return PAGES.notFound
    if (target.path === '') return reads ? rootOf(domain) : PAGES.notAllowed

    const preview = domain.allowPreview && target.path.endsWith('+')
    const slug = preview ? target.path.slice(0, -1) : target.path
    if (!isSlug(slug)) return unknownOn(domain)
    const key = linkKey(domain.id, slugKey(slug, domain.caseSensitive))
    const link = links.peek(key) ?? (await find(links, key, peer))
    if (link === 'too many') return PAGES.tooMany
    if (link === null) {
      decided('unknown')
      return unknownOn(domain)
    }
    if (!reads && !link.record.passwordHash) return PAGES.notAllowed
    return { domain, link, preview, peer, target }
  }

  /** The domain that a host names; empty for none. */
  function nameOf(host: string): string {
    let name = names.get(host)
    if (name === undefined) {
      name = domainName(host) ?? ''
      names.set(host, name)
    }
    return name
  }

  /** Null when there is none. */
  async function find<T extends object>(
    records: RecordCache<T>,
    key: string,
    { ip }: Peer,
  ): Promise<T | null | 'too many'> {
    const held = records.peek(key)
    if (held !== undefined) return held
    if (unknowns.isOver(ip)) return 'too many'
    const found = await records.get(key)
    if (found === null) unknowns.count(ip)
    return found
  }
}

/** What every host answers alike. */
const FIXED: ReadonlyMap<string, Answer> = new Map([
  ['favicon.ico', NO_ICON],
  ['robots.txt', ROBOTS],
])
