import { wholeTeam } from '@fingerpost/kit/grpc/context'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clickRepository } from '../clicks/click.repository.ts'
import { removalRepository } from '../removals/removal.repository.ts'
import { answers } from '../reports/answer.repository.ts'
import { resolvePeriod } from '../reports/period.rules.ts'
import { retentionRepository } from '../retention/retention.repository.ts'
import { type ClickHouse, toDateTime } from '../store/clickhouse.client.ts'
import { openErasing } from '../testing/erasing.ts'
import { type ModelClick, makeClicks, visitorsOf } from '../testing/model.ts'
import { oldClick } from '../testing/retention.ts'
import { log, openTestClickHouse } from '../testing/stack.ts'
import { openVisitorCounts } from '../testing/visitors.ts'
import type { VisitorDayRepository } from './visitor-day.repository.ts'

const DAY_MS = 86_400_000
const NOW = Date.now()
const YESTERDAY = NOW - (NOW % DAY_MS) - DAY_MS / 2
let lifecycle: Lifecycle
let store: Awaited<ReturnType<typeof openTestClickHouse>>
let counts: ReturnType<typeof openVisitorCounts>
let clicks: ModelClick[]

beforeEach(async () => {
  lifecycle = new Lifecycle(log)
  store = await openTestClickHouse(lifecycle)
  counts = openVisitorCounts(store.clickhouse)
  // Few days, because each is counted.
  clicks = makeClicks(NOW).filter(({ at }) => at > NOW - 3 * DAY_MS)
  await clickRepository(store.clickhouse).insert('clicks', clicks)
})
afterEach(() => lifecycle.close())

async function visit(click: ModelClick): Promise<void> {
  await clickRepository(store.clickhouse).insert(click.id, [click])
  clicks.push(click)
}
const lateClick = (fields: object = {}) =>
  oldClick(YESTERDAY, { ...fields, org_id: 1, visitor: '77' })

/** Of a team that counts as large, and of one whose visitors are counted from single clicks. */
const SIZES = [undefined, { busiestDay: 1, busiestMonth: 1, total: 1 }]

/** Compares the visitors of each team with the model, in total and by country. */
async function expectExact(): Promise<void> {
  const filter = { period: 'all', include_bots: false }
  const period = resolvePeriod(filter, NOW + 1)
  for (const orgId of [1, 2]) {
    const humans = clicks.filter((it) => it.org_id === orgId && !it.is_bot)
    for (const teamSize of SIZES) {
      const scope = { ...wholeTeam(orgId), filter, period, teamSize }
      const { ask } = answers(store.clickhouse)(scope)
      const all = (await ask({})).items
      const byCountry = (await ask<{ country: string }>({ by: ['country'] })).items
      const of = { orgId, teamSize }
      expect([of, all[0]?.visitors]).toEqual([of, visitorsOf(humans, () => '')('')])
      for (const [country, theirs] of Map.groupBy(humans, (it) => it.country)) {
        const expected = visitorsOf(theirs, () => '')('')
        const found = byCountry.find((it) => it.country === country)?.visitors
        expect([of, country, found]).toEqual([of, country, expected])
      }
    }
  }
}

const generations = (where = '1') =>
  store.scalar(`SELECT uniqExact(generation) FROM visitors_v1 WHERE ${where}`)
const open = async (orgId: number) => (await counts.days(orgId))[0]?.open

/** A store that fails at its nth call, before or after its effect. */
function failing(nth: number): VisitorDayRepository {
  let calls = 0
  const wrap =
    (call: (...args: never[]) => Promise<unknown>) =>
    async (...args: never[]) => {
      const fails = ++calls === nth
      if (fails && nth % 2 === 0) throw new Error('killed')
      const answer = await call(...args)
      if (fails) throw new Error('killed')
      return answer
    }
  const entries = Object.entries(counts.store)
  return Object.fromEntries(entries.map(([name, call]) => [name, wrap(call as never)])) as never
}

