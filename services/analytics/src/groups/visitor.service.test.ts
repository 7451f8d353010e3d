import { wholeTeam } from '@fingerpost/kit/grpc/context'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clickRepository } from '../clicks/click.repository.ts'
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

it.each([
  ['countries', (it: ModelClick) => it.country],
  ['regions', (it: ModelClick) => it.region],
  ['cities', (it: ModelClick) => it.city],
  ['domains', (it: ModelClick) => it.domain_id],
  ['links', (it: ModelClick) => it.link_id],
])('visitors of %s are those of the model, in whole days and parts of days', async (field, of) => {
  for (const include_bots of [false, true]) {
    const period = { fromMs: FROM, toMs: NOW, days: 4, zone: 'UTC', nowMs: NOW }
    const scope = { ...wholeTeam(1), filter: { include_bots }, period }
    const { items } = await groups.list(scope, field, { offset: 0, limit: 25 })
    const shown = clicks.filter(
      (it) => it.org_id === 1 && it.at >= FROM && it.at < NOW && (include_bots || !it.is_bot),
    )
    const rows = Map.groupBy(shown, (it) => String(of(it)))
    const expected = [...rows].map(([value, its]) => [value, visitorsOf(its, () => '')('')])

    expect(rows.size).toBeGreaterThan(1)
    expect(new Map(items.map((it) => [it.value, it.visitors]))).toEqual(new Map(expected as never))
  }
})
