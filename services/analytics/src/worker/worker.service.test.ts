import { randomUUID } from 'node:crypto'
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
import { startClickWorker } from './service.ts'

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
  await startClickWorker(
    {
      ...clickhouse.env,
      ...queues.env,
      LOG_LEVEL: 'silent',
      ADMIN_HOST: '127.0.0.1',
      ADMIN_PORT: 0,
      GRPC_SHARED_SECRET: '',
      GEOIP_CITY_DB: '',
      CLICK_IP: 'full',
      CLICK_CONCURRENCY: 4,
      LINK_ADDRESS: link.address,
    },
    lifecycle,
    log,
  )
})
afterAll(() => lifecycle.close())

const drained = () =>
  vi.waitFor(async () => expect(await queues.clicks.depth()).toBe(0), { timeout: 15_000 })

it('a click of a job can be read by its team, with everything that was derived', async () => {
  const click = makeClick({ orgId: 11, linkId: 101, colorScheme: 'dark', utmSource: 'mail' })
  await queues.clicks.add(randomUUID(), { clicks: [click] })
  await drained()

  const { items, total } = await analytics.listClicks(
    { filter: undefined, page: undefined },
    as(11),
  )

  expect(total).toBe(1)
  expect(items[0]).toMatchObject({
    id: click.id,
    linkId: 101,
    createdAtMs: click.createdAtMs,
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
    ip: '81.2.69.142',
    isMobile: true,
    isEu: false,
    isBot: false,
    colorScheme: 'dark',
    utmSource: 'mail',
    utmMedium: undefined,
  })
  expect(JSON.parse(items[0]?.queryJson ?? '')).toEqual({ a: '1', b: ['2', '3'] })
  expect(JSON.parse(items[0]?.geoJson ?? '')).toMatchObject({ time_zone: 'Europe/London' })
})

it('link is told the clicks of visitors and the newest of them', async () => {
  const at = Date.now()
  const clicks = [
    makeClick({ orgId: 12, linkId: 201, createdAtMs: at - 5_000 }),
    makeClick({ orgId: 12, linkId: 201, createdAtMs: at - 1_000 }),
    makeClick({ orgId: 12, linkId: 201, createdAtMs: at, userAgent: 'Googlebot/2.1' }),
    makeClick({ orgId: 12, linkId: 202, createdAtMs: at - 2_000 }),
  ]
  await queues.clicks.add(randomUUID(), { clicks })

  await vi.waitFor(() => {
    expect(link.told.get(201)).toEqual({ linkId: 201, clicks: 2, clickedAtMs: at - 1_000 })
    expect(link.told.get(202)).toEqual({ linkId: 202, clicks: 1, clickedAtMs: at - 2_000 })
  })
})
