import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Client, connect } from '@fingerpost/kit/grpc/client'
import { createServer } from '@fingerpost/kit/grpc/server'
import type { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { openQueue } from '@fingerpost/kit/queue/queue'
import { openRedis } from '@fingerpost/kit/stores/redis'
import { createTestRedis, stores } from '@fingerpost/kit/testing'
import { AnalyticsService } from '@fingerpost/protos/analytics/v1/analytics'
import { ErasurePreviewsService } from '@fingerpost/protos/analytics/v1/erasure'
import { GeoService } from '@fingerpost/protos/analytics/v1/geo'
import { RetentionsService as ClickRetentions } from '@fingerpost/protos/analytics/v1/retention'
import {
  type ListRetentionsResponse,
  RetentionsService,
} from '@fingerpost/protos/catalog/v1/retention'
import type { Click } from '@fingerpost/protos/click/v1/click'
import { createBatchWriter } from '@fingerpost/protos/click-batch'
import { type ClickTotal, ClickTotalsService } from '@fingerpost/protos/link/v1/click_total'
import type { LinkChange } from '@fingerpost/protos/link/v1/link_change'
import { CLICK_QUEUE, CLICK_QUEUES } from '@fingerpost/protos/redis-keys'
import { startAnalytics } from '../service.ts'
import { type ClickHousePlace, openClickHouse } from '../store/clickhouse.client.ts'
import { migrate } from '../store/migration.repository.ts'

export const log = createLog('analytics-test', process.env.TEST_LOG ?? 'silent')
const migrations = join(import.meta.dirname, '../../migrations')

/**
 * A separate database, dropped when the lifecycle closes, with the tables of one that is migrated once, or with
 * tables and rows of another test database.
 */
export async function openTestClickHouse(lifecycle: Lifecycle, like?: ClickHousePlace) {
  const name = `analytics_test_${randomBytes(4).toString('hex')}`
  const env = { CLICKHOUSE_URL: stores.clickhouseUrl, CLICKHOUSE_DATABASE: name }
  if (like) await copyTables(env, like, true)
  else {
    const migrated = { ...env, CLICKHOUSE_DATABASE: 'analytics_test_tables' }
    migrating ??= migrate(migrated, migrations).catch((error) => {
      migrating = undefined
      throw error
    })
    await migrating
    await copyTables(env, migrated)
  }
  const clickhouse = lifecycle.own('test clickhouse', openClickHouse(env), async (it) => {
    await it.command('DROP DATABASE {name:Identifier}', { name })
    await it.close()
  })
  /** The first column of the first row of a query. */
  const scalar = async (text: string) => {
    const [row] = await clickhouse.read<Record<string, unknown>>({ text, params: {} })
    return row && Object.values(row)[0]
  }
  return { env, clickhouse, scalar }
}

/** Once per process. */
let migrating: Promise<unknown> | undefined

/** Creates the tables of a database in another one, which is faster than to migrate that; parts are hard links. */
async function copyTables(
  to: ClickHousePlace,
  from: ClickHousePlace,
  withRows = false,
): Promise<void> {
  const server = openClickHouse(from)
  try {
    const params = { name: to.CLICKHOUSE_DATABASE }
    await server.command('CREATE DATABASE {name:Identifier}', params)
    const text = 'SELECT name AS table FROM system.tables WHERE database = currentDatabase()'
    for (const { table } of await server.read<{ table: string }>({ text, params: {} })) {
      await server.command(`CREATE TABLE {name:Identifier}.${table} AS ${table}`, params)
    }
    const parts = `SELECT DISTINCT table, partition_id AS id FROM system.parts
      WHERE active AND database = currentDatabase()`
    const copied = withRows
      ? await server.read<{ table: string; id: string }>({ text: parts, params: {} })
      : []
    for (const { table, id } of copied) {
      const attach = `ALTER TABLE {name:Identifier}.${table} ATTACH PARTITION ID '${id}' FROM ${table}`
      await server.command(attach, params)
    }
  } finally {
    await server.close()
  }
}

/** The queues of the worker, and the environment variables for them. */
export async function openTestQueues(lifecycle: Lifecycle) {
  const server = lifecycle.own('test redis', await createTestRedis(), (it) => it.drop())
  const connection = lifecycle.own('queue redis', openRedis(server.url, 'worker', log), (it) =>
    it.disconnect(),
  )
  const open = <T>(name: string) =>
    lifecycle.own(name, openQueue<T>(name, connection, log), (it) => it.close())
  return {
    redis: server.client,
    env: { REDIS_URL: server.url, REDIS_CACHE_URL: '', REDIS_QUEUE_URL: '' },
    clicks: open<unknown>(CLICK_QUEUE),
    otherClicks: CLICK_QUEUES.slice(1).map(open<unknown>),
    changes: open<{ changes: LinkChange[] }>('link-changes'),
  }
}

/** A fake link service that stores the latest received total of each link. */
export async function openFakeLink(lifecycle: Lifecycle) {
  const reported = new Map<number, ClickTotal>()
  const state = { calls: 0, away: false }
  const server = lifecycle.own(
    'fake link',
    createServer({ GRPC_HOST: '127.0.0.1', GRPC_SHARED_SECRET: '' }, log),
    (it) => it.close(),
  )
  server.add(ClickTotalsService, {
    async setClickTotals({ totals }) {
      state.calls++
      if (state.away) throw new Error('link is away')
      for (const total of totals) reported.set(total.link_id, total)
      return {}
    },
  })
  return { reported, state, address: `127.0.0.1:${await server.listen(0)}` }
}

/** A fake catalog service with the terms of teams. */
export async function openFakeCatalog(lifecycle: Lifecycle, terms: ListRetentionsResponse) {
  const server = lifecycle.own(
    'fake catalog',
    createServer({ GRPC_HOST: '127.0.0.1', GRPC_SHARED_SECRET: '' }, log),
    (it) => it.close(),
  )
  server.add(RetentionsService, { listRetentions: async () => terms })
  return `127.0.0.1:${await server.listen(0)}`
}

/** The running service, and a client that calls it for a team. */
export async function openTestAnalytics(
  lifecycle: Lifecycle,
  env: { CLICKHOUSE_URL: string; CLICKHOUSE_DATABASE: string },
  now: () => number = Date.now,
) {
  const config = {
    ...env,
    CLICKHOUSE_CLUSTER: '',
    CLICK_IP: 'full',
    LOG_LEVEL: 'silent',
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
    OTEL_TRACES_SAMPLER_ARG: 1,
    ADMIN_HOST: '127.0.0.1',
    ADMIN_PORT: 0,
    BUILD_VERSION: '',
    BUILD_ID: '',
    GRPC_HOST: '127.0.0.1',
    GRPC_PORT: 0,
    GRPC_SHARED_SECRET: '',
    GEOIP_CITY_DB: '',
    GEOIP_COUNTRY_DB: '',
    GEO_DATA: 'city' as const,
  }
  const { port } = await startAnalytics(config, lifecycle, log, now)
  const channel = lifecycle.own('channel', connect(`127.0.0.1:${port}`), (it) => it.close())
  return {
    analytics: channel.client(AnalyticsService) as Client<AnalyticsService>,
    geo: channel.client(GeoService) as Client<GeoService>,
    previews: channel.client(ErasurePreviewsService) as Client<ErasurePreviewsService>,
    retentions: channel.client(ClickRetentions) as Client<ClickRetentions>,
  }
}

/** On whose behalf a test asks. */
export const as = (orgId: number) => ({ caller: { orgId, userId: 1, scopes: ['analytics:read'] } })

/** Clicks as the data of a job. */
export const jobOf = (...clicks: object[]) => createBatchWriter()(clicks)

let made = 0

/** A click as redirect sends it. */
export function makeClick(fields: Partial<Click> = {}): Click {
  const linkId = fields.link_id ?? 7
  return {
    id: `01930000-0000-7000-8000-${(++made).toString(16).padStart(12, '0')}`,
    created_at_ms: Date.now(),
    link_id: linkId,
    org_id: 1,
    domain_id: 3,
    domain: 'go.example',
    slug: `s${linkId}`,
    short_url: `https://go.example/s${linkId}`,
    title: 'A page',
    url: 'https://example.com/page',
    variant: 'main',
    trigger: 'link',
    ip: '81.2.69.142',
    user_agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1',
    accept_language: 'en-GB,en;q=0.9',
    referer: 'https://www.news.example/today',
    query: 'a=1&b=2&b=3',
    ...fields,
  }
}
