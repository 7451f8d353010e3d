import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { unavailable } from '@fingerpost/kit/http/problem'
import type { Answer } from '@fingerpost/kit/visitor/page'
import { isPrefetch } from '@fingerpost/kit/visitor/prefetch'
import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import type { Click } from '@fingerpost/protos/click/v1/click'
import { type Seen, toClick } from '../clicks/click.rules.ts'
import { createClickIds } from '../clicks/click-id.rules.ts'
import type { LimitCache } from '../limits/limit.cache.ts'
import type { Link } from '../links/link.rules.ts'
import { safeQuery } from '../links/url.rules.ts'
import { redirectTo, unknownOn } from '../pages/fallback.rules.ts'
import { passwordPage } from '../pages/form.rules.ts'
import { PAGES } from '../pages/notice.rules.ts'
import { previewPage } from '../pages/preview.rules.ts'
import { redirectAnswer } from '../pages/redirect.rules.ts'
import type { PasswordRoutes } from '../passwords/password.routes.ts'
import { explain } from '../rules/explain.rules.ts'
import {
  consumesLimit,
  expired,
  isLimited,
  type Refused,
  type Resolution,
  resolve,
  type Served,
} from '../rules/resolve.rules.ts'
import { Visitor, type VisitorTraits } from '../rules/visitor.rules.ts'
import { decided, type Lookup, type LookupParts, lookupRoutes } from './lookup.routes.ts'
import { mapMaybeAsync } from './map-maybe-async.rules.ts'

export interface VisitParts extends LookupParts {
  traits: VisitorTraits
  limits: LimitCache
  passwords: PasswordRoutes
  /** Resolves with false if the click could be stored nowhere. */
  record(click: Click, link: Link, headers: Seen['headers']): Promise<boolean>
  /** Whether a click of the link would be lost, as far as is known. */
  losesClicks(linkId: number): boolean
}

/** Handles a visit: lookup, decision, click, answer. */
export function visitRoutes(parts: VisitParts) {
  const { traits, limits, passwords, record, losesClicks } = parts
  const lookUp = lookupRoutes(parts)
  const newId = createClickIds(randomBits)

  return (request: IncomingMessage): Answer | Promise<Answer> =>
    mapMaybeAsync(lookUp(request), (asked) => handle(request, asked))

  function handle(request: IncomingMessage, asked: Lookup | Answer): Answer | Promise<Answer> {
    if ('status' in asked) return asked
    const visitor = visitorOf(request, asked)
    const resolution = decide(asked.link, asked.domain, visitor)
    return mapMaybeAsync(resolution, (it) => serve(request, asked, visitor, it))
  }

  function visitorOf({ method, headers }: IncomingMessage, { link, preview, peer, query }: Lookup) {
    const { dryRunMs, ip, country } = peer
    return new Visitor(
      {
        nowMs: dryRunMs ?? Date.now(),
        counts: method === 'GET' && !preview && dryRunMs === undefined && !isPrefetch(headers),
        query: safeQuery(query),
        headers,
        ip,
        linkId: link.record.link_id,
        country,
      },
      traits,
    )
  }

  /** Answers according to the resolution, once the click is recorded. */
  function serve(
    request: IncomingMessage,
    asked: Lookup,
    visitor: Visitor,
    resolution: Resolution,
  ): Answer | Promise<Answer> {
    const { domain, link, preview, peer } = asked
    if (peer.dryRunMs !== undefined) return explain(resolution, link, visitor)
    if (preview) return previewed(link, domain, resolution, visitor.query)
    if (resolution.kind === 'locked' && !visitor.unlocked) return enter(request, asked, visitor)
    decided(resolution.kind)
    if (resolution.kind !== 'destination') return refused(resolution)
    const answer = answerOf(link, resolution)
    if (!resolution.click) return answer
    const { nowMs: atMs, ip } = visitor
    const { headers } = request
    const { trigger, query } = asked
    const seen = { id: newId(atMs), atMs, trigger, ip, query, headers }
    const click = toClick(seen, link, domain, resolution)
    // A link with a limit serves only clicks that are recorded.
    return record(click, link, headers).then((isStored) =>
      isStored || !resolution.consumes ? answer : PAGES.unavailable,
    )
  }

  /** Checks the password of a locked link; if it is correct, decides again and serves. */
  async function enter(request: IncomingMessage, asked: Lookup, visitor: Visitor): Promise<Answer> {
    const { link, domain, peer, target } = asked
    const here = { path: target.path, query: safeQuery(target.query) }
    const entry = await passwords.enter(request, link.record, peer, here)
    if (entry !== 'open') {
      decided('locked')
      return entry
    }
    visitor.unlocked = true
    return serve(request, asked, visitor, await decide(link, domain, visitor))
  }

  function decide(
    link: Link,
    domain: DomainRecord,
    visitor: Visitor,
  ): Resolution | Promise<Resolution> {
    return isLimited(link) ? decideLimited(link, domain, visitor) : resolve(link, domain, visitor)
  }

  /** Decides with the click counter of the link. */
  async function decideLimited(
    link: Link,
    domain: DomainRecord,
    visitor: Visitor,
  ): Promise<Resolution> {
    if (!consumesLimit(link, visitor)) visitor.exhausted = await limits.isExhausted(link.record)
    const resolution = resolve(link, domain, visitor)
    if (resolution.kind !== 'destination' || !resolution.consumes) return resolution
    if (losesClicks(link.record.link_id)) throw unavailable('Clicks cannot be recorded.')
    return (await limits.take(link.record)) ? resolution : expired(link, domain)
  }
}

const answerOf = (link: Link, { location }: Served): Answer =>
  redirectAnswer(link.code, location, link.cacheControl)

function refused(resolution: Refused): Answer {
  if (resolution.kind === 'deleted') return PAGES.gone
  if (resolution.kind === 'locked') return passwordPage(false)
  return redirectTo(resolution.location) ?? PAGES.expired
}

/** The preview page of a link. Links with a password have none. */
function previewed(
  { record }: Link,
  domain: DomainRecord,
  resolution: Resolution,
  query: string,
): Answer | Promise<Answer> {
  if (resolution.kind === 'locked') return unknownOn(domain)
  if (resolution.kind !== 'destination') return refused(resolution)
  const onward = `/${encodeURIComponent(record.slug)}?_via=preview${query && `&${query}`}`
  const { short_url, title } = record
  return previewPage({ shortUrl: short_url, title, destination: resolution.location, onward })
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
