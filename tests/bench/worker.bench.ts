import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { openGeoIp } from '@fingerpost/kit/geo/geoip'
import { createLog } from '@fingerpost/kit/process/log'
import { createBatchWriter } from '@fingerpost/protos/click-batch'
import { clickRepository } from '../../services/analytics/src/clicks/click.repository.ts'
import { clickWork } from '../../services/analytics/src/clicks/click.worker.ts'
import { enrichment } from '../../services/analytics/src/clicks/steps.worker.ts'
import {
  type ClickHouse,
  openClickHouse,
} from '../../services/analytics/src/store/clickhouse.client.ts'
import { migrate } from '../../services/analytics/src/store/migration.repository.ts'
import type { Bench, Row } from './bench.ts'
import { cpuSeconds, heldBytes } from './machine.ts'
import { makeVisits } from './visits.ts'

const GROUP = 2_000 // clicks per insert, like CLICK_GROUPS
const GROUPS_OF_ROUND = 30

/** The work of the click worker, with the geographic data that is packaged. */
export function clickWorkOn(clickhouse: ClickHouse) {
  const log = createLog('bench', 'silent')
  const geoip = openGeoIp(
    { GEOIP_CITY_DB: '', GEOIP_COUNTRY_DB: '', GEO_DATA: 'city' },
    'city',
    log,
  )
  return clickWork({
    steps: enrichment(geoip, 'full'),
    clicks: clickRepository(clickhouse),
    touch: async () => {},
    precision: 'full',
    now: Date.now,
    log,
  })
}

/** Processing of click jobs from JSON to readable rows: the throughput of one worker core. */
export const worker: Bench = {
  name: 'worker',
  goal: '≥ 40,000 clicks a second of its processor time, memory flat',
  async run({ quick, rounds, testStack }) {
    const { facts } = await testStack()
    const url = facts.stores.clickhouse_url
    const database = `analytics_bench_${randomBytes(4).toString('hex')}`
    const env = { CLICKHOUSE_URL: url, CLICKHOUSE_DATABASE: database }
    await migrate(env, join(import.meta.dirname, '../../services/analytics/migrations'))
    const clickhouse = openClickHouse(env)
    const work = clickWorkOn(clickhouse)
    const rate: Row = {
      work: 'worker, clicks by processor time',
      unit: '/s',
      ours: [],
      goal: { atLeast: 40_000 },
    }
    const memory: Row = {
      work: 'worker, memory of the last round by the first',
      unit: '×',
      ours: [],
      goal: { atMost: 1.2 },
    }
    const [server] = [facts.pids.clickhouse ?? 0]
    const insertSeconds: number[] = []
    let [first, clicks] = [0, 0]
    try {
      for (let round = -1; round < Math.max(rounds, 2); round++) {
        const texts = jobs(quick ? 10 : GROUPS_OF_ROUND)
        const [cpu, stored] = [process.cpuUsage(), cpuSeconds([server])]
        for (const text of texts) {
          const data = JSON.parse(text) as unknown
          await work({
            id: crypto.randomUUID(),
            jobs: [{ id: crypto.randomUUID(), data }],
            isFirst: true,
          })
        }
        const { user, system } = process.cpuUsage(cpu)
        clicks += texts.length * GROUP
        const held = heldBytes()
        if (round < 0) continue
        if (round === 0) first = held
        rate.ours.push((texts.length * GROUP) / ((user + system) / 1e6))
        insertSeconds.push((cpuSeconds([server]) - stored) / (texts.length * GROUP))
        memory.ours = [held / first]
      }
      const [row] = await clickhouse.read<{ rows: number }>({
        text: 'SELECT count() AS rows FROM clicks_raw_v1',
        params: {},
      })
      if (row?.rows !== clicks) throw new Error(`${row?.rows} of ${clicks} clicks are in the table`)
    } finally {
      await clickhouse.command('DROP DATABASE {database:Identifier}', { database })
      await clickhouse.close()
    }
    const most = Math.max(...insertSeconds) * 1e6
    rate.note = `ClickHouse takes up to ${most.toFixed(1)} µs of its own for a click, merges included`
    return [rate, memory]
  },
}

const jobs = (count: number): string[] =>
  Array.from({ length: count }, () =>
    JSON.stringify(createBatchWriter()(makeVisits(GROUP, Date.now()))),
  )
