import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Problem } from '@fingerpost/kit/problem'
import { createTally } from '@fingerpost/kit/tally'
import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import type { Click } from '@fingerpost/protos/click/v1/click'
import { LRUCache } from 'lru-cache'
import { toClick } from '../clicks/click.rules.ts'
import { createClickIds } from '../clicks/click-id.rules.ts'
import type { LimitCache } from '../limits/limit.cache.ts'
import type { UnknownLimit } from '../limits/unknown.cache.ts'
import { passwordPage } from '../pages/form.rules.ts'
import { PAGES } from '../pages/notice.rules.ts'
import type { Answer } from '../pages/page.rules.ts'
import { previewPage } from '../pages/preview.rules.ts'
import { NO_ICON, ROBOTS, redirectAnswer } from '../pages/redirect.rules.ts'
import type { PasswordRoutes } from '../passwords/password.routes.ts'
import type { Peer } from '../proxy.ts'
import type { RecordCache } from '../records/record.cache.ts'
import { domainKey, linkKey } from '../records/record.client.ts'
import { explain } from './explain.rules.ts'
import type { Link } from './link.rules.ts'
import {
  domainName,
  isAmbiguous,
  isPrefetch,
  isSlug,
  readTarget,
  readTrigger,
  slugKey,
  type Target,
} from './request.rules.ts'
import {
  expired,
  isLimited,
  type Refused,
  type Resolution,
  resolve,
  takesOne,
} from './resolve.rules.ts'
import { headerUrl, safeQuery } from './url.rules.ts'
import { type Senses, Visitor } from './visit.rules.ts'

export interface VisitParts {
  domains: RecordCache<DomainRecord>
  links: RecordCache<Link>
  senses: Senses
  limits: LimitCache
  unknowns: UnknownLimit
  passwords: PasswordRoutes
  peerOf(request: IncomingMessage): Peer
  record(click: Click): Promise<void>
}

/** A link that was asked for, and how. */
interface Asked {
  domain: DomainRecord
  link: Link
  /** Only to be shown where it leads. */
  preview: boolean
  peer: Peer
  target: Target
}

const decided = createTally(
  'fingerpost_redirect_visits_total',
  'Visits to links by result',
  'result',
)

/** Answers a visit from its request line to its last header. */
export function visitRoutes(parts: VisitParts) {
  const { domains, links, senses, limits, unknowns, passwords, peerOf, record } = parts
  const newId = createClickIds(randomBits)
  const names = new LRUCache<string, string>({ max: 1_000 })

  return async (request: IncomingMessage): Promise<Answer> => {
    try {
      const asked = await lookUp(request)
      return 'status' in asked ? asked : await serve(request, asked)
    } catch (error) {
      if (error instanceof Problem && error.kind === 'unavailable') return PAGES.unavailable
      throw error
    }
  }

  /** The link that is asked for; else what is to be said instead. */
  async function lookUp(request: IncomingMessage): Promise<Asked | Answer> {
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
    if (!isSlug(slug)) return unknown(domain)
    const key = linkKey(domain.id, slugKey(slug, domain.caseSensitive))
    const link = links.peek(key) ?? (await find(links, key, peer))
    if (link === 'too many') return PAGES.tooMany
    if (link === null) {
      decided('unknown')
      return unknown(domain)
    }
    if (!reads && !link.record.passwordHash) return PAGES.notAllowed
    return { domain, link, preview, peer, target }
  }

  /** Decides, takes and records; the answer goes out when all that is done. */
  async function serve(request: IncomingMessage, asked: Asked): Promise<Answer> {
    const { domain, link, preview, peer, target } = asked
    const { headers } = request
    const { trigger, query } = readTrigger(target.query)
    const visitor = new Visitor(
      {
        nowMs: peer.dryRunMs ?? Date.now(),
        counts:
          request.method === 'GET' &&
          !preview &&
          peer.dryRunMs === undefined &&
          !isPrefetch(headers),
        query: safeQuery(query),
        userAgent: headers['user-agent'] ?? '',
        ip: peer.ip,
        linkId: link.record.linkId,
        country: peer.country,
      },
      senses,
    )
    let resolution = await decide(link, domain, visitor)
    if (peer.dryRunMs !== undefined) return explain(resolution, link)
    if (preview) return previewed(link, domain, resolution, visitor.query)
    if (resolution.kind === 'locked') {
      const here = { path: target.path, query: safeQuery(target.query) }
      const entry = await passwords.enter(request, link.record, peer, here)
      if (entry !== 'open') {
        decided('locked')
        return entry
      }
      visitor.unlocked = true
      resolution = await decide(link, domain, visitor)
    }
    decided(resolution.kind)
    if (resolution.kind !== 'destination') return refused(resolution)
    if (resolution.click) {
      const { nowMs: atMs, ip } = visitor
      const seen = { id: newId(atMs), atMs, trigger, ip, query, headers }
      await record(toClick(seen, link, domain, resolution))
    }
    const { destination, location } = resolution
    if (location === destination.location) return destination.answer
    return redirectAnswer(link.code, location, link.cacheControl)
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

  function decide(
    link: Link,
    domain: DomainRecord,
    visitor: Visitor,
  ): Resolution | Promise<Resolution> {
    return isLimited(link) ? decideLimited(link, domain, visitor) : resolve(link, domain, visitor)
  }

  /** The rules' decision, with what the counter of the link says. */
  async function decideLimited(
    link: Link,
    domain: DomainRecord,
    visitor: Visitor,
  ): Promise<Resolution> {
    if (!takesOne(link, visitor)) visitor.spent = await limits.isSpent(link.record)
    const resolution = resolve(link, domain, visitor)
    if (resolution.kind !== 'destination' || !resolution.takes) return resolution
    return (await limits.take(link.record)) ? resolution : expired(link, domain)
  }
}

/** What every host answers alike. */
const FIXED: ReadonlyMap<string, Answer> = new Map([
  ['favicon.ico', NO_ICON],
  ['robots.txt', ROBOTS],
])

function refused(resolution: Refused): Answer {
  if (resolution.kind === 'deleted') return PAGES.gone
  if (resolution.kind === 'locked') return passwordPage(false)
  return leadTo(resolution.location) ?? PAGES.expired
}

/** Where a link leads, shown before it is followed; never of a link with a password. */
function previewed(
  { record }: Link,
  domain: DomainRecord,
  resolution: Resolution,
  query: string,
): Answer {
  if (resolution.kind === 'locked') return unknown(domain)
  if (resolution.kind !== 'destination') return refused(resolution)
  const onward = `/${encodeURIComponent(record.slug)}?_via=preview${query && `&${query}`}`
  const { shortUrl, title } = record
  return previewPage({ shortUrl, title, destination: resolution.location, onward })
}

const rootOf = (domain: DomainRecord): Answer => leadTo(domain.rootUrl) ?? PAGES.home

/** What is asked for and never was. */
const unknown = (domain: DomainRecord): Answer => leadTo(domain.notFoundUrl) ?? PAGES.notFound

/** A way out that is no short link: nobody keeps it. */
function leadTo(url: string | undefined): Answer | undefined {
  const location = url && headerUrl(url)
  return location ? redirectAnswer(302, location, 'no-store') : undefined
}

const pool = new Uint32Array(2_048)
let drawn = pool.length

function randomBits(): [number, number] {
  if (drawn >= pool.length) {
    randomFillSync(pool)
    drawn = 0
  }
  return [pool[drawn++] ?? 0, pool[drawn++] ?? 0]
}
