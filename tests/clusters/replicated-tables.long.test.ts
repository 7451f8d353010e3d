import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onCluster } from '../../services/analytics/src/store/cluster.rules.ts'
import { migrate } from '../../services/analytics/src/store/migration.repository.ts'
import { root } from '../faults/test-stack.ts'
import { hasZooKeeper, openZooKeeper } from './keeper.ts'
import { CLUSTER, openShards, type Shards, withoutCluster } from './shards.ts'

// Two replicas of a shard. The npm build of ClickHouse registers replicated tables, but cannot replicate: they stay
// read-only. So the final definition of each table is created, not the migrations one by one.
describe.runIf(hasZooKeeper)('with ZooKeeper', () => {
  let keeper: Awaited<ReturnType<typeof openZooKeeper>>
  let replicas: Shards
  let definitions: string[]
  beforeAll(async () => {
    keeper = await openZooKeeper()
    const macros = (i: number) => `<macros><shard>1</shard><replica>r${i}</replica></macros>`
    replicas = await openShards((i) => keeper.settings + macros(i))
    for (const it of replicas.shards) {
      await replicas.query(it, 'CREATE DATABASE analytics ENGINE = Atomic')
    }
    const [first] = replicas.shards
    const env = { CLICKHOUSE_URL: first?.url ?? '', CLICKHOUSE_DATABASE: 'plain' }
    await migrate(env, join(root, 'services', 'analytics', 'migrations'))
    const found = await ask(
      0,
      `SELECT create_table_query AS text FROM system.tables
       WHERE database = 'plain' AND engine LIKE '%MergeTree' FORMAT JSONEachRow`,
    )
    definitions = found.split('\n').map((line) => JSON.parse(line).text as string)
    for (const i of replicas.shards.keys()) {
      for (const text of definitions) for (const it of replicated(text)) await ask(i, it)
    }
  })
  afterAll(async () => {
    await replicas?.close()
    keeper?.close()
  })

  const ask = (i: number, sql: string) => {
    const shard = replicas.shards[i]!
    return replicas.query({ ...shard, url: `${shard.url}/?database=analytics` }, sql)
  }

  /** The statements of a cluster for a table, with its columns, projections and settings. */
  const replicated = (definition: string) =>
    onCluster(
      definition.replace(/^CREATE TABLE plain\./, 'CREATE TABLE IF NOT EXISTS '),
      CLUSTER,
    ).map(withoutCluster)

  it('every table is registered by both replicas with the same definition', async () => {
    expect(definitions.length).toBeGreaterThan(8)
    for (const i of replicas.shards.keys()) {
      const tables = await ask(
        i,
        `SELECT count(), min(total_replicas), max(total_replicas) FROM system.replicas
         WHERE database = 'analytics' FORMAT CSV`,
      )
      expect(tables).toBe(`${definitions.length},2,2`)
    }
  })

  it('a replica with other columns, order or projections is rejected', async () => {
    const clicks = definitions.find((it) => it.includes('plain.clicks_raw_v1'))!
    const [table = ''] = replicated(clicks)
    const other = (from: string | RegExp, to: string) =>
      ask(
        1,
        table
          .replace('clicks_raw_v1_local', 'other')
          .replace("/clicks_raw_v1_local', '{replica}'", "/clicks_raw_v1_local', 'other'")
          .replace(from, to),
      )

    await expect(other('`link_id` UInt64', '`link_id` UInt32')).rejects.toThrow(/INCOMPATIBLE/)
    await expect(other('org_id, created_at, id)', 'org_id, created_at)')).rejects.toThrow(
      /METADATA_MISMATCH/,
    )
    await expect(
      other('PROJECTION clicks_per_quarter', 'PROJECTION clicks_per_hour'),
    ).rejects.toThrow(/METADATA_MISMATCH/)
  })
})
