import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { clickRepository } from '../clicks/click.repository.ts'
import { makeClicks } from '../testing/model.ts'
import { log, openTestClickHouse } from '../testing/stack.ts'
import { teamSizes } from './team-size.cache.ts'

const NOW = Date.parse('2026-11-20T13:37:42.123Z')
const lifecycle = new Lifecycle(log)
const clicks = makeClicks(NOW).filter((it) => it.org_id === 1)
let store: Awaited<ReturnType<typeof openTestClickHouse>>

beforeAll(async () => {
  store = await openTestClickHouse(lifecycle)
  await clickRepository(store.clickhouse).insert('all', clicks)
})
afterAll(() => lifecycle.close())
afterEach(() => vi.restoreAllMocks())

const months = Map.groupBy(clicks, (it) => new Date(it.created_at).toISOString().slice(0, 7))
const days = Map.groupBy(clicks, (it) => new Date(it.created_at).toISOString().slice(0, 10))
const size = {
  busiestDay: Math.max(...[...days.values()].map((it) => it.length)),
  busiestMonth: Math.max(...[...months.values()].map((it) => it.length)),
  total: clicks.length,
}

it('the size of a team is unknown first and loaded in the background', async () => {
  const sizes = teamSizes(store.clickhouse, () => NOW)

  expect(sizes.of(1)).toBeUndefined()
  await expect.poll(() => sizes.of(1)).toEqual(size)
})

it('a size is loaded once in ten minutes, and the stale value is used until it is refreshed', async () => {
  let now = NOW
  const read = vi.spyOn(store.clickhouse, 'read')
  const sizes = teamSizes(store.clickhouse, () => now)
  await sizes.learn(1)
  read.mockClear()

  now += 599_999
  expect(sizes.of(1)).toEqual(size)
  expect(read).not.toHaveBeenCalled()
  now += 1
  expect(sizes.of(1)).toEqual(size)
  expect(sizes.of(1)).toEqual(size)
  expect(read).toHaveBeenCalledTimes(1)
  await read.mock.results[0]?.value
})

it('a team without clicks has size 0, and an unavailable store changes nothing', async () => {
  const sizes = teamSizes(store.clickhouse, () => NOW)
  await sizes.learn(99)
  expect(sizes.of(99)).toEqual({ busiestDay: 0, busiestMonth: 0, total: 0 })

  const away = vi.spyOn(store.clickhouse, 'read').mockRejectedValueOnce(new Error('away'))
  expect(sizes.of(98)).toBeUndefined()
  expect(sizes.of(98)).toBeUndefined()
  expect(away).toHaveBeenCalledTimes(1)
})
