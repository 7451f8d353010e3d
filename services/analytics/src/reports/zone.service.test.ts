import { wholeTeam } from '@fingerpost/kit/grpc/context'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { intervalStart } from '../testing/model.ts'
import { log, openTestClickHouse } from '../testing/stack.ts'
import { INTERVALS, resolvePeriod } from './period.rules.ts'
import { startOf } from './report.handlers.ts'
import { type ReportRepository, reportRepository } from './report.repository.ts'
import { offsetsIn } from './zone.rules.ts'

const ZONES = [
  'UTC',
  'America/Vancouver',
  'Africa/Casablanca',
  'America/Nuuk',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'SystemV/EST5',
]
const [FROM, TO] = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)]
const SMALL = { busiestDay: 0, busiestMonth: 0, total: 0 }
const lifecycle = new Lifecycle(log)
let store: Awaited<ReturnType<typeof openTestClickHouse>>
let reports: ReportRepository

/** Half hours, and the milliseconds before them, around each clock change of a zone in 2026. */
const instantsOf = (zone: string): number[] =>
  offsetsIn(zone, FROM, TO)
    .map(({ sinceMs }) => sinceMs || Date.UTC(2026, 10, 22))
    .flatMap((change) =>
      Array.from({ length: 96 }, (_, i) => change + (i - 48) * 1_800_000).flatMap((at) => [
        at - 1,
        at,
      ]),
    )
const teamOf = (zone: string) => ZONES.indexOf(zone) + 1

beforeAll(async () => {
  store = await openTestClickHouse(lifecycle)
  reports = reportRepository(store.clickhouse)
  const rows = ZONES.flatMap((zone) =>
    [...new Set(instantsOf(zone))].map((at) => ({
      id: crypto.randomUUID(),
      created_at: new Date(at).toISOString().slice(0, -1).replace('T', ' '),
      org_id: teamOf(zone),
      link_id: 1,
    })),
  )
  await store.clickhouse.insert('clicks_raw_v1', rows)
  await store.clickhouse.command('OPTIMIZE TABLE clicks_raw_v1 FINAL')
})
afterAll(() => lifecycle.close())

const scopeOf = (zone: string, period: string, nowMs: number, teamSize?: typeof SMALL) => ({
  ...wholeTeam(teamOf(zone)),
  filter: { include_bots: true },
  period: resolvePeriod({ period, timezone: zone }, nowMs),
  teamSize,
})

describe.each(ZONES)('in %s', (zone) => {
  it.each(INTERVALS)(
    'clicks by %s, from rollups or not, are in the interval of the zone',
    async (interval) => {
      const wanted = new Map<number, number>()
      for (const at of new Set(instantsOf(zone))) {
        const start = intervalStart(at, interval, zone)
        wanted.set(start, (wanted.get(start) ?? 0) + 1)
      }
      for (const size of [undefined, SMALL]) {
        const counts = await reports.countByInterval(
          scopeOf(zone, 'all', TO, size),
          interval,
          undefined,
        )
        const found = counts.map((it) => [startOf(it, interval, zone), it.clicks] as const)
        expect(new Map(found)).toEqual(wanted)
        expect(found).toHaveLength(wanted.size)
      }
    },
  )

  it('a day is one day, even with a clock change', async () => {
    for (const { sinceMs } of offsetsIn(zone, FROM, TO)) {
      const nowMs = sinceMs || Date.UTC(2026, 10, 22)
      const scope = scopeOf(zone, 'today', nowMs, SMALL)
      const counts = await reports.countByInterval(scope, 'day', undefined)

      expect(counts).toHaveLength(1)
      expect(counts[0]?.clicks).toBe(await reports.countClicks(scope))
    }
  })
})
