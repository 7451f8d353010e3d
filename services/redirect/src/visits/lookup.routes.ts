import type { IncomingMessage } from 'node:http'
import { namesOneHost, toOriginForm } from '@fingerpost/kit/http/request-target'
import { createFastCounter } from '@fingerpost/kit/telemetry/fast-counter'
import type { Answer } from '@fingerpost/kit/visitor/page'
import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import type { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import { domainRecordKey, slugRecordKey } from '@fingerpost/protos/redis-keys'
import { slugKey } from '@fingerpost/protos/slug-key'
import { LRUCache } from 'lru-cache'
import type { UnknownLimit } from '../limits/unknown.cache.ts'
import { Link } from '../links/link.rules.ts'
import { rootOf, unknownOn } from '../pages/fallback.rules.ts'
import { PAGES } from '../pages/notice.rules.ts'
import { NO_ICON, ROBOTS } from '../pages/redirect.rules.ts'
import type { RecordCache } from '../records/record.cache.ts'
import type { Peer } from '../requests/peer.mapper.ts'
import {
  domainName,
  isSlug,
  readTarget,
  readTrigger,
  type Target,
} from '../requests/request.rules.ts'
import { mapMaybeAsync } from './map-maybe-async.rules.ts'

export interface LookupParts {
  domains: RecordCache<DomainRecord>
  links: RecordCache<SlugRecord>
  unknowns: UnknownLimit
  peerOf(request: IncomingMessage): Peer
}

/** A requested link, and how it was requested. */
export interface Lookup {
  domain: DomainRecord
  link: Link
  /** Whether only the preview page is requested. */
  preview: boolean
  peer: Peer
  target: Target
  /** How the visitor reached the link: link, qr or preview. */
  trigger: string
  /** The visitor's query without our own parameters, as sent. */
  query: string
}

/** Counts visits by result. */
export const decided = createFastCounter(
  'fingerpost_redirect_visits_total',
  'Visits to links by result',
  'result',
)

/**
 * Looks up the link that a request asks for, or the answer to send instead. Returns a promise only
 * if the lookup needs Redis or a service.
 */
export function lookupRoutes({ domains, links, unknowns, peerOf }: LookupParts) {
  const keys = new LRUCache<string, string>({ max: 1_000 })

  return (request: IncomingMessage): Lookup | Answer | Promise<Lookup | Answer> => {
    const { method } = request
    const reads = method === 'GET' || method === 'HEAD'
    if (reads || method === 'POST') return lookUp(request, reads)
    // Links with a password also allow POST; all other addresses allow only GET and HEAD.
    return mapMaybeAsync(lookUp(request, false), (found) =>
      'status' in found ? PAGES.notAllowed : PAGES.notAllowedForm,
    )
  }

  function lookUp(
    request: IncomingMessage,
    reads: boolean,
  ): Lookup | Answer | Promise<Lookup | Answer> {
    toOriginForm(request)
    const target = readTarget(request.url ?? '')
    if (target === 400 || !namesOneHost(request)) return PAGES.badRequest
    if (target === 414) return PAGES.tooLong
    const fixed = FIXED.get(target.path)
    if (fixed) return reads ? fixed : PAGES.notAllowed

    const peer = peerOf(request)
    const key = keyOf(peer.host)
    if (key === '') return PAGES.notFound
    return mapMaybeAsync(find(domains, key, peer), (domain) =>
      onDomain(domain, reads, peer, target),
    )
  }

  function onDomain(
    domain: Found<DomainRecord>,
    reads: boolean,
    peer: Peer,
    target: Target,
  ): Lookup | Answer | Promise<Lookup | Answer> {
    if (domain === 'too many') return PAGES.tooMany
    if (!domain?.verified) return PAGES.notFound
    if (target.path === '') return reads ? rootOf(domain) : PAGES.notAllowed

    const preview = domain.allow_preview && target.path.endsWith('+')
    const slug = preview ? target.path.slice(0, -1) : target.path
    if (!isSlug(slug)) return unknownOn(domain)
    const key = slugRecordKey(domain.id, slugKey(slug, domain.case_sensitive))
    return mapMaybeAsync(find(links, key, peer), (record) => {
      if (record === 'too many') return PAGES.tooMany
      if (record === null) {
        decided('unknown')
        return unknownOn(domain)
      }
      if (!reads && !record.password_hash) return PAGES.notAllowed
      const link = new Link(record)
      return { domain, link, preview, peer, target, ...readTrigger(target.query) }
    })
  }

  /** The record key for a `Host` header; empty if it is not a host name. */
  function keyOf(host: string): string {
    let key = keys.get(host)
    if (key === undefined) {
      const name = domainName(host)
      key = name === undefined ? '' : domainRecordKey(name)
      keys.set(host, key)
    }
    return key
  }

  function find<T extends object>(
    records: RecordCache<T>,
    key: string,
    { ip }: Peer,
  ): Found<T> | Promise<Found<T>> {
    const held = records.peek(key)
    if (held !== undefined) return held
    if (unknowns.isOver(ip)) {
      return unknowns.slowly(ip, () => records.get(key)).then((found) => found ?? 'too many')
    }
    return records.get(key).then((found) => {
      if (found === null) unknowns.count(ip)
      return found
    })
  }
}

/** Null if there is no record. */
type Found<T> = T | null | 'too many'

/** Paths with the same answer on every host. */
const FIXED: ReadonlyMap<string, Answer> = new Map([
  ['favicon.ico', NO_ICON],
  ['robots.txt', ROBOTS],
])
