import { wholeTeam } from '@fingerpost/kit/grpc/context'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import type { Filter } from '@fingerpost/protos/analytics/v1/analytics'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clickRepository } from '../clicks/click.repository.ts'
import { groupRepository } from '../groups/group.repository.ts'
import { GROUP_FIELDS } from '../groups/group.rules.ts'
import { linkChangeRepository } from '../links/link-change.repository.ts'
import { where } from '../testing/filter.ts'
import { makeClicks, makeLinks } from '../testing/model.ts'
import { log, openTestClickHouse } from '../testing/stack.ts'
import { openVisitorCounts } from '../testing/visitors.ts'
import { reportRepository } from './report.repository.ts'

const NOW = Date.parse('2026-11-20T13:37:42.123Z')
const SMALL = { busiestDay: 1, busiestMonth: 1, total: 1 }
const lifecycle = new Lifecycle(log)
let clickhouse: Awaited<ReturnType<typeof openTestClickHouse>>['clickhouse']

beforeAll(async () => {
  ;({ clickhouse } = await openTestClickHouse(lifecycle))
  // Few days, because each is counted.
  const clicks = makeClicks(NOW).filter(({ at }) => at > NOW - 35 * 86_400_000)
  await clickRepository(clickhouse).insert('clicks', clicks)
  await linkChangeRepository(clickhouse).upsert(makeLinks())
  await openVisitorCounts(clickhouse).countAll()
})
afterAll(() => lifecycle.close())

const REPORTS = ['intervals', 'originals', 'destinations', 'groups', 'summary', 'series'] as const

/** Every report and group, with more than 100 intervals together, whatever the random questions have. */
const LONG = (['hour', 'day', 'week'] as const).map((interval, i) => ({
  days: 400,
  zone: 'UTC' as const,
  interval,
  slice: { offset: 0, limit: 100 },
  ownerId: undefined,
  filter: { include_bots: true },
  asked: [...REPORTS],
  fields: GROUP_FIELDS.filter((_, at) => at % 3 === i),
}))
const some = <T>(...values: T[]) => fc.constantFrom(...values)
const reportQueries = fc.record({
  days: some(1.3, 30, 400),
  zone: some('UTC', 'America/New_York'),
  interval: some('hour' as const, 'day' as const, 'week' as const, 'month' as const),
  slice: some({ offset: 0, limit: 100 }, { offset: 1, limit: 2 }, { offset: 50, limit: 10 }),
  ownerId: some(undefined, undefined, 1),
  filter: fc.record<Filter>({
    include_bots: fc.boolean(),
    conditions: fc
      .record({ country: some(undefined, 'GB', 'DE'), folder_id: some(undefined, undefined, 5) })
      .map((it) => where(it).conditions),
    search: some(undefined, undefined, 'PAGE'),
  }),
  // Not all at once: with them, a question is some 80 queries.
  asked: fc.shuffledSubarray([...REPORTS], { minLength: 2, maxLength: 2 }),
  fields: fc.shuffledSubarray([...GROUP_FIELDS], { minLength: 4, maxLength: 4 }),
})

it('any report of a team is the same whether it counts as small or as large', async () => {
  const reports = reportRepository(clickhouse)
  const groups = groupRepository(clickhouse)
  let shown = 0
  await fc.assert(
    fc.asyncProperty(reportQueries, async ({ days, zone, asked, fields, ...reportQuery }) => {
      const { interval, slice, filter, ownerId } = reportQuery
      const period = { fromMs: NOW - days * 86_400_000, toMs: NOW, days, zone, nowMs: NOW }
      const reach = ownerId === undefined ? wholeTeam(1) : { orgId: 1, ownerId }
      const answers = async (teamSize: typeof SMALL | undefined) => {
        const scope = { ...reach, filter, period, teamSize }
        const answer: Record<(typeof REPORTS)[number], () => Promise<unknown>> = {
          async intervals() {
            const intervals = await reports.countByInterval(scope, interval, slice)
            shown += intervals.length
            return intervals
          },
          originals: () => reports.listOriginals(scope, slice),
          destinations: () => reports.listDestinations(scope, slice),
          groups: () => groups.list(scope, fields, slice),
          summary: () => reports.summarize(scope, '2026-11-01'),
          series: () => reports.countByLink(scope, [1, 2, 3], interval),
        }
        const found: unknown[] = []
        // Sequential: on a busy machine, concurrent reports exceed their time limit.
        for (const name of asked) found.push(await answer[name]())
        return found
      }

      expect(await answers(SMALL)).toEqual(await answers(undefined))
    }),
    { numRuns: 90, examples: LONG.map((it) => [it] as [typeof it]) },
  )
  expect(shown).toBeGreaterThan(200) // of both sizes
}, 240_000)
