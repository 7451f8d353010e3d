import { openGeoIp } from '@fingerpost/kit/geo/geoip'
import { canonicalUrl } from '@fingerpost/kit/net/url'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { createTestRedis } from '@fingerpost/kit/testing'
import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import type { Click } from '@fingerpost/protos/click/v1/click'
import type { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import { forDestinations } from '@fingerpost/protos/redirect-rules'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { expectAnswer, expectClick, requestOf } from '../../../tests/redirect/replay.ts'
import { DOMAINS, type DomainKey, type LinkFields, type Row } from '../../../tests/redirect/row.ts'
import { TABLE } from '../../../tests/redirect/table.ts'
import { givenColumns } from '../../analytics/src/clicks/click.repository.ts'
import { enrichment } from '../../analytics/src/clicks/steps.worker.ts'
import { compileRules } from '../../link/src/variants/compile.rules.ts'
import {
  type Fakes,
  queuedClicks,
  startFakes,
  startTestRedirect,
  visit,
} from './testing/redirect.ts'

/** Columns whose empty value the API returns as null. */
const OPTIONAL = [
  'color_scheme',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_reference',
] as const

const log = createLog('redirect', 'silent')
const lifecycle = new Lifecycle(log)
const geoip = lifecycle.own(
  'geo databases',
  openGeoIp({ GEOIP_CITY_DB: '', GEOIP_COUNTRY_DB: '', GEO_DATA: 'city' }, 'city', log),
  (it) => it.close(),
)
const ID = Math.floor(Math.random() * 1e9)
let fakes: Fakes
let port: number
let redis: Awaited<ReturnType<typeof createTestRedis>>
let passwordHash: string

beforeAll(async () => {
  redis = lifecycle.own('redis', await createTestRedis(), (it) => it.drop())
  fakes = await startFakes(lifecycle)
  const own = { TRUSTED_PROXIES: ['127.0.0.1/32'] }
  const redirect = await startTestRedirect(fakes, redis.url, own)
  lifecycle.own('redirect', redirect, (it) => it.close())
  port = redirect.port
  passwordHash = await hash('sesame', { memoryCost: 1024, timeCost: 1 })
  for (const [i, key] of (Object.keys(DOMAINS) as DomainKey[]).entries()) {
    const own: Partial<DomainRecord> = DOMAINS[key]
    fakes.addDomain({
      id: ID + i,
      name: `${key}.example`,
      verified: key !== 'unverified',
      ...own,
    })
  }
})
afterAll(() => lifecycle.close())

/** The record that link compiles from a link of the API. */
const record = (fields: LinkFields, deleted: boolean): Partial<SlugRecord> => ({
  url: canonicalUrl(fields.url ?? ''),
  title: fields.title ?? 'x',
  deleted,
  redirect_code: fields.redirect_code ?? 302,
  ...(fields.password && { password_hash: passwordHash }),
  ...(fields.expires_at && { expires_at_ms: Date.parse(fields.expires_at) }),
  expires_after: fields.expires_after ?? 0,
  expire_url: fields.expire_url,
  rules: compileRules({
    ...forDestinations((field) => fields[field] ?? null),
    rules: (fields.rules ?? []).map((it, i) => ({ id: i + 1, ...it })),
    geo: (fields.geo ?? []).map((it, i) => ({ id: i + 1, ...it })),
    ab: (fields.ab ?? []).map((it, i) => ({ id: i + 1, ...it })),
  }),
  utm_source: fields.utm_source,
  utm_medium: fields.utm_medium,
  utm_campaign: fields.utm_campaign,
  utm_term: fields.utm_term,
  utm_content: fields.utm_content,
  utm_reference: fields.utm_reference,
})

/** A click as the click worker stores it and the API returns it, with the fields that it derives. */
function storedClick(click: Click): Record<string, unknown> {
  const row = givenColumns(click)
  for (const { derive } of enrichment(geoip, 'full')) Object.assign(row, derive(click, row))
  const given = Object.fromEntries(OPTIONAL.map((name) => [name, row[name] || null]))
  return { ...row, ...given, geo: JSON.parse(row.geo), query: JSON.parse(row.query) }
}

const clicksOf = async (slug: string) =>
  (await queuedClicks(redis.client)).filter((click) => click.slug === slug)

it('the table has its two hundred rows', () => {
  expect(TABLE.length).toBeGreaterThanOrEqual(200)
})

it.each(TABLE.map((row, i) => [i, row.name, row] as const))('%i %s', async (i, _, row: Row) => {
  const slug = `${row.link?.slug ?? 'row'}-${i}`
  const domain = fakes.domains.get(`${row.domain}.example`)!
  if (row.link) {
    const made = fakes.addLink(domain, { ...record(row.link, row.deleted ?? false), slug })
    if (domain.case_sensitive) fakes.slugs.set(`slug:${domain.id}:${slug}`, made)
    const limit = { limit: made.expires_after, taken: 0, granted: 0, used: 0 }
    fakes.limits.set(made.link_id, limit)
  }
  const { path, ...request } = requestOf(row, domain.name, slug)
  const host = request.headers.host ?? ''

  const headers = { 'user-agent': undefined, ...request.headers }

  // Twice: a visit that consumes no click of the limit leaves it for the next one.
  for (let time = 0; time < 2; time++) {
    expectAnswer(row, await visit(port, host, path, { ...request, headers }))
  }

  const wanted = row.click === null ? 0 : 2
  await vi.waitFor(async () => expect(await clicksOf(slug)).toHaveLength(wanted), 10_000)
  for (const click of await clicksOf(slug)) {
    const stored = storedClick(click)
    expectClick(row, stored, Object.keys(stored))
  }
})
