import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { clickRepository } from '../clicks/click.repository.ts'
import { cutoffOf } from '../cutoffs/cutoff.rules.ts'
import { oldClick, openRetentionStand, type RetentionStand } from '../testing/retention.ts'
import {
  as,
  log,
  openFakeCatalog,
  openFakeLink,
  openTestAnalytics,
  openTestQueues,
} from '../testing/stack.ts'
import { kill, spawnWorker } from '../testing/worker.ts'
import { retentionRepository } from './retention.repository.ts'

const TERMS = { 1: 3, 3: 6 }
const common = new Lifecycle(log)
let lifecycle: Lifecycle
let filled: RetentionStand
let stand: RetentionStand
const cutoff = (months: number) => cutoffOf(Date.now(), months)

beforeAll(async () => {
  filled = await openRetentionStand(common)
})
afterAll(() => common.close())
beforeEach(async () => {
  lifecycle = new Lifecycle(log)
  stand = await openRetentionStand(lifecycle, undefined, undefined, filled)
})
afterEach(() => lifecycle.close())

/** Runs until everything past its term is deleted. */
async function complete(terms: Record<number, number>, months_max?: number): Promise<void> {
  const options = months_max === undefined ? {} : { months_max }
  await stand.enforce(terms, options)
  await stand.becomeDue()
  await stand.enforce(terms, options)
  await stand.deletionsEnded()
}

describe('clicks past the term of their team', () => {
  it('leave reports at once and the table later, and stay in the totals of links', async () => {
    const { analytics } = await openTestAnalytics(lifecycle, stand.env)
    await stand.enforce(TERMS)

    await stand.expectTotals()
    for (const [orgId, sinceMs] of [
      [1, cutoff(3)],
      [2, 0],
      [3, cutoff(6)],
    ] as const) {
      const { counts } = await analytics.countClicks(
        { filter: { include_bots: false, period: 'all' } },
        as(orgId),
      )
      const shown = stand.humans(orgId).filter(({ at }) => at >= sinceMs)
      expect(counts.reduce((sum, it) => sum + it.clicks, 0)).toBe(shown.length)
      const { total } = await analytics.listClicks(
        { filter: { include_bots: false, period: 'all' }, page: undefined },
        as(orgId),
      )
      expect(total).toBe(shown.length)
    }
    // Cutoffs that were just set delete nothing: other processes may not know them yet.
    await stand.enforce(TERMS)
    await stand.deletionsEnded()
    expect(await stand.before(1, cutoff(3))).toBeGreaterThan(0)

    await complete(TERMS)
    await stand.expectTotals()
    expect(await stand.before(1, cutoff(3))).toBe(0)
    expect(await stand.before(3, cutoff(6))).toBe(0)
    for (const [orgId, sinceMs] of [
      [1, cutoff(3)],
      [2, 0],
      [3, cutoff(6)],
    ] as const) {
      const retained = stand.clicks.filter((it) => it.org_id === orgId && it.at >= sinceMs)
      expect(await stand.before(orgId, Date.now())).toBe(retained.length)
    }
  })

  it('are counted once, however often an enforcement is killed', async () => {
    const terms = { 1: 5 }
    for (const phase of ['retire', 'delete']) {
      if (phase === 'delete') await stand.becomeDue()
      for (let nth = 1; ; nth++) {
        const when = nth % 2 === 0 ? 'before' : 'after'
        const killed = await stand.enforce(terms, { store: stand.failing(nth, when) }).then(
          () => false,
          () => true,
        )
        await stand.expectTotals()
        if (!killed) break
      }
    }
    await complete(terms)
    await stand.expectTotals()
    expect(await stand.before(1, cutoff(5))).toBe(0)
  })

  it('are counted once by concurrent enforcements, and by one that was paused', async () => {
    await Promise.all([stand.enforce(TERMS), stand.enforce(TERMS), stand.enforce(TERMS)])
    await stand.expectTotals()
    const [held] = await stand.retention.months([1], 0, cutoff(3))
    await complete(TERMS)
    await stand.retention.count(1, held?.month ?? '')
    await stand.expectTotals()
  })

  it('that arrive later count in totals, once, and are not shown', async () => {
    await complete(TERMS)
    const clicks = [oldClick(cutoff(3) - 1), oldClick(cutoff(12)), oldClick(cutoff(3))]
    for (const click of [...clicks, ...clicks]) await stand.visit(click)
    await stand.expectTotals()

    await stand.enforce(TERMS)
    await stand.deletionsEnded()
    for (const click of clicks) await stand.visit(click)
    await complete(TERMS)
    await stand.expectTotals()
    expect(await stand.before(1, cutoff(3))).toBe(0)
  })

  it('that arrive while their month is counted count once', async () => {
    const [early, late] = [oldClick(cutoff(10)), oldClick(cutoff(10) + 1)]
    await clickRepository(stand.clickhouse, () => early.at).insert('early', [early])
    stand.clicks.push(early)
    const arriving: typeof stand.clickhouse = {
      ...stand.clickhouse,
      async command(...args) {
        await stand.visit(late)
        return stand.clickhouse.command(...args)
      },
    }
    await stand.enforce({ 1: 9 }, { store: retentionRepository(arriving, '') })
    await stand.expectTotals()
  })

  it('do not come back when the term is extended, and more go when it is shortened', async () => {
    await complete({ 1: 3 })
    for (const terms of [{ 1: 9 }, {}, { 1: 1 }] as Record<number, number>[]) {
      await complete(terms)
      await stand.expectTotals()
    }
    expect(await stand.before(1, cutoff(1))).toBe(0)
  })

  it('are dropped by the month where the term of the operator has ended for all teams', async () => {
    const terms = { 1: 3, 2: 6, 3: 6 }
    const deletions = () =>
      stand.scalar(
        "SELECT count() FROM system.mutations WHERE database = currentDatabase() AND table = 'clicks_raw_v1' AND position(command, 'DELETE') > 0",
      )
    const sixMonths = await stand.scalar(`SELECT uniqExact(toYYYYMM(created_at)) FROM clicks_raw_v1
      WHERE created_at < fromUnixTimestamp64Milli(${cutoff(6)}, 'UTC')`)
    expect(sixMonths).toBeGreaterThan(1)
    await complete(terms, 6)
    await stand.expectTotals()
    for (const orgId of [1, 2, 3]) expect(await stand.before(orgId, cutoff(6))).toBe(0)
    expect(await deletions()).toBe(3) // months 3 to 6 of team 1
  })
})

