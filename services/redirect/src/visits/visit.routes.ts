import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Problem } from '@fingerpost/kit/problem'
import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import type { Click } from '@fingerpost/protos/click/v1/click'
import { toClick } from '../clicks/click.rules.ts'
import { createClickIds } from '../clicks/click-id.rules.ts'
import type { LimitCache } from '../limits/limit.cache.ts'
import {
  type Answer,
  methodNotAllowed,
  NO_ICON,
  PAGES,
  ROBOTS,
  redirectAnswer,
} from '../pages/page.rules.ts'
import type { Peer } from '../proxy.ts'
import type { RecordCache } from '../records/record.cache.ts'
import { domainKey, linkKey } from '../records/record.client.ts'
import type { Link } from './link.rules.ts'
import {
  domainName,
  isPrefetch,
  isSlug,
  readTarget,
  readTrigger,
  slugKey,
} from './request.rules.ts'
import {
  expired,
  isLimited,
  type Refused,
  resolve,
  type Served,
  takesOne,
} from './resolve.rules.ts'
import { headerUrl, safeQuery } from './url.rules.ts'
import { type Senses, Visitor } from './visit.rules.ts'

const KEPT_NOWHERE = 'no-store'

export interface VisitParts {
  domains: RecordCache<DomainRecord>
  links: RecordCache<Link>
  senses: Senses
  peerOf(request: IncomingMessage): Peer
  limits: LimitCache
  record(click: Click): Promise<void>
}

/** Answers a visit from its request line to its last header. */
export function visitRoutes({ domains, links, senses, peerOf, limits, record }: VisitParts) {
  const newId = createClickIds(randomBits)

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { method } = request
    if (method !== 'GET' && method !== 'HEAD') return methodNotAllowed('GET, HEAD')
    const target = readTarget(request.url ?? '')
    if (target === 400) return PAGES.badRequest
    if (target === 414) return PAGES.tooLong
    if (target.path === 'favicon.ico') return NO_ICON
    if (target.path === 'robots.txt') return ROBOTS

    const peer = peerOf(request)
    const name = domainName(peer.host)
    if (name === undefined) return PAGES.notFound
    const nameKey = domainKey(name)
    const domain = domains.peek(nameKey) ?? (await domains.get(nameKey))
    if (!domain?.verified) return PAGES.notFound
    if (target.path === '') return leadTo(domain.rootUrl) ?? PAGES.home

    if (!isSlug(target.path)) return unknown(domain)
    const key = linkKey(domain.id, slugKey(target.path, domain.caseSensitive))
    let link = links.peek(key)
    if (link === undefined) link = await links.get(key)
    if (link === null) return unknown(domain)

    const { trigger, query } = readTrigger(target.query)
    const visitor = new Visitor(
      {
        nowMs: Date.now(),
        counts: method === 'GET' && !isPrefetch(request.headers),
        query: safeQuery(query),
        userAgent: request.headers['user-agent'] ?? '',
        ip: peer.ip,
        linkId: link.record.linkId,
      },
      senses,
    )
    if (isLimited(link) && !takesOne(link, visitor))
      visitor.spent = await limits.isSpent(link.record)
    const resolution = resolve(link, domain, visitor)
    if (resolution.kind !== 'destination') return refusal(resolution)
    if (resolution.takes && !(await limits.take(link.record))) {
      return refusal(expired(link, domain))
    }
    if (resolution.click) {
      const { nowMs: atMs, ip } = visitor
      const seen = { id: newId(atMs), atMs, trigger, ip, query, headers: request.headers }
      await record(toClick(seen, link, domain, resolution))
    }
    return served(link, resolution)
  }

  return async (request: IncomingMessage): Promise<Answer> => {
    try {
      return await answer(request)
    } catch (error) {
      if (error instanceof Problem && error.kind === 'unavailable') return PAGES.unavailable
      throw error
    }
  }
}

const served = (link: Link, { location }: Served): Answer =>
  redirectAnswer(link.code, location, link.cacheControl)

function refusal(resolution: Refused): Answer {
  if (resolution.kind === 'deleted') return PAGES.gone
  if (resolution.kind === 'locked') return PAGES.unavailable
  return leadTo(resolution.location) ?? PAGES.expired
}

/** What is asked for and never was. */
const unknown = (domain: DomainRecord): Answer => leadTo(domain.notFoundUrl) ?? PAGES.notFound

/** A way out that is no short link: nobody keeps it. */
function leadTo(url: string | undefined): Answer | undefined {
  const location = url && headerUrl(url)
  return location ? redirectAnswer(302, location, KEPT_NOWHERE) : undefined
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
