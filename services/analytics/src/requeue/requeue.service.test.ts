import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { clickRepository } from '../clicks/click.repository.ts'
import type { ClickRow } from '../clicks/click.schema.ts'
import { makeClicks } from '../testing/model.ts'
import {
  log,
  makeClick,
  openFakeLink,
  openTestClickHouse,
  openTestQueues,
} from '../testing/stack.ts'
import { openTestWorker } from '../testing/worker.ts'
import { touchedQueue } from '../totals/touched.queue.ts'
import { rejectedRepository } from './rejected.repository.ts'
import { requeue } from './requeue.worker.ts'

const lifecycle = new Lifecycle(log)
let store: Awaited<ReturnType<typeof openTestClickHouse>>
let queues: Awaited<ReturnType<typeof openTestQueues>>
let link: Awaited<ReturnType<typeof openFakeLink>>

beforeAll(async () => {
  store = await openTestClickHouse(lifecycle)
  queues = await openTestQueues(lifecycle)
  link = await openFakeLink(lifecycle)
})
afterAll(() => lifecycle.close())

const run = (before: (rows: number) => void = () => {}) => {
  const rejected = rejectedRepository(store.clickhouse, '')
  return requeue({
    rejected: {
      ...rejected,
      async remove(untilMs, rows) {
        before(rows.length)
        await rejected.remove(untilMs, rows)
      },
    },
    queue: queues.clicks,
    clicks: clickRepository(store.clickhouse),
    touched: touchedQueue(queues.redis),
    now: Date.now,
  })
}

it('rejected clicks are requeued exactly once, by commands that are killed or run concurrently', async () => {
  const later = Array.from({ length: 30 }, (_, i) => makeClick({ link_id: i + 1 }))
  const row = makeClicks(Date.now()).find((it) => !it.is_bot) as ClickRow
  const texts = [
    ...later.map((click) => JSON.stringify(click)),
    JSON.stringify({ ...row, link_id: 77 }),
    JSON.stringify(makeClick()).slice(0, 50),
    'null',
  ]
  await clickRepository(store.clickhouse).reject(
    'test',
    texts.map((click, position) => ({ job_id: 'a:b', position, reason: 'location: bug', click })),
  )
  await vi.waitFor(() =>
    store.scalar('SELECT throwIf(max(rejected_at) >= now64(3)) FROM clicks_rejected_v1'),
  )
  const killed = run(() => {
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  await openTestWorker(lifecycle, {
    ...store.env,
    REDIS_URL: queues.env.REDIS_URL,
    LINK_ADDRESS: link.address,
  })
  const [one, another] = await Promise.all([run(), run()])

  expect(Math.max(one.requeued, another.requeued)).toBe(30)
  expect(one.left).toBe(2)
  await vi.waitFor(async () => expect(await queues.clicks.depth()).toBe(0))
  expect(await store.scalar('SELECT count() FROM clicks_raw_v1')).toBe(31)
  expect(await store.scalar('SELECT uniqExact(id) FROM clicks_raw_v1')).toBe(31)
  expect(await store.scalar('SELECT count() FROM clicks_rejected_v1')).toBe(2)
  await vi.waitFor(() => expect(link.reported.get(77)).toMatchObject({ clicks: 1 }))
  expect(await run()).toEqual({ requeued: 0, inserted: 0, left: 2 })
})

it('rejected clicks are kept for 90 days', async () => {
  const table = await store.scalar('SHOW CREATE TABLE clicks_rejected_v1')
  expect(table).toContain('TTL toDateTime(rejected_at) + toIntervalDay(90)')
})
