import { randomUUID } from 'node:crypto'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import type { LinkChange } from '@fingerpost/protos/link/v1/link_change'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { clickRepository } from '../clicks/click.repository.ts'
import { where } from '../testing/filter.ts'
import { makeClicks } from '../testing/model.ts'
import {
  as,
  log,
  openFakeLink,
  openTestAnalytics,
  openTestClickHouse,
  openTestQueues,
} from '../testing/stack.ts'
import { openTestWorker } from '../testing/worker.ts'

const lifecycle = new Lifecycle(log)
let queues: Awaited<ReturnType<typeof openTestQueues>>
let analytics: Awaited<ReturnType<typeof openTestAnalytics>>['analytics']
const clicks = makeClicks(Date.now()).filter((it) => it.org_id === 1 && !it.is_bot)

beforeAll(async () => {
  const { env, clickhouse } = await openTestClickHouse(lifecycle)
  await clickRepository(clickhouse).insert('all', clicks)
  queues = await openTestQueues(lifecycle)
  ;({ analytics } = await openTestAnalytics(lifecycle, env))
  const { address } = await openFakeLink(lifecycle)
  await openTestWorker(lifecycle, { ...env, ...queues.env, LINK_ADDRESS: address })
})
afterAll(() => lifecycle.close())

async function tell(...changes: Partial<LinkChange>[]): Promise<void> {
  const whole = changes.map((it) => ({ org_id: 1, kind: 'updated', ...it }) as LinkChange)
  await queues.changes.add(randomUUID(), { changes: whole })
  await vi.waitFor(async () => expect(await queues.changes.depth()).toBe(0), { timeout: 10_000 })
}

const countBy = async (values: { folder_id: number } | { tag_id: number }) => {
  const filter = { period: 'all', include_bots: false, ...where(values) }
  const asked = { filter, page: undefined }
  return (await analytics.listClicks(asked, as(1))).total
}
const clicksOf = (...links: number[]) => clicks.filter((it) => links.includes(it.link_id)).length

it('a filter by folder or tag uses the current state of the link', async () => {
  await tell({ link_id: 1, version: 10, folder_id: 50, tag_ids: [60, 61] })
  expect(await countBy({ folder_id: 50 })).toBe(clicksOf(1))
  expect(await countBy({ tag_id: 61 })).toBe(clicksOf(1))

  await tell(
    { link_id: 1, version: 11, folder_id: 51, tag_ids: [60] },
    { link_id: 2, version: 12, folder_id: 51 },
  )
  expect(await countBy({ folder_id: 50 })).toBe(0)
  expect(await countBy({ tag_id: 61 })).toBe(0)
  expect(await countBy({ tag_id: 60 })).toBe(clicksOf(1))
  expect(await countBy({ folder_id: 51 })).toBe(clicksOf(1, 2))
})

it('a late older change and a repeated change have no effect', async () => {
  await tell({ link_id: 3, version: 21, folder_id: 71 })
  await tell({ link_id: 3, version: 21, folder_id: 71 })
  await tell({ link_id: 3, version: 20, folder_id: 70 })

  expect(await countBy({ folder_id: 71 })).toBe(clicksOf(3))
  expect(await countBy({ folder_id: 70 })).toBe(0)
})

it('the clicks of a deleted link are kept', async () => {
  await tell({ link_id: 4, version: 30, folder_id: 80 })
  await tell({ link_id: 4, version: 31, folder_id: 80, kind: 'deleted', deleted: true })

  expect(await countBy({ folder_id: 80 })).toBe(clicksOf(4))
})

it('an invalid change does not affect the others', async () => {
  await queues.changes.add(randomUUID(), 'garbage' as never)
  await tell(
    { link_id: 2, version: 'x' as never, org_id: 0 },
    { link_id: 2, version: 40, folder_id: 90 },
  )

  expect(await countBy({ folder_id: 90 })).toBe(clicksOf(2))
})
