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

it('a size is loaded once a minute, also for concurrent requests', async () => {
  let now = NOW
  const read = vi.spyOn(store.clickhouse, 'read')
  const sizes = teamSizes(store.clickhouse, () => now)
  expect(await Promise.all([sizes(1), sizes(1)])).toEqual([size, size])

  now += 59_999
  expect(await sizes(1)).toEqual(size)
  expect(read).toHaveBeenCalledTimes(1)
  now += 1
  expect(await sizes(1)).toEqual(size)
  expect(read).toHaveBeenCalledTimes(2)
})

it('a team without clicks has size 0, and a failed request is repeated', async () => {
  const sizes = teamSizes(store.clickhouse, () => NOW)
  expect(await sizes(99)).toEqual({ busiestDay: 0, busiestMonth: 0, total: 0 })

  vi.spyOn(store.clickhouse, 'read').mockRejectedValueOnce(new Error('away'))
  await expect(sizes(98)).rejects.toThrow('away')
  expect(await sizes(98)).toEqual({ busiestDay: 0, busiestMonth: 0, total: 0 })
})
