import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createTestRedis } from '@fingerpost/kit/testing'
import { TOUCHED_FIRST, TOUCHED_LINKS } from '@fingerpost/protos/redis-keys'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { log } from '../testing/stack.ts'
import { touchedQueue } from './touched.queue.ts'

const lifecycle = new Lifecycle(log)
let redis: Awaited<ReturnType<typeof createTestRedis>>
let touched: ReturnType<typeof touchedQueue>

beforeAll(async () => {
  redis = lifecycle.own('redis', await createTestRedis(), (it) => it.drop())
  touched = touchedQueue(redis.client)
})
beforeEach(() => redis.client.flushdb())
afterAll(() => lifecycle.close())

const link = (link_id: number) => ({ org_id: 1, link_id })
const left = () => redis.client.zcard(TOUCHED_LINKS)

it('a link touched many times is claimed once, by one worker', async () => {
  await touched.touch([link(1), link(2), link(1)])
  await touched.touch([link(2)])

  const { links } = await touched.claim()

  expect(links).toEqual([link(1), link(2)])
  expect((await touched.claim()).links).toEqual([])
})

it('a released link is removed', async () => {
  await touched.touch([link(1)])
  await touched.release(await touched.claim())

  expect(await left()).toBe(0)
})

it('a link touched during a lease is claimed again', async () => {
  await touched.touch([link(1), link(2)])
  const lease = await touched.claim()
  await touched.touch([link(2)])
  await touched.release(lease)

  expect((await touched.claim()).links).toEqual([link(2)])
})

it('a link touched after its lease expired is not released with it', async () => {
  await touched.touch([link(1)])
  const lease = await touched.claim()
  const score = `${Date.now() - 1_000.5}`
  await redis.client.zadd(TOUCHED_LINKS, score, '1:1') // its time has passed
  await touched.touch([link(1)])
  await touched.release({ ...lease, score })

  expect((await touched.claim()).links).toEqual([link(1)])
})

it('releasing an old lease does not affect a newer one', async () => {
  await touched.touch([link(1)])
  const old = await touched.claim()
  await touched.touch([link(1)])
  const newer = await touched.claim()
  await touched.release(old)
  expect(await left()).toBe(1)

  await touched.release(newer)
  expect(await left()).toBe(0)
})

it('links given back can be claimed at once', async () => {
  await touched.touch([link(1)])
  await touched.giveBack(await touched.claim())

  expect((await touched.claim()).links).toEqual([link(1)])
})

it('links of a crashed worker can be claimed when its lease has expired', async () => {
  await touched.touch([link(1)])
  const { score } = await touched.claim()
  expect(Number(score)).toBeGreaterThan(Date.now())
  await redis.client.zadd(TOUCHED_LINKS, Date.now() - 1_000.5, '1:1') // its time has passed

  expect((await touched.claim()).links).toEqual([link(1)])
})

it('many links are claimed in batches', async () => {
  await touched.touch(Array.from({ length: 1_200 }, (_, i) => link(i + 1)))

  const sizes = [await touched.claim(), await touched.claim(), await touched.claim()]
  expect(sizes.map(({ links }) => links.length)).toEqual([500, 500, 200])
})

it('a link that waits for long is claimed first, also if it is touched again', async () => {
  await redis.client.zadd(TOUCHED_LINKS, 1, '1:9') // touched in 1970
  await touched.touch(Array.from({ length: 500 }, (_, i) => link(1_000 + i)))
  await touched.touch([link(9)])

  expect((await touched.claim()).links).toContainEqual(link(9))
})

it('with a full batch waiting, only links past the minimum age or with the first score are claimed', async () => {
  await touched.touch(Array.from({ length: 600 }, (_, i) => link(i + 1)))
  expect((await touched.claim(60_000)).links).toEqual([])
  await redis.client.zadd(TOUCHED_LINKS, 'XX', TOUCHED_FIRST, '1:7')
  expect((await touched.claim(60_000)).links).toEqual([link(7)])

  expect((await touched.claim()).links.length).toBe(500)
  expect((await touched.claim(60_000)).links.length).toBe(99)
})
