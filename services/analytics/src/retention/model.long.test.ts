import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutoffOf } from '../cutoffs/cutoff.rules.ts'
import { oldClick, openRetentionStand } from '../testing/retention.ts'
import { log } from '../testing/stack.ts'

const DAY_MS = 86_400_000
const HALF_A_YEAR_MS = 180 * DAY_MS

const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        visit: fc.record({
          org_id: fc.constantFrom(1, 1, 1, 2),
          link_id: fc.integer({ min: 1, max: 2 }),
        }),
        daysAgo: fc.integer({ min: 0, max: 150 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        months: fc.integer({ min: 1, max: 4 }),
        killedAt: fc.integer({ min: 1, max: 32 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ days: fc.integer({ min: 1, max: 40 }) }) },
    { weight: 1, arbitrary: fc.constant('due' as const) },
  ),
  { minLength: 30, maxLength: 30 },
)

it('totals are exact whatever arrives, is killed or passes', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const lifecycle = new Lifecycle(log)
      let nowMs = Date.now() - HALF_A_YEAR_MS
      const stand = await openRetentionStand(lifecycle, () => nowMs)
      let cutoffMs = 0
      for (const step of taken) {
        if (step === 'due') await stand.becomeDue()
        else if ('days' in step) nowMs = Math.min(nowMs + step.days * DAY_MS, Date.now())
        else if ('visit' in step) {
          await stand.visit(oldClick(nowMs - step.daysAgo * DAY_MS, step.visit))
        } else {
          const store = stand.failing(step.killedAt)
          await stand.enforce({ 1: step.months }, { store }).catch(() => {})
          cutoffMs = Math.max(cutoffMs, cutoffOf(nowMs, step.months))
        }
        await stand.expectTotals()
      }
      await stand.enforce({ 1: 4 })
      await stand.deletionsEnded()
      const [held] = await stand.retention.cutoffs()
      expect(held?.cutoff_ms).toBeLessThanOrEqual(Math.max(cutoffMs, cutoffOf(nowMs, 4)))
      await stand.becomeDue()
      await stand.enforce({ 1: 4 })
      await stand.deletionsEnded()
      await stand.expectTotals()
      expect(await stand.before(1, held?.cutoff_ms ?? 0)).toBe(0)
      expect(await stand.before(2, nowMs + DAY_MS)).toBe(
        stand.clicks.filter((it) => it.org_id === 2).length,
      )
      await lifecycle.close()
    }),
    { numRuns: 2, endOnFailure: true },
  )
}, 300_000)
