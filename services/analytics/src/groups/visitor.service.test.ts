import { wholeTeam } from '@fingerpost/kit/grpc/context'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clickRepository } from '../clicks/click.repository.ts'
import type { TeamSize } from '../reports/scope.rules.ts'
import { type ModelClick, makeClicks, visitorsOf } from '../testing/model.ts'
import { log, openTestClickHouse } from '../testing/stack.ts'
import { openVisitorCounts } from '../testing/visitors.ts'
import { groupRepository } from './group.repository.ts'

const DAY_MS = 86_400_000
const NOW = Date.now()
const FROM = NOW - 3.4 * DAY_MS
const lifecycle = new Lifecycle(log)
/** Few days, because each is counted. */
const clicks = makeClicks(NOW).filter(({ at }) => at > NOW - 4 * DAY_MS)
let groups: ReturnType<typeof groupRepository>

beforeAll(async () => {
  const { clickhouse } = await openTestClickHouse(lifecycle)
  await clickRepository(clickhouse).insert('clicks', clicks)
  await openVisitorCounts(clickhouse).countAll()
  groups = groupRepository(clickhouse)
})
afterAll(() => lifecycle.close())

const period = { fromMs: FROM, toMs: NOW, days: 4, zone: 'UTC', nowMs: NOW }
const FIELDS: Record<string, (it: ModelClick) => unknown> = {
  countries: (it) => it.country,
  regions: (it) => it.region,
  cities: (it) => it.city,
  domains: (it) => it.domain_id,
  links: (it) => it.link_id,
}
/** One that counts as large, and one whose clicks and visitors are read together. */
const TEAMS: [string, TeamSize | undefined][] = [
  ['a large team', undefined],
  ['a small team', { busiestDay: 1, busiestMonth: 1, total: 1 }],
]

it.each(TEAMS)('visitors of groups of %s are those of the model', async (_, teamSize) => {
  for (const include_bots of [false, true]) {
    const scope = { ...wholeTeam(1), filter: { include_bots }, period, teamSize }
    const found = await groups.list(scope, Object.keys(FIELDS), { offset: 0, limit: 25 })
    const shown = clicks.filter(
      (it) => it.org_id === 1 && it.at >= FROM && it.at < NOW && (include_bots || !it.is_bot),
    )

    expect(found.map(({ field }) => field)).toEqual(Object.keys(FIELDS))
    for (const { field, items, total } of found) {
      const rows = Map.groupBy(shown, (it) => String(FIELDS[field]?.(it)))
      const expected = [...rows].map(([value, its]) => [
        value,
        { clicks: its.length, visitors: visitorsOf(its, () => '')('') },
      ])
      expect(rows.size).toBeGreaterThan(1)
      expect(total).toBe(rows.size)
      expect(
        new Map(items.map(({ value, clicks, visitors }) => [value, { clicks, visitors }])),
      ).toEqual(new Map(expected as never))
    }
  }
})

it.each(TEAMS)(
  'pages of groups of %s do not overlap, and all have the same total, also past the end',
  async (_, teamSize) => {
    const scope = { ...wholeTeam(1), filter: { include_bots: true }, period, teamSize }
    const page = (offset: number) =>
      groups.list(scope, ['countries', 'links'], { offset, limit: 2 })
    const [first, second, beyond] = [await page(0), await page(2), await page(100)]

    for (const [i, { total, items }] of first.entries()) {
      const values = [...items, ...(second[i]?.items ?? [])].map(({ value }) => value)
      expect(total).toBeGreaterThan(2)
      expect(new Set(values).size).toBe(Math.min(4, total))
      expect(second[i]?.total).toBe(total)
      expect(beyond[i]).toMatchObject({ items: [], total })
    }
  },
)
