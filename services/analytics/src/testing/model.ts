import type { Condition, Filter } from '@fingerpost/protos/analytics/v1/analytics'
import type { LinkChange } from '@fingerpost/protos/link/v1/link_change'
import { givenColumns } from '../clicks/click.repository.ts'
import type { ClickRow } from '../clicks/click.schema.ts'
import type { Period } from '../reports/period.rules.ts'
import { addDays, dayOf, offsetMs, startOfDay, weekdayOf } from '../reports/zone.rules.ts'
import { makeClick } from './stack.ts'

/** A row of clicks and its time in ms. */
export type ModelClick = ClickRow & { at: number }

/**
 * Links 1, 2 and 4 of each team; link 3 is unknown. The last state of a link is the current one.
 */
export function makeLinks(): LinkChange[] {
  const states = [
    { link_id: 1, version: 1, folder_id: 9, tag_ids: [10] },
    { link_id: 1, version: 2, folder_id: 5, tag_ids: [8, 9] },
    { link_id: 2, version: 3, folder_id: 0, tag_ids: [9] },
    { link_id: 4, version: 4, folder_id: 6, tag_ids: [] },
  ]
  return [1, 2].flatMap((orgId) =>
    states.map((state) => ({
      ...state,
      link_id: state.link_id + 10 * (orgId - 1),
      org_id: orgId,
      kind: 'updated',
      domain_id: 1,
      domain: 'go.example',
      slug: `s${state.link_id}`,
      short_url: `https://go.example/${state.link_id === 4 ? 'new' : `s${state.link_id}`}`,
      url: 'https://example.com/',
      title: '',
      deleted: false,
      created_at_ms: 0,
      updated_at_ms: 0,
    })),
  )
}

/** 3,000 deterministic clicks of three teams over 400 days, most of them in the last month. */
export function makeClicks(nowMs: number): ModelClick[] {
  const random = createRandom(20_261_120)
  const pick = <T>(...values: T[]): T => values[Math.floor(random() * values.length)] as T
  return Array.from({ length: 3_000 }, () => {
    const orgId = pick(1, 1, 1, 2, 3)
    const linkId = orgId === 2 ? pick(1, 2, 11, 12, 14) : pick(1, 1, 2, 3, 4)
    const spread = 400 * 86_400_000 * random() ** 4
    const at = Math.floor(nowMs - spread) - pick(0, 0, 3_600_000)
    const click = makeClick({
      org_id: orgId,
      link_id: linkId,
      domain_id: pick(1, 2),
      created_at_ms: pick(at, at - (at % 3_600_000)),
      short_url: `https://go.example/s${linkId}`,
      url: pick(
        'https://example.com/page',
        'https://example.com/100%_a\\b',
        "https://e.com/a?b='x'",
        'https://e.com/ÜNÏ',
      ),
      utm_source: pick('mail', ''),
      utm_medium: pick('social', ''),
      utm_campaign: pick('spring', ''),
      utm_term: pick('shoes', ''),
      utm_content: pick('top', ''),
      utm_reference: pick('friend', ''),
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
      visitor: pick('0', '1', '2', '3', '18446744073709551615'),
    }
    return Object.defineProperty(row, 'at', { value: click.created_at_ms }) as ModelClick
  })
}

/** Whether a click belongs to a report; a reference implementation without SQL. */
export function inScope(orgId: number, filter: Filter, period: Period, links: LinkChange[]) {
  const now = new Map<number, LinkChange>()
  for (const link of links) if (link.org_id === orgId) now.set(link.link_id, link)
  const text = filter.search?.toLowerCase()
  const meets = (click: ModelClick, { field, operator, values }: Condition) => {
    const link = now.get(click.link_id)
    const held: Record<string, unknown> = { ...click, folder_id: link?.folder_id ?? 0 }
    const own: unknown[] = field === 'tag_id' ? (link?.tag_ids ?? []) : [held[field]]
    if (operator === 'contains') {
      const part = (text: string) => values.some((it) => text.includes(it.toLowerCase()))
      return own.some((it) => part(String(it).toLowerCase()))
    }
    return own.some((it) => values.includes(String(it))) === (operator === 'is')
  }
  return (click: ModelClick): boolean =>
    click.org_id === orgId &&
    click.at >= period.fromMs &&
    click.at < period.toMs &&
    (text === undefined ||
      click.url.toLowerCase().includes(text) ||
      click.short_url.toLowerCase().includes(text)) &&
    (filter.conditions?.all ?? []).every((condition) => meets(click, condition)) &&
    (filter.include_bots || !click.is_bot)
}

/** Visitors of clicks by row: once per UTC day, in the row of their first click of that day. */
export function visitorsOf(clicks: readonly ModelClick[], rowOf: (click: ModelClick) => string) {
  const first = new Map<string, ModelClick>()
  for (const click of clicks) {
    const key = `${Math.floor(click.at / 86_400_000)} ${click.is_bot} ${click.visitor}`
    if (click.visitor !== '0' && click.at < (first.get(key)?.at ?? Infinity)) first.set(key, click)
  }
  const rows = Map.groupBy(first.values(), rowOf)
  return (row: string) => rows.get(row)?.length ?? 0
}

/** The start of the hour, day, week or month of a time in a zone. */
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

/** Mulberry32, a seeded pseudorandom generator. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
