import { randomUUID } from 'node:crypto'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { TOUCHED_LINKS } from '@fingerpost/protos/redis-keys'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  as,
  jobOf,
  log,
  makeClick,
  openFakeLink,
  openTestAnalytics,
  openTestClickHouse,
  openTestQueues,
} from '../testing/stack.ts'
import { openTestWorker } from '../testing/worker.ts'

const lifecycle = new Lifecycle(log)
let clickhouse: Awaited<ReturnType<typeof openTestClickHouse>>
let queues: Awaited<ReturnType<typeof openTestQueues>>
let link: Awaited<ReturnType<typeof openFakeLink>>
let analytics: Awaited<ReturnType<typeof openTestAnalytics>>['analytics']

beforeAll(async () => {
  clickhouse = await openTestClickHouse(lifecycle)
  queues = await openTestQueues(lifecycle)
  link = await openFakeLink(lifecycle)
  ;({ analytics } = await openTestAnalytics(lifecycle, clickhouse.env))
  await openTestWorker(lifecycle, {
    ...clickhouse.env,
    ...queues.env,
    LINK_ADDRESS: link.address,
    CLICK_IP: 'truncated',
  })
})
afterAll(() => lifecycle.close())

/** Adds a job and waits until it is done. */
async function work(data: unknown, id: string = randomUUID()) {
  await queues.clicks.add(id, data)
  await vi.waitFor(async () => expect(await queues.clicks.depth()).toBe(0), { timeout: 15_000 })
  return id
}
const all = { filter: undefined, page: undefined }

it('a click is readable by its team, with all derived columns', async () => {
  const click = makeClick({ org_id: 11, link_id: 101, color_scheme: 'dark', utm_source: 'mail' })
  await work(jobOf(click))

  const { items, total } = await analytics.listClicks(all, as(11))

  expect(total).toBe(1)
  expect(items[0]).toMatchObject({
    id: click.id,
    link_id: 101,
    domain_id: 3,
    domain: 'go.example',
    slug: 's101',
    url: 'https://example.com/page',
    title: 'A page',
    created_at_ms: click.created_at_ms,
    ip: '81.2.69.0',
    browser: 'Mobile Safari',
    os: 'iOS',
    device: 'Mobile',
    brand: 'Apple',
    platform: 'iOS',
    language: 'en-GB',
    referer: 'news.example',
    continent: 'Europe',
    country: 'GB',
    region: 'England',
    city: 'Gamlingay',
    is_mobile: true,
    is_eu: false,
    is_bot: false,
    color_scheme: 'dark',
    utm_source: 'mail',
    utm_medium: undefined,
    variant: 'main',
    trigger: 'link',
  })
  expect(JSON.parse(items[0]!.query_json)).toEqual({ a: '1', b: ['2', '3'] })
  expect(JSON.parse(items[0]!.geo_json)).toMatchObject({ time_zone: 'Europe/London' })
})

it('clicks of every queue are stored', async () => {
  const each = [queues.clicks, ...queues.otherClicks]
  for (const queue of each) await queue.add(randomUUID(), jobOf(makeClick({ org_id: 10 })))

  for (const queue of each) {
    await vi.waitFor(async () => expect(await queue.depth()).toBe(0), { timeout: 15_000 })
  }

  expect(await analytics.listClicks(all, as(10))).toMatchObject({ total: each.length })
})

it('link receives the number of human clicks and the time of the latest', async () => {
  const at = Date.now()
  const clicks = [
    makeClick({ org_id: 12, link_id: 201, created_at_ms: at - 5_000 }),
    makeClick({ org_id: 12, link_id: 201, created_at_ms: at - 1_000 }),
    makeClick({ org_id: 12, link_id: 201, created_at_ms: at, user_agent: 'Googlebot/2.1' }),
    makeClick({ org_id: 12, link_id: 202, created_at_ms: at - 2_000 }),
  ]
  await work(jobOf(...clicks))

  await vi.waitFor(() => {
    expect(link.reported.get(201)).toEqual({ link_id: 201, clicks: 2, clicked_at_ms: at - 1_000 })
    expect(link.reported.get(202)).toEqual({ link_id: 202, clicks: 1, clicked_at_ms: at - 2_000 })
  })
})

