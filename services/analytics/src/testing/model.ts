import type { Filter } from '@fingerpost/protos/analytics/v1/analytics'
import type { LinkChange } from '@fingerpost/protos/link/v1/link_change'
import { type ClickRow, givenColumns } from '../clicks/click.repository.ts'
import type { Period } from '../reports/period.rules.ts'
import { addDays, dayOf, offsetMs, startOfDay, weekdayOf } from '../reports/zone.rules.ts'
import { makeClick } from './stack.ts'

/** A row of clicks and its time in ms. */
export type ModelClick = ClickRow & { at: number }

/** Link n of a team; link 3 was never told of. The second state of a link is what it is now. */
export function makeLinks(): LinkChange[] {
  const states = [
    { linkId: 1, version: 1, folderId: 9, tagIds: [10] },
    { linkId: 1, version: 2, folderId: 5, tagIds: [8, 9] },
    { linkId: 2, version: 3, folderId: 0, tagIds: [9] },
    { linkId: 4, version: 4, folderId: 6, tagIds: [] },
  ]
  return [1, 2].flatMap((orgId) =>
    states.map((state) => ({
      ...state,
      linkId: state.linkId + 10 * (orgId - 1),
      orgId,
      kind: 'updated',
      domainId: 1,
      domain: 'go.example',
      slug: `s${state.linkId}`,
      shortUrl: `https://go.example/${state.linkId === 4 ? 'new' : `s${state.linkId}`}`,
      url: 'https://example.com/',
      title: '',
      deleted: false,
      createdAtMs: 0,
      updatedAtMs: 0,
    })),
  )
}

/** 3,000 clicks of three teams over 400 days, most of them in the last month; always the same ones. */
export function makeClicks(nowMs: number): ModelClick[] {
  const random = createRandom(20_261_120)
  const pick = <T>(...values: T[]): T => values[Math.floor(random() * values.length)] as T
  return Array.from({ length: 3_000 }, () => {
    const orgId = pick(1, 1, 1, 2, 3)
    const linkId = orgId === 2 ? pick(1, 2, 11, 12, 14) : pick(1, 1, 2, 3, 4)
    const spread = 400 * 86_400_000 * random() ** 4
    const at = Math.floor(nowMs - spread) - pick(0, 0, 3_600_000)
    const click = makeClick({
      orgId,
      linkId,
      domainId: pick(1, 2),
      createdAtMs: pick(at, at - (at % 3_600_000)),
      shortUrl: `https://go.example/s${linkId}`,
      url: pick(
        'https://example.com/page',
        'https://example.com/100%_a\\b',
        "https://e.com/a?b='x'",
        'https://e.com/ÜNÏ',
      ),
      utmSource: pick('mail', ''),
      utmMedium: pick('social', ''),
      utmCampaign: pick('spring', ''),
      utmTerm: pick('shoes', ''),
      utmContent: pick('top', ''),
      utmReference: pick('friend', ''),
    })
    const row = {
      ...givenColumns(click),
      ip: '',
      browser: pick('Firefox', 'Chrome', ''),
      os: pick('Linux', 'Windows'),
      device: pick('Desktop', 'Mobile', 'Bot'),
      brand: pick('Apple', ''),
      platform: pick('Linux', 'Windows'),
      language: pick('en', 'de', ''),
      referer: pick('news.example', ''),
      continent: pick('Europe', ''),
      country: pick('GB', 'DE', ''),
      region: pick('England', ''),
      city: pick("O'Fallon", 'Berlin', ''),
      geo: '{}',
      query: '{}',
      is_mobile: false,
      is_eu: false,
      is_bot: pick(true, false, false, false),
    }
    return Object.defineProperty(row, 'at', { value: click.createdAtMs }) as ModelClick
  })
}

/** Whether a click belongs to a report, said a second time without SQL. */
export function inScope(orgId: number, filter: Filter, period: Period, links: LinkChange[]) {
  const now = new Map<number, LinkChange>()
  for (const link of links) if (link.orgId === orgId) now.set(link.linkId, link)
  const text = filter.search?.toLowerCase()
  const same = (wanted: unknown, value: unknown) => wanted === undefined || wanted === value
  return (click: ModelClick): boolean =>
    click.org_id === orgId &&
    click.at >= period.fromMs &&
    click.at < period.toMs &&
    same(filter.linkId, click.link_id) &&
    same(filter.domainId, click.domain_id) &&
    same(filter.folderId, now.get(click.link_id)?.folderId ?? 0) &&
    (filter.tagId === undefined || !!now.get(click.link_id)?.tagIds.includes(filter.tagId)) &&
    (text === undefined ||
      click.url.toLowerCase().includes(text) ||
      click.short_url.toLowerCase().includes(text)) &&
    same(filter.country, click.country) &&
    same(filter.city, click.city) &&
    same(filter.region, click.region) &&
    same(filter.continent, click.continent) &&
    same(filter.browser, click.browser) &&
    same(filter.os, click.os) &&
    same(filter.device, click.device) &&
    same(filter.referer, click.referer) &&
    same(filter.language, click.language) &&
    same(filter.brand, click.brand) &&
    same(filter.platform, click.platform) &&
    same(filter.utmSource, click.utm_source) &&
    same(filter.utmMedium, click.utm_medium) &&
    same(filter.utmCampaign, click.utm_campaign) &&
    same(filter.utmTerm, click.utm_term) &&
    same(filter.utmContent, click.utm_content) &&
    same(filter.utmReference, click.utm_reference) &&
    (filter.includeBots || !click.is_bot)
}

/** The first instant of the hour, day, week or month that a zone's clocks and calendars show. */
export function intervalStart(at: number, interval: string, zone: string): number {
  const day = dayOf(at, zone)
  if (interval === 'day') return startOfDay(day, zone)
  if (interval === 'week') return startOfDay(addDays(day, 1 - weekdayOf(day)), zone)
  if (interval === 'month') return startOfDay({ ...day, day: 1 }, zone)
  const offset = offsetMs(at, zone)
  let start = at - ((at + offset) % 3_600_000)
  while (offsetMs(start, zone) !== offset) start += 60_000 // clocks changed since
  return start
}

/** Mulberry32: the same numbers for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