it('a worker that is killed in each step is completed by its successor', async () => {
  const queues = await openTestQueues(lifecycle)
  const link = await openFakeLink(lifecycle)
  const CATALOG_ADDRESS = await openFakeCatalog(lifecycle, {
    retentions: [{ org_id: 1, months: 3 }],
    months_max: undefined,
  })
  const around = { ...stand.env, ...queues.env, LINK_ADDRESS: link.address, CATALOG_ADDRESS }
  const count = (table: string) => async () =>
    expect(await stand.scalar(`SELECT count() FROM ${table}`)).toBeGreaterThan(0)
  const killedAfter = async (reached: () => Promise<void>) => {
    const worker = await spawnWorker(lifecycle, around)
    await vi.waitFor(reached, { timeout: 30_000, interval: 2 })
    await kill(worker, 'SIGKILL')
    await stand.expectTotals()
  }
  await killedAfter(count('retired_clicks_v1'))
  await killedAfter(count('cutoffs_v1'))
  await stand.becomeDue()
  await killedAfter(
    count("system.mutations WHERE database = currentDatabase() AND command LIKE '%DELETE IN%'"),
  )
  await killedAfter(async () => expect(await stand.before(1, cutoff(3))).toBe(0))
})

it('a preview counts what a term would delete, and changes nothing', async () => {
  const { retentions } = await openTestAnalytics(lifecycle, stand.env)
  const past = stand.clicks.filter((it) => it.org_id === 1 && it.at < cutoff(2))
  expect(await retentions.previewRetention({ months: 2 }, as(1))).toEqual({
    before_ms: cutoff(2),
    clicks: past.length,
    links: new Set(past.map(({ link_id }) => link_id)).size,
  })
  await stand.enforce(TERMS)
  expect(await stand.retention.cutoffs()).toHaveLength(2)
  const again = await openTestAnalytics(lifecycle, stand.env)
  expect(await again.retentions.previewRetention({ months: 5 }, as(1))).toMatchObject({
    clicks: 0,
    links: 0,
  })
  expect(await again.retentions.previewRetention({ months: 2 }, as(1))).toMatchObject({
    clicks: past.filter(({ at }) => at >= cutoff(3)).length,
  })
  await expect(retentions.previewRetention({ months: 0 }, as(1))).rejects.toMatchObject({
    kind: 'invalid',
  })
})
