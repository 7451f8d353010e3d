import { randomUUID } from 'node:crypto'
import { TOUCHED_LINKS } from '@fingerpost/kit/click-keys'
import { Lifecycle } from '@fingerpost/kit/lifecycle'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  as,
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

it('a click can be read by its team, with everything that was derived', async () => {
  const click = makeClick({ orgId: 11, linkId: 101, colorScheme: 'dark', utmSource: 'mail' })
  await work({ clicks: [click] })

  const { items, total } = await analytics.listClicks(all, as(11))

  expect(total).toBe(1)
  expect(items[0]).toMatchObject({
    id: click.id,
    linkId: 101,
    domainId: 3,
    domain: 'go.example',
    slug: 's101',
    url: 'https://example.com/page',
    title: 'A page',
    createdAtMs: click.createdAtMs,
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
    isMobile: true,
    isEu: false,
    isBot: false,
    colorScheme: 'dark',
    utmSource: 'mail',
    utmMedium: undefined,
    variant: 'main',
    trigger: 'link',
  })
  expect(JSON.parse(items[0]!.queryJson)).toEqual({ a: '1', b: ['2', '3'] })
  expect(JSON.parse(items[0]!.geoJson)).toMatchObject({ time_zone: 'Europe/London' })
})

it('link is told the clicks of visitors and the newest of them', async () => {
  const at = Date.now()
  const clicks = [
    makeClick({ orgId: 12, linkId: 201, createdAtMs: at - 5_000 }),
    makeClick({ orgId: 12, linkId: 201, createdAtMs: at - 1_000 }),
    makeClick({ orgId: 12, linkId: 201, createdAtMs: at, userAgent: 'Googlebot/2.1' }),
    makeClick({ orgId: 12, linkId: 202, createdAtMs: at - 2_000 }),
  ]
  await work({ clicks })

  await vi.waitFor(() => {
    expect(link.told.get(201)).toEqual({ linkId: 201, clicks: 2, clickedAtMs: at - 1_000 })
    expect(link.told.get(202)).toEqual({ linkId: 202, clicks: 1, clickedAtMs: at - 2_000 })
  })
})

it('totals that link did not take are told when it is back', async () => {
  link.state.away = true
  const calls = link.state.calls
  await work({ clicks: [makeClick({ orgId: 13, linkId: 301 })] })
  await vi.waitFor(() => expect(link.state.calls).toBeGreaterThan(calls))
  link.state.away = false

  await vi.waitFor(() => expect(link.told.get(301)?.clicks).toBe(1), { timeout: 15_000 })
  await vi.waitFor(async () => expect(await queues.redis.zcard(TOUCHED_LINKS)).toBe(0))
})

it('a job that comes again after it was done changes nothing', async () => {
  const batch = { clicks: [makeClick({ orgId: 14, linkId: 401 }), makeClick({ orgId: 14 })] }
  const id = await work(batch)
  await work(batch, id)
  await work({ clicks: [...batch.clicks, makeClick({ orgId: 14, linkId: 402 })] })

  expect((await analytics.listClicks(all, as(14))).total).toBe(3)
  await vi.waitFor(() => expect(link.told.get(402)?.clicks).toBe(1))
  expect(link.told.get(401)?.clicks).toBe(1)
})

it('a batch over the end of a month, repeated, counts once in each', async () => {
  const clicks = ['2026-08-31T23:59:59.999Z', '2026-09-01T00:00:00.000Z'].map((at) =>
    makeClick({ orgId: 15, linkId: 501, createdAtMs: Date.parse(at) }),
  )
  const id = await work({ clicks })
  await work({ clicks }, id)

  const { counts } = await analytics.countClicks(
    {
      filter: { period: '2026-08-01,2026-09-30', includeBots: false },
      interval: 'month',
      page: undefined,
    },
    as(15),
  )
  expect(counts).toEqual([
    { time: '2026-08-01T00:00:00+00:00', clicks: 1 },
    { time: '2026-09-01T00:00:00+00:00', clicks: 1 },
  ])
})

it('a poisonous click is put aside with its reason and the rest goes in', async () => {
  const poison = [
    { ...makeClick({ orgId: 16 }), linkId: 'seven' },
    { ...makeClick({ orgId: 16 }), createdAtMs: 8.64e15 },
  ]
  const odd = makeClick({
    orgId: 16,
    title: 'nul \u0000 half \ud83d quote " and \\',
    userAgent: 'x'.repeat(100_000),
    ip: '999.1.1.1',
    acceptLanguage: ';;;q=zz',
    query: '%ff&__proto__=1',
  })
  const id = await work({ clicks: [poison[0], odd, poison[1]] })

  const { items } = await analytics.listClicks(all, as(16))
  expect(items).toMatchObject([{ id: odd.id, title: 'nul  half \ufffd quote " and \\', ip: '' }])
  const rejected = await clickhouse.clickhouse.read({
    text: 'SELECT position, reason FROM clicks_rejected_v1 WHERE job_id = {id:String} ORDER BY position',
    params: { id },
  })
  expect(rejected).toEqual([
    { position: 0, reason: 'linkId is not a whole number' },
    { position: 2, reason: 'createdAtMs is not a time at which this product ran' },
  ])
})

it.each([null, 'garbage', { clicks: 5 }, { clicks: [] }])(
  'a job of %j does not stop the queue',
  async (data) => {
    const orgId = 17
    await work(data)
    const { total } = await analytics.listClicks(all, as(orgId))
    await work({ clicks: [makeClick({ orgId })] })

    expect((await analytics.listClicks(all, as(orgId))).total).toBe(total + 1)
  },
)
