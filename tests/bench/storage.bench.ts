import { randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import { createLog } from '@fingerpost/kit/process/log'
import { openQueue } from '@fingerpost/kit/queue/queue'
import type { Click } from '@fingerpost/protos/click/v1/click'
import { createBatchWriter } from '@fingerpost/protos/click-batch'
import {
  type ClickHouse,
  openClickHouse,
} from '../../services/analytics/src/store/clickhouse.client.ts'
import { migrate } from '../../services/analytics/src/store/migration.repository.ts'
import type { Bench, Row } from './bench.ts'
import { table } from './figures.ts'
import { toolName } from './load.ts'
import { readMachine } from './machine.ts'
import { startQueueRedis } from './redirects.ts'
import { measuredOn, replaceSection } from './report.ts'
import { makeVisits } from './visits.ts'
import { clickWorkOn } from './worker.bench.ts'

const GROUP = 2_000
const GROUPS = { full: 250, quick: 10 }
const DAYS = 30
const DAY_MS = 86_400_000
/** Visitors of a day, relative to its clicks. */
const VISITORS = 0.5
const JOB_SIZES = [1, 8, 32, 500]
const JOBS = 200

/** Bytes of a click in ClickHouse, after all merges, and of a click that waits in Redis. */
export const storage: Bench = {
  name: 'storage',
  goal: 'the sums kept beside the clicks of a month at most as large as the clicks',
  async run({ quick, testStack }) {
    const machine = readMachine(toolName())
    const { facts } = await testStack()
    const database = `analytics_bench_${randomBytes(4).toString('hex')}`
    const env = { CLICKHOUSE_URL: facts.stores.clickhouse_url, CLICKHOUSE_DATABASE: database }
    await migrate(env, join(import.meta.dirname, '../../services/analytics/migrations'))
    const clickhouse = openClickHouse(env)
    try {
      const groups = GROUPS[quick ? 'quick' : 'full']
      await insertClicks(clickhouse, groups)
      await clickhouse.command('OPTIMIZE TABLE clicks_raw_v1 FINAL')
      const stored = await sizesOf(clickhouse, groups * GROUP)
      const queued = await queuedBytes()
      if (!quick) {
        const rows = [...stored.columns, ...stored.projections, ...queued].map(
          ({ part, bytes }) => [part, bytes.toFixed(2)],
        )
        const count = (groups * GROUP).toLocaleString('en')
        replaceSection(
          'storage',
          `${measuredOn(machine)}\n\n${table(rows, [`part of a click, of ${count}`, 'bytes'])}`,
        )
      }
      const row: Row = {
        work: 'a click in ClickHouse, sums beside the click itself',
        unit: 'bytes',
        ours: [total(stored.projections)],
        reference: [total(stored.columns)],
        goal: { atMost: 1 },
        // A few clicks have almost as many different sums.
        guard: { atMost: 5 },
        note: `${queued.map(({ part, bytes }) => `${part}: ${bytes.toFixed(0)} bytes`).join(', ')}`,
      }
      return [row]
    } finally {
      await clickhouse.command('DROP DATABASE {database:Identifier}', { database })
      await clickhouse.close()
    }
  },
}

interface Size {
  part: string
  bytes: number
}

const total = (sizes: readonly Size[]) => sizes.reduce((sum, { bytes }) => sum + bytes, 0)

/** Clicks of a month, through the steps of the click worker. */
async function insertClicks(clickhouse: ClickHouse, groups: number): Promise<void> {
  const work = clickWorkOn(clickhouse)
  const startMs = Math.floor(Date.now() / DAY_MS - DAYS) * DAY_MS
  for (let group = 0; group < groups; group++) {
    const stepMs = (DAYS * DAY_MS) / groups
    const clicks = visitsOf(startMs + group * stepMs, stepMs, (groups * GROUP) / DAYS)
    const job = { id: crypto.randomUUID(), data: createBatchWriter()(clicks) }
    await work({ id: crypto.randomUUID(), jobs: [job], isFirst: true })
  }
}

/** Visits at random times of a span, by visitors of the day. */
const visitsOf = (fromMs: number, spanMs: number, perDay: number): Click[] =>
  makeVisits(GROUP, fromMs).map((visit) => ({
    ...visit,
    created_at_ms: fromMs + randomInt(Math.max(1, Math.floor(spanMs))),
    visitor: `${(BigInt(randomInt(1, Math.ceil(perDay * VISITORS))) * 0x9e3779b97f4a7c15n) % 2n ** 64n}`,
  }))

/** Compressed bytes per click of each column and projection, largest first. */
async function sizesOf(clickhouse: ClickHouse, clicks: number) {
  const read = (text: string) => clickhouse.read<Size>({ text, params: { clicks } })
  const from = (table: string) =>
    `FROM system.${table} WHERE active AND database = currentDatabase() AND table = 'clicks_raw_v1'`
  const columns = await read(
    `SELECT concat('column ', column) AS part, sum(column_bytes_on_disk) / {clicks:UInt64} AS bytes
     ${from('parts_columns')} GROUP BY column ORDER BY bytes DESC`,
  )
  const projections = await read(
    `SELECT concat('projection ', name) AS part, sum(bytes_on_disk) / {clicks:UInt64} AS bytes
     ${from('projection_parts')} GROUP BY name ORDER BY bytes DESC`,
  )
  return { columns, projections }
}

/** Bytes of Redis memory per click that waits in jobs of different sizes. */
async function queuedBytes(): Promise<Size[]> {
  const redis = await startQueueRedis()
  const queue = openQueue<unknown>('clicks', redis.client, createLog('bench', 'silent'))
  const used = async () =>
    Number(/used_memory:(\d+)/.exec(await redis.client.info('memory'))?.[1] ?? Number.NaN)
  const sizes: Size[] = []
  try {
    for (const count of JOB_SIZES) {
      await redis.client.flushall()
      const job = createBatchWriter()(makeVisits(count, Date.now()))
      await queue.add(crypto.randomUUID(), job) // the keys of the queue itself
      const before = await used()
      for (let i = 0; i < JOBS; i++) await queue.add(crypto.randomUUID(), job)
      const bytes = ((await used()) - before) / JOBS / count
      sizes.push({ part: `Redis, in a job of ${count}`, bytes })
    }
  } finally {
    await queue.close()
    await redis.close()
  }
  return sizes
}
