import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../faults/until.ts'
import { type Bench, p95, type Row } from './bench.ts'
import { type Clicks, openClicks } from './clicks.ts'
import { startIngest } from './ingest.ts'
import { seedLinks, seedRecords } from './links.ts'
import { load } from './load.ts'
import { openTeam } from './teams.ts'
import { startThrough } from './through.ts'

const TEAMS = { full: 50, quick: 4 }
const TIMES_ALONE = 2
const LINKS = 100
const PER_SECOND = { full: 5_000, quick: 500 }
const MILLIONS = { full: 100, quick: 1 }
/** With responses within 5 ms, a connection sends 50 visits per second. */
const PAUSE_MS = 15
const VISITS_OF_CONNECTION = 50
/** What the analytics page of the dashboard asks first, in one request. */
const PARTS = [
  'clicks?interval=day',
  'group?fields=countries,links,referers,browsers,utm_sources&limit=100',
  'destinations?limit=10',
  'clicks?interval=day&period=2026-09-20,2026-10-19',
]
const PAGE = `report?period=2026-10-20,2026-11-18&timezone=Europe/Berlin&${PARTS.map((it) => `part=${encodeURIComponent(it)}`).join('&')}`
/** Those of both periods. */
const MONTHS = [202609, 202610, 202611]
/** Number of days before the end of the clicks that cover both periods. */
const DAYS = 62
/** How long a person reads a page, in milliseconds. */
const readingMs = () => 3_000 + 5_000 * Math.random()
const EMPTY_MS = 5_000
const PATIENCE_MS = 120_000

/** Clicks coming in while the dashboards of many teams are read. */
export const mixed: Bench = {
  name: 'mixed',
  goal: '5,000 clicks a second and 50 dashboards of 50 teams on 100 million clicks: p95 of a page ≤ 3× of the same alone, the queue empty 5 s after the end, no errors, nothing lost',
  async run({ quick, rounds, seconds, millions, testStack: open }) {
    const testStack = await open()
    const size = quick ? 'quick' : 'full'
    const count = Math.min(millions ?? MILLIONS[size], MILLIONS[size]) * 1e6
    await seedRecords(testStack, await seedLinks(testStack, LINKS), LINKS)
    const clicks = await openClicks(testStack.facts.stores.clickhouse_url)
    await clicks.fill(count, 'many teams')
    await clicks.merge(MONTHS)
    await clicks.countVisitors(DAYS)
    const keys = [testStack.facts.api_key]
    while (keys.length < TEAMS[size]) {
      keys.push((await openTeam(testStack, `mixed-${keys.length}`, ['analytics:read'])).key)
    }
    const through = await startThrough(testStack, clicks.database)
    const ingest = await startIngest(testStack, clicks.database)
    const rows = openRows(
      `${keys.length} dashboards`,
      `${count / 1e6} million clicks`,
      PER_SECOND[size],
    )
    const errors: string[] = []
    const asked: number[] = []
    let pages = 0
    const ask = async (key: string): Promise<number> => {
      const began = performance.now()
      await through.get(PAGE, key).catch((error: unknown) => errors.push(String(error)))
      pages++
      return performance.now() - began
    }
    try {
      for (let round = 0; round < rounds; round++) {
        const alone: number[] = []
        for (const key of keys) {
          await ask(key) // warms up
          for (let time = 0; time < TIMES_ALONE; time++) alone.push(await ask(key))
        }
        const [errorsBefore, pagesBefore] = [errors.length, pages]
        const storedBefore = await stored(clicks)
        const loading = load({
          origin: ingest.origin,
          seconds: seconds * 4,
          connections: PER_SECOND[size] / VISITS_OF_CONNECTION,
          pauseMs: PAUSE_MS,
          asks: { path: '/b#', of: LINKS },
        })
        const reading = await Promise.all(keys.map((key) => read(() => ask(key), seconds * 3_000)))
        const burst = await Promise.all(keys.map(ask))
        const loaded = await loading

        rows.depths.push(await ingest.depth())
        await until(async () => (await ingest.depth()) === 0, 'an empty queue', EMPTY_MS).catch(
          () => {},
        )
        rows.late.ours.push(await ingest.depth())
        await until(async () => (await ingest.depth()) === 0, 'an empty queue', PATIENCE_MS)
        const expected = storedBefore + loaded.requests - loaded.refused
        const missing = async () => Math.max(0, expected - (await stored(clicks)))
        // Visits may have been spooled.
        await until(async () => (await missing()) === 0, 'all clicks', PATIENCE_MS).catch(() => {})
        rows.lost.ours.push(await missing())
        rows.rate.ours.push(loaded.perSecond)
        asked.push(pages - pagesBefore)
        rows.errors.ours.push(errors.length - errorsBefore + loaded.refused + loaded.failed)
        rows.reading.ours.push(p95(reading.flat()))
        rows.burst.ours.push(p95(burst))
        for (const row of [rows.reading, rows.burst]) row.reference?.push(p95(alone))
      }
    } finally {
      await ingest.stop()
      await through.stop()
      await clicks.close()
    }
    rows.late.note = `${rows.depths.join(', ')} jobs when the load ended`
    const [example = 'none failed'] = errors
    rows.errors.note = `of ${asked.join(', ')} pages beside visits: ${/"detail":"([^"]*)"/.exec(example)?.[1] ?? example}`
    return [rows.reading, rows.burst, rows.rate, rows.late, rows.errors, rows.lost]
  },
}

/** Opens pages and reads them for some time. Returns how long each took to load. */
async function read(page: () => Promise<number>, forMs: number): Promise<number[]> {
  const endMs = performance.now() + forMs
  const left = () => Math.max(0, endMs - performance.now())
  const times: number[] = []
  await pause(Math.random() * Math.min(5_000, forMs / 3))
  while (left() > 0) {
    times.push(await page())
    await pause(Math.min(readingMs(), left()))
  }
  return times
}

/** Visits are later than all generated clicks. */
async function stored({ clickhouse }: Clicks): Promise<number> {
  const text = `SELECT count() AS rows FROM clicks_raw_v1 WHERE created_at > now() - INTERVAL 1 DAY AND slug LIKE 'b%'`
  return (await clickhouse.read<{ rows: number }>({ text, params: {} }))[0]?.rows ?? 0
}

function openRows(dashboards: string, size: string, perSecond: number) {
  const compared = (work: string, most: number): Row => ({
    work: `${work} beside visits, ${size}, p95 of a page`,
    unit: 'ms',
    ours: [],
    reference: [],
    goal: { atMost: 3 },
    guard: { atMost: most },
  })
  const none = (work: string, guard = 0): Row => {
    return {
      work: `mixed, ${work}`,
      unit: '',
      ours: [],
      goal: { atMost: 0 },
      guard: { atMost: guard },
    }
  }
  return {
    reading: compared(`${dashboards} that people read`, 30),
    burst: compared(`${dashboards} at the same instant`, 100),
    rate: {
      work: 'mixed, visits',
      unit: 'req/s',
      ours: [],
      goal: { atLeast: perSecond },
      guard: { atLeast: perSecond / 10 },
    } as Row,
    late: none('jobs in the queue 5 s after the load', 100),
    errors: none('errors'),
    lost: none('clicks lost'),
    depths: [] as number[],
  }
}