describe('visitors of days that are over', () => {
  it('are counted for every team, once, and those of today are not', async () => {
    await expectExact()
    await counts.countAll()
    await expectExact()

    const days = new Set(clicks.map(({ at }) => Math.floor(at / DAY_MS)))
    days.delete(Math.floor(NOW / DAY_MS))
    expect(await generations()).toBe(days.size)
    await counts.count()
    expect(await generations()).toBe(days.size)
    expect([await open(1), await open(2)]).toEqual([0, 0])
  })

  it('are exact however often a count is killed', async () => {
    await counts.settle()
    for (let nth = 1, killed = true; killed; nth += 3) {
      killed = await counts.count(failing(nth)).then(
        () => false,
        () => true,
      )
      await expectExact()
    }
    expect(await open(1)).toBe(0)
  })

  it('are exact if several workers count them at the same time', async () => {
    await counts.settle()
    await Promise.all([counts.count(), counts.count(), counts.count()])
    await expectExact()
    expect(await open(1)).toBe(0)
  })

  it('are not counted before ten minutes after an update and after a late click', async () => {
    await counts.count()
    expect(await generations()).toBe(0)
    await counts.countAll()
    await visit(lateClick())
    await counts.count()

    expect(await open(1)).toBe(1)
  })

  it('include a late click at once, and are counted again when no insert is in flight', async () => {
    await counts.countAll()
    const before = Number(await generations())
    await visit(lateClick({ link_id: 2 }))
    expect([await open(1), await open(2)]).toEqual([1, 0])
    await expectExact()

    await counts.countAll()
    expect(await open(1)).toBe(0)
    expect(await generations()).toBe(before + 1)
    await expectExact()
  })

  it('include a click that arrives while they are counted', async () => {
    await counts.settle()
    let arrived = false
    const arriving: VisitorDayRepository = {
      ...counts.store,
      async count(...asked) {
        await counts.store.count(...asked)
        if (!arrived) await visit(lateClick())
        arrived = true
      },
    }
    await counts.count(arriving)
    await expectExact()
    await counts.countAll()
    await expectExact()
  })

  it('include a click that was in flight when their count began', async () => {
    await counts.settle()
    const began = toDateTime(await counts.store.clock())
    // The store sets the time of a row before others see the row.
    const slow: ClickHouse = {
      ...store.clickhouse,
      insert: (table, rows, ...rest) => {
        const timed = rows.map((row) => ({ ...row, at: began }))
        return store.clickhouse.insert(table, table === 'visitor_days_v1' ? timed : rows, ...rest)
      },
    }
    const click = lateClick()
    let arrived = false
    await counts.count({
      ...counts.store,
      async count(...asked) {
        await counts.store.count(...asked)
        if (!arrived) await clickRepository(slow).insert(click.id, [click])
        arrived = true
      },
    })
    clicks.push(click)
    await expectExact()
  })

  it('are counted again after clicks are deleted', async () => {
    await counts.countAll()
    await counts.store.recount(1)
    await store.clickhouse.command(
      "ALTER TABLE clicks_raw_v1 DELETE WHERE org_id = 1 AND country = 'GB' SETTINGS mutations_sync = 1",
    )
    await counts.store.recount(1)
    clicks = clicks.filter((it) => it.org_id !== 1 || it.country !== 'GB')
    await expectExact()
    await counts.countAll()

    expect(await open(1)).toBe(0)
    await expectExact()
  })

  it('leave no counts that are not valid', async () => {
    await counts.countAll()
    await counts.store.recount(1)
    await counts.countAll()
    const all = Number(await generations('org_id = 1'))
    const invalid = await counts.store.invalid((Date.now() + DAY_MS) * 1_000)
    for (const it of invalid) await counts.store.drop(it)
    await expect.poll(() => generations('org_id = 1'), { timeout: 20_000 }).toBe(all / 2)
    expect(invalid.every((it) => it.org_id === 1)).toBe(true)
    await expectExact()
  })

  it('are deleted with the clicks of their month, and not counted again', async () => {
    const old = oldClick(Date.UTC(2026, 0, 5), { org_id: 1, visitor: '77' })
    await visit(old)
    await counts.countAll()
    expect(await generations("first < '2026-02-01'")).toBe(1)
    const retention = retentionRepository(store.clickhouse, '')
    const cutoff_ms = Date.UTC(2026, 1, 1)
    await retention.setCutoff({ org_id: 1, cutoff_ms, set_at_ms: NOW })
    await retention.delete(new Map([['2026-01-01', [1]]]))
    await visit(oldClick(old.at, { org_id: 1, visitor: '78' }))
    await counts.countAll()

    await expect.poll(() => generations("first < '2026-02-01'"), { timeout: 20_000 }).toBe(0)
    expect(await open(1)).toBe(1)
  })

  it('are deleted with their team', async () => {
    await counts.countAll()
    const removals = removalRepository(store.clickhouse, '')
    const erasing = openErasing({ clickhouse: store.clickhouse, deletionsEnded: async () => {} })
    const removed = async () => {
      await erasing.run()
      return !(await removals.removeTeam(1))
    }
    await expect.poll(removed, { timeout: 20_000 }).toBe(true)

    expect(await store.scalar('SELECT count() FROM visitors_v1 WHERE org_id = 1')).toBe(0)
    expect((await counts.days(1))[0]).toEqual({ counted: 0, open: 0 })
    expect((await counts.days(2))[0]?.counted).toBeGreaterThan(0)
  })
})
