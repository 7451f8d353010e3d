import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clickRepository } from '../clicks/click.repository.ts'
import { erasingRepository } from '../erasing/erasing.repository.ts'
import { oldClick } from '../testing/retention.ts'
import { as, log, openTestAnalytics, openTestClickHouse } from '../testing/stack.ts'
import { previewRepository } from './preview.repository.ts'

const NOW = Date.now()
const DAY_MS = 86_400_000
const BEFORE = { from_ms: 0, until_ms: NOW }

const from = (ip: string, at: number, fields: object) => ({ ...oldClick(at, fields), ip })

const lifecycle = new Lifecycle(log)
let store: Awaited<ReturnType<typeof openTestClickHouse>>
let previews: Awaited<ReturnType<typeof openTestAnalytics>>['previews']
beforeAll(async () => {
  store = await openTestClickHouse(lifecycle)
  const clicks = [
    from('192.0.2.7', NOW - 1, { link_id: 1, domain_id: 3 }),
    from('192.0.2.8', NOW - 40 * DAY_MS, { link_id: 1, domain_id: 3 }),
    from('2001:db8::7', NOW - 400 * DAY_MS, { link_id: 2, domain_id: 4 }),
    from('', NOW - 2, { link_id: 2, domain_id: 4 }),
    from('192.0.2.7', NOW, { link_id: 1, domain_id: 3 }),
    from('192.0.2.7', NOW - 1, { org_id: 2, link_id: 3, domain_id: 3 }),
  ]
  await clickRepository(store.clickhouse).insert('clicks', clicks)
  previews = (await openTestAnalytics(lifecycle, store.env)).previews
})
afterAll(() => lifecycle.close())

it.each([
  [{ link_ids: [1] }, 2, 1],
  [{ link_ids: [1, 2, 3] }, 4, 2],
  [{ domain_id: 4 }, 2, 1],
  [{ address: '192.0.2.7/32' }, 1, 1],
  [{ address: '192.0.2.0/24' }, 2, 1],
  [{ address: '::/0' }, 1, 1],
  [{ address: '192.0.2.0/24', from_ms: NOW - DAY_MS }, 1, 1],
  [{ until_ms: NOW - 40 * DAY_MS }, 1, 1],
  [{ link_ids: [2], address: '192.0.2.0/24' }, 0, 0],
])('of %j counts the clicks that the erasure would delete', async (criteria, clicks, links) => {
  const request = { link_ids: [], ...BEFORE, ...criteria }
  expect(await previews.previewErasure(request, as(1))).toEqual({ clicks, links, complete: true })
})

it('says that there are at least so many clicks, if there was no time to read all of them', async () => {
  const criteria = { org_id: 1, link_ids: [1], domain_id: 0, address: '', ...BEFORE }
  const cutShort = await previewRepository(store.clickhouse, 0.001).count(criteria)
  expect(cutShort.complete).toBe(false)
  expect(cutShort.clicks).toBeLessThanOrEqual(2)
})

it('does not count clicks that are being erased', async () => {
  const erasure = { id: 9, org_id: 1, link_ids: [1], domain_id: 0, address: '', ...BEFORE }
  const erasing = { ...erasure, step: 1, found: 2, changed_at_ms: NOW }
  await erasingRepository(store.clickhouse, '').put([erasing])
  const request = { link_ids: [1, 2], ...BEFORE }
  expect(await previews.previewErasure(request, as(1))).toMatchObject({ clicks: 2, links: 1 })
})

it('lists the teams with clicks and rejected clicks from an address, by month', async () => {
  const rejected = JSON.stringify({ orgId: 5, linkId: 'x', ip: '192.0.2.7' })
  const row = { job_id: 'a', position: 0, reason: 'unreadable', click: rejected }
  await store.clickhouse.insert('clicks_rejected_v1', [row])
  const list = async (address: string) => {
    const found = new Map<number, number>()
    for (let from_ms: number | undefined = 0; from_ms !== undefined; ) {
      const request = { link_ids: [], address, from_ms, until_ms: NOW }
      const page = await previews.listErasureTeams(request, {})
      for (const { org_id, clicks } of page.teams) {
        found.set(org_id, (found.get(org_id) ?? 0) + clicks)
      }
      from_ms = page.next_ms
    }
    return [...found]
  }
  expect(await list('192.0.2.0/24')).toEqual([
    [1, 2],
    [2, 1],
    [5, 0],
  ])
  expect(await list('2001:db8::/32')).toEqual([[1, 1]])
})
