import { randomUUID } from 'node:crypto'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { TOUCHED_LINKS } from '@fingerpost/protos/redis-keys'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openProxy } from '../testing/proxy.ts'
import {
  jobOf,
  log,
  makeClick,
  openFakeLink,
  openTestClickHouse,
  openTestQueues,
} from '../testing/stack.ts'
import { kill, openTestWorker, spawnWorker } from '../testing/worker.ts'

const LINKS = 7
const lifecycle = new Lifecycle(log)
let clickhouse: Awaited<ReturnType<typeof openTestClickHouse>>
let queues: Awaited<ReturnType<typeof openTestQueues>>
let link: Awaited<ReturnType<typeof openFakeLink>>
let proxy: Awaited<ReturnType<typeof openProxy>>
let testCase: Lifecycle
let around: Parameters<typeof spawnWorker>[1]

beforeAll(async () => {
  clickhouse = await openTestClickHouse(lifecycle)
  proxy = lifecycle.own('proxy', await openProxy(clickhouse.env.CLICKHOUSE_URL), (it) => it.close())
})
beforeEach(async () => {
  testCase = new Lifecycle(log)
  queues = await openTestQueues(testCase)
  link = await openFakeLink(testCase)
  proxy.set('pass')
  await clickhouse.clickhouse.command('TRUNCATE TABLE clicks_raw_v1')
  around = { ...clickhouse.env, ...queues.env, LINK_ADDRESS: link.address }
})
afterEach(() => testCase.close())
afterAll(() => lifecycle.close())

/** Adds jobs of five clicks, one of a bot. Returns the number of human clicks per link. */
async function addJobs(count: number): Promise<number[]> {
  const expected = Array<number>(LINKS).fill(0)
  for (let job = 0; job < count; job++) {
    const clicks = Array.from({ length: 5 }, (_, i) => {
      const n = (job + i) % LINKS
      const visitor = i > 0
      if (visitor) expected[n]!++
      const userAgent = visitor ? 'curl/8.5.0' : 'Googlebot/2.1'
      return makeClick({
        link_id: n + 1,
        created_at_ms: Date.now() - 40 * 86_400_000 * (i % 2),
        user_agent: userAgent,
      })
    })
    await queues.clicks.add(randomUUID(), jobOf(...clicks))
  }
  return expected
}

const inserted = async () => Number(await clickhouse.scalar('SELECT count() FROM clicks_raw_v1'))

async function expectExactly(jobs: number, visitors: number[]): Promise<void> {
  await vi.waitFor(async () => expect(await queues.clicks.depth()).toBe(0), { timeout: 60_000 })
  await vi.waitFor(async () => expect(await queues.redis.zcard(TOUCHED_LINKS)).toBe(0), {
    timeout: 30_000,
  })
  expect(await inserted()).toBe(jobs * 5)
  expect(await clickhouse.scalar('SELECT uniqExact(id) FROM clicks_raw_v1')).toBe(jobs * 5)
  expect(visitors.map((_, i) => link.reported.get(i + 1)?.clicks)).toEqual(visitors)
}

it('a worker that is killed and its successor lose and duplicate no clicks', async () => {
  const visitors = await addJobs(300)
  for (const atLeast of [5, 500]) {
    const killed = await spawnWorker(testCase, around)
    await vi.waitFor(async () => expect(await inserted()).toBeGreaterThanOrEqual(atLeast), {
      timeout: 20_000,
      interval: 5,
    })
    await kill(killed, 'SIGKILL')
  }

  const last = await spawnWorker(testCase, around)
  await expectExactly(300, visitors)
  expect(await kill(last, 'SIGTERM')).toBe(0)
}, 120_000)

it('lost responses of ClickHouse duplicate no clicks', async () => {
  proxy.set('cut')
  await openTestWorker(testCase, { ...around, CLICKHOUSE_URL: proxy.url })
  const visitors = await addJobs(40)
  await vi.waitFor(() => expect(proxy.state.cut).toBeGreaterThan(3), { timeout: 15_000 })
  proxy.set('pass')

  await expectExactly(40, visitors)
}, 90_000)

it('clicks are stored again if ClickHouse kept only the token of their first insert', async () => {
  proxy.set('cutInsert')
  await openTestWorker(testCase, { ...around, CLICKHOUSE_URL: proxy.url })
  const visitors = await addJobs(LINKS)
  await vi.waitFor(() => expect(proxy.state.mode).toBe('refuse'), { timeout: 15_000 })
  expect(await inserted()).toBe(LINKS * 5)
  await clickhouse.clickhouse.command(
    'ALTER TABLE clicks_raw_v1 DELETE WHERE true SETTINGS mutations_sync = 2',
  )
  proxy.set('pass')

  await expectExactly(LINKS, visitors)
}, 90_000)

it('clicks are queued while ClickHouse is unavailable, and all are written when it is back', async () => {
  proxy.set('refuse')
  await openTestWorker(testCase, { ...around, CLICKHOUSE_URL: proxy.url })
  const visitors = await addJobs(40)
  const inHand = () => queues.redis.llen('{clicks}:clicks:active')
  await vi.waitFor(async () => expect(await inHand()).toBe(40))
  proxy.set('pass')

  await expectExactly(40, visitors)
}, 90_000)

it('while ClickHouse is unavailable, no further jobs start and none are delayed', async () => {
  proxy.set('refuse')
  await openTestWorker(testCase, { ...around, CLICKHOUSE_URL: proxy.url, CLICK_CONCURRENCY: 20 })
  const visitors = await addJobs(300)
  await vi.waitFor(async () => expect(await queues.redis.llen('{clicks}:clicks:active')).toBe(20))

  expect(await queues.redis.zcard('{clicks}:clicks:delayed')).toBe(0)
  expect(await queues.redis.llen('{clicks}:clicks:wait')).toBe(280)
  proxy.set('pass')
  await expectExactly(300, visitors)
})

it('a worker that stops while ClickHouse is unavailable returns its jobs', async () => {
  proxy.set('refuse')
  const worker = await spawnWorker(testCase, { ...around, CLICKHOUSE_URL: proxy.url })
  const visitors = await addJobs(40)
  await vi.waitFor(async () => expect(await queues.redis.llen('{clicks}:clicks:active')).toBe(40))

  expect(await kill(worker, 'SIGTERM')).toBe(0)

  expect(await queues.redis.llen('{clicks}:clicks:active')).toBe(0)
  proxy.set('pass')
  await openTestWorker(testCase, around)
  await expectExactly(40, visitors)
}, 90_000)

it('a worker that stops finishes its running jobs', async () => {
  const visitors = await addJobs(60)
  const stopped = await spawnWorker(testCase, around)
  await vi.waitFor(async () => expect(await inserted()).toBeGreaterThan(0), { timeout: 20_000 })

  expect(await kill(stopped, 'SIGTERM')).toBe(0)

  expect(await queues.redis.llen('{clicks}:clicks:active')).toBe(0)
  expect(await queues.redis.keys('{clicks}:group:*')).toEqual([])
  await openTestWorker(testCase, around)
  await expectExactly(60, visitors)
}, 90_000)
