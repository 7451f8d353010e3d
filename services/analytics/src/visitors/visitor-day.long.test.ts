import { wholeTeam } from '@fingerpost/kit/grpc/context'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { answers } from '../reports/answer.repository.ts'
import { resolvePeriod } from '../reports/period.rules.ts'
import { openErasing } from '../testing/erasing.ts'
import { type ModelClick, visitorsOf } from '../testing/model.ts'
import {
  failingStore,
  oldClick,
  openRetentionStand,
  type RetentionStand,
} from '../testing/retention.ts'
import { log } from '../testing/stack.ts'
import { openVisitorCounts } from '../testing/visitors.ts'

const DAY_MS = 86_400_000
const NOW = Date.now()
const TODAY = NOW - (NOW % DAY_MS)
/** Every tenth day of four months; few, because each is counted. */
const DAYS_AGO = Array.from({ length: 12 }, (_, nth) => nth * 10 + 1)
const isRetained = (at: number) => DAYS_AGO.includes(Math.ceil((TODAY - at) / DAY_MS))

const killedAt = fc.integer({ min: 1, max: 40 })
const daysAgo = fc.constantFrom(...DAYS_AGO)
const late = fc.record({
  org_id: fc.constantFrom(1, 2),
  link_id: fc.constantFrom(1, 2),
  visitor: fc.constantFrom('1', '77', undefined),
})
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ late, daysAgo }) },
    { weight: 4, arbitrary: fc.record({ countKilledAt: killedAt }) },
    { weight: 2, arbitrary: fc.record({ erased: fc.constantFrom(1, 2, 4), daysAgo, killedAt }) },
    { weight: 2, arbitrary: fc.record({ months: fc.integer({ min: 1, max: 3 }), killedAt }) },
    { weight: 1, arbitrary: fc.constant('due' as const) },
  ),
  { minLength: 30, maxLength: 30 },
)

/** Compares the visitors of each team with those of its clicks that are stored and not retired. */
async function expectExact(stand: RetentionStand): Promise<void> {
  await stand.deletionsEnded()
  const stored = await idsIn(stand)
  const cutoffs = new Map((await stand.retention.cutoffs()).map((it) => [it.org_id, it.cutoff_ms]))
  for (const orgId of [1, 2]) {
    const cutoffMs = cutoffs.get(orgId) ?? 0
    const shown = stand.humans(orgId).filter(({ id, at }) => stored.has(id) && at >= cutoffMs)
    const { ask } = answers(stand.clickhouse)({
      ...wholeTeam(orgId),
      filter: { include_bots: false },
      period: resolvePeriod({ period: 'all' }, NOW),
      cutoffMs,
    })
    const visitors = (of: readonly ModelClick[]) => visitorsOf(of, () => '')('')
    const [total] = (await ask({})).items
    expect([orgId, total?.visitors]).toEqual([orgId, visitors(shown)])
    for (const column of ['country', 'link_id'] as const) {
      const { items } = await ask<Record<string, unknown>>({ by: [column] })
      const found = (row: string) => items.find((it) => String(it[column]) === row)?.visitors
      for (const [row, of] of Map.groupBy(shown, (it) => String(it[column]))) {
        expect([orgId, column, row, found(row)]).toEqual([orgId, column, row, visitors(of)])
      }
    }
  }
}

async function idsIn({ clickhouse }: RetentionStand): Promise<Set<string>> {
  const text = 'SELECT toString(id) AS id FROM clicks_raw_v1'
  const rows = await clickhouse.read<{ id: string }>({ text, params: {} })
  return new Set(rows.map(({ id }) => id))
}

it('visitors are exact whatever arrives late, is erased, retired or killed', async () => {
  const check = fc.asyncProperty(steps, async (taken) => {
    const lifecycle = new Lifecycle(log)
    const stand = await openRetentionStand(lifecycle, Date.now, isRetained)
    const counts = openVisitorCounts(stand.clickhouse)
    const erasing = openErasing(stand)
    const erased: string[] = []
    for (const [nth, step] of taken.entries()) {
      const when = nth % 2 === 0 ? 'before' : 'after'
      if (step === 'due') await stand.becomeDue()
      else if ('late' in step) {
        await stand.visit(oldClick(TODAY - step.daysAgo * DAY_MS + nth, step.late))
      } else if ('countKilledAt' in step) {
        await counts.settle()
        await counts.count(failingStore(counts.store, step.countKilledAt, when)).catch(() => {})
      } else if ('months' in step) {
        const store = stand.failing(step.killedAt, when)
        await stand.enforce({ 1: step.months }, { store }).catch(() => {})
      } else {
        const fromMs = TODAY - step.daysAgo * DAY_MS
        erasing.ask(1, { link_ids: [step.erased], from: new Date(fromMs) })
        const its = stand.clicks.filter((it) => it.org_id === 1 && it.link_id === step.erased)
        erased.push(...its.filter(({ at }) => at >= fromMs).map(({ id }) => id))
        const { recount } = counts.store
        const store = failingStore({ ...erasing.parts.store, recount }, step.killedAt, when)
        for (let run = 0; run < 3; run++) {
          await erasing.run({ store, recount: store.recount }).catch(() => {})
          await expectExact(stand)
        }
      }
      await expectExact(stand)
    }
    await erasing.complete()
    await counts.countAll()
    await expectExact(stand)

    const stored = await idsIn(stand)
    expect(erased.length).toBeGreaterThan(20)
    expect(erased.filter((id) => stored.has(id))).toEqual([])
    const others = stand.clicks.filter((it) => it.org_id === 2)
    expect(others.filter(({ id }) => !stored.has(id))).toEqual([])
    const known = others.filter(({ visitor }) => visitor !== '0')
    const days = new Set(known.map(({ at }) => Math.floor(at / DAY_MS)))
    expect((await counts.days(2))[0]).toEqual({ counted: days.size, open: 0 })
    await lifecycle.close()
  })
  await fc.assert(check, { seed: 20_261_123, numRuns: 1, endOnFailure: true })
}, 180_000)