it('totals that link did not accept are sent when it is back', async () => {
  link.state.away = true
  const calls = link.state.calls
  await work(jobOf(makeClick({ org_id: 13, link_id: 301 })))
  await vi.waitFor(() => expect(link.state.calls).toBeGreaterThan(calls))
  link.state.away = false

  await vi.waitFor(() => expect(link.reported.get(301)?.clicks).toBe(1), { timeout: 15_000 })
  await vi.waitFor(async () => expect(await queues.redis.zcard(TOUCHED_LINKS)).toBe(0))
})

it('a repeated job changes nothing', async () => {
  const batch = [makeClick({ org_id: 14, link_id: 401 }), makeClick({ org_id: 14 })]
  const id = await work(jobOf(...batch))
  await work(jobOf(...batch), id)
  await work(jobOf(...batch, makeClick({ org_id: 14, link_id: 402 })))

  expect((await analytics.listClicks(all, as(14))).total).toBe(3)
  await vi.waitFor(() => expect(link.reported.get(402)?.clicks).toBe(1))
  expect(link.reported.get(401)?.clicks).toBe(1)
})

it('a repeated batch across the end of a month counts once in each month', async () => {
  const clicks = ['2026-08-31T23:59:59.999Z', '2026-09-01T00:00:00.000Z'].map((at) =>
    makeClick({ org_id: 15, link_id: 501, created_at_ms: Date.parse(at) }),
  )
  const id = await work(jobOf(...clicks))
  await work(jobOf(...clicks), id)

  const { counts } = await analytics.countClicks(
    {
      filter: { period: '2026-08-01,2026-09-30', include_bots: false },
      interval: 'month',
      page: undefined,
    },
    as(15),
  )
  expect(counts).toEqual([
    { time: '2026-08-01T00:00:00+00:00', clicks: 1, visitors: 0 },
    { time: '2026-09-01T00:00:00+00:00', clicks: 1, visitors: 0 },
  ])
})

it('an invalid click is rejected with its reason, and the others are inserted', async () => {
  const poison = [
    { ...makeClick({ org_id: 16 }), link_id: 'seven' },
    makeClick({ org_id: 16, created_at_ms: 8.64e15 }),
  ]
  const odd = makeClick({
    org_id: 16,
    title: 'nul \u0000 half \ud83d quote " and \\',
    user_agent: 'x'.repeat(100_000),
    ip: '999.1.1.1',
    accept_language: ';;;q=zz',
    query: '%ff&__proto__=1',
  })
  const id = await work(jobOf(...[poison[0], odd, poison[1]].map((it) => it ?? {})))

  const { items } = await analytics.listClicks(all, as(16))
  expect(items).toMatchObject([{ id: odd.id, title: 'nul  half \ufffd quote " and \\', ip: '' }])
  const rejected = await clickhouse.clickhouse.read({
    text: 'SELECT position, reason FROM clicks_rejected_v1 WHERE job_id = {id:String} ORDER BY position',
    params: { id },
  })
  expect(rejected).toEqual([
    { position: 0, reason: 'link_id is not a whole number' },
    { position: 2, reason: 'created_at_ms is not a time at which this product ran' },
  ])
})

it.each([null, 'garbage', { clicks: 5 }, { clicks: [] }])(
  'a job of %j does not stop the queue',
  async (data) => {
    const orgId = 17
    await work(data)
    const { total } = await analytics.listClicks(all, as(orgId))
    await work(jobOf(makeClick({ org_id: orgId })))

    expect((await analytics.listClicks(all, as(orgId))).total).toBe(total + 1)
  },
)
