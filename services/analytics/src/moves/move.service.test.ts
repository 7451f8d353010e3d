import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { unregistered } from '@fingerpost/protos/testing/register'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clickRepository } from '../clicks/click.repository.ts'
import { cutoffOf } from '../cutoffs/cutoff.rules.ts'
import { erasingRepository } from '../erasing/erasing.repository.ts'
import { erasureRepository } from '../erasures/erasure.repository.ts'
import { retentionRepository } from '../retention/retention.repository.ts'
import { toDateTime } from '../store/clickhouse.client.ts'
import { oldClick } from '../testing/retention.ts'
import { log, openTestClickHouse } from '../testing/stack.ts'
import { moveKinds } from './move.repository.ts'

const AT = Date.now() - 1_000
let lifecycle: Lifecycle
let store: Awaited<ReturnType<typeof openTestClickHouse>>

beforeEach(async () => {
  lifecycle = new Lifecycle(log)
  store = await openTestClickHouse(lifecycle)
  const clicks = [oldClick(AT, { link_id: 1 }), oldClick(AT, { link_id: 2 })]
  await clickRepository(store.clickhouse).insert('clicks', clicks)
})
afterEach(() => lifecycle.close())

/** An erasure of the clicks of link 1, which have been counted. */
async function eraseFirst(step: number): Promise<void> {
  const criteria = { link_ids: [1], domain_id: 0, address: '', from_ms: 0, until_ms: Date.now() }
  const erasure = { id: 9, org_id: 1, ...criteria, step, found: 1, changed_at_ms: AT }
  await erasingRepository(store.clickhouse, '').put([erasure])
  const month = `${new Date(AT).toISOString().slice(0, 7)}-01`
  const counted = { link_id: 1, is_bot: false, is_late: false, month, clicks: 1 }
  const row = { org_id: 1, erasure_id: 9, round: 0, ...counted, last: toDateTime(AT) }
  await store.clickhouse.insert('erased_clicks_v1', [row])
}

/** The clicks of an export that are counts, by link. */
async function counts() {
  const kinds = moveKinds(store.clickhouse, 'full')
  const { text } = await kinds.retired_clicks.read(1, undefined, undefined)
  const byLink: Record<number, number> = {}
  for (const line of Buffer.from(text).toString().split('\n').filter(Boolean)) {
    const { link_id, clicks } = JSON.parse(line) as { link_id: number; clicks: number }
    byLink[link_id] = (byLink[link_id] ?? 0) + clicks
  }
  return byLink
}

/** The links of an export that have clicks, and those that have counts of erased clicks. */
async function exported() {
  const kinds = moveKinds(store.clickhouse, 'full')
  const linksOf = async (kind: 'clicks' | 'retired_clicks') => {
    const { text } = await kinds[kind].read(1, undefined, undefined)
    const lines = Buffer.from(text).toString().split('\n').filter(Boolean)
    return lines.map((line) => (JSON.parse(line) as { link_id: number }).link_id).sort()
  }
  return { clicks: await linksOf('clicks'), counts: await linksOf('retired_clicks') }
}

it('an export has counts instead of the clicks that are being erased', async () => {
  await eraseFirst(1)
  expect(await exported()).toEqual({ clicks: [2], counts: [1] })
})

it('an export has the clicks of an erasure that has not begun, and not their counts', async () => {
  await eraseFirst(0)
  expect(await exported()).toEqual({ clicks: [1, 2], counts: [] })
})

it('an export counts late clicks before the cutoff once while they are being erased', async () => {
  const { clickhouse } = store
  const cutoff_ms = cutoffOf(AT, 1)
  const late = (link_id: number) => oldClick(cutoff_ms - 60_000, { link_id })
  await clickRepository(clickhouse).insert('late', [late(1), late(1), late(3)])
  await retentionRepository(clickhouse, '').setCutoff({ org_id: 1, cutoff_ms, set_at_ms: AT })
  await eraseFirst(0)
  const erasing = erasingRepository(clickhouse, '')
  const [erasure] = await erasureRepository(clickhouse).byId([9])
  if (!erasure) throw new Error('no erasure')
  expect(await counts()).toEqual({ 1: 2, 3: 1 })

  await erasing.count(erasure, [])
  await erasing.put([{ ...erasure, step: 1 }])
  // With the click after the cutoff, which is no longer exported itself.
  expect(await counts()).toEqual({ 1: 3, 3: 1 })

  await erasing.forgetLate(erasure, await erasing.late(erasure))
  expect(await counts()).toEqual({ 1: 3, 3: 1 })
})

it('an export counts a late click of the last moment before the cutoff', async () => {
  const { clickhouse } = store
  const cutoff_ms = cutoffOf(AT, 1)
  await clickRepository(clickhouse).insert('late', [oldClick(cutoff_ms - 1, { link_id: 3 })])
  await retentionRepository(clickhouse, '').setCutoff({ org_id: 1, cutoff_ms, set_at_ms: AT })
  // Writes the part again, with statistics that let ClickHouse skip it.
  await clickhouse.command('OPTIMIZE TABLE late_clicks_v1 FINAL')
  expect(await counts()).toEqual({ 3: 1 })
})

it('the version of the cutoffs changes when an erasure begins to delete clicks', async () => {
  const { cutoffs } = moveKinds(store.clickhouse, 'full')
  const versions = [(await cutoffs.read(1, undefined, undefined)).version]
  for (const step of [0, 1, 2, 3, 4]) {
    await eraseFirst(step)
    versions.push((await cutoffs.read(1, undefined, undefined)).version)
  }
  expect(versions).toEqual([0, 0, 1, 1, 1, 2])
})

it('every table of teams is registered, and every column of a moved one is exported', async () => {
  const columns = await store.clickhouse.read<{ table: string; column: string }>({
    text: `SELECT table, name AS column FROM system.columns WHERE database = currentDatabase()`,
    params: {},
  })
  const kinds = moveKinds(store.clickhouse, 'full')
  const ORG = 'the import sets the team'
  const leftOut = {
    clicks: { org_id: ORG, visitor: 'its salt is destroyed' },
    cutoffs: { org_id: ORG, set_at: 'the import sets the time' },
    retired_clicks: { org_id: ORG },
  }

  expect(unregistered('analytics', { columns, kinds, leftOut, audits: [] })).toEqual([])
})
