import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { onCluster } from './cluster.rules.ts'
import { statementsOf } from './migration.repository.ts'

const folder = join(import.meta.dirname, '../../migrations/')
const ours = globSync('*.sql', { cwd: folder }).flatMap((name) =>
  statementsOf(readFileSync(`${folder}${name}`, 'utf8')),
)

it('a table becomes a replicated table on each shard and a Distributed table', () => {
  const statement = `
    -- Why it is there.
    CREATE TABLE IF NOT EXISTS clicks_v1 (id UUID, link_id UInt64)
    ENGINE = ReplacingMergeTree(version) ORDER BY id
    SETTINGS non_replicated_deduplication_window = 100, old_parts_lifetime = 60`

  const [place, front, ...more] = onCluster(statement, 'eu-1').map((it) => it.replace(/\s+/g, ' '))

  expect(place).toBe(
    `CREATE TABLE IF NOT EXISTS clicks_v1_local ON CLUSTER 'eu-1' (id UUID, link_id UInt64) ` +
      `ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/clicks_v1_local', ` +
      `'{replica}', version) ORDER BY id SETTINGS replicated_deduplication_window = 100, ` +
      'replicated_deduplication_window_seconds = 604800, old_parts_lifetime = 60',
  )
  expect(front).toBe(
    `CREATE TABLE IF NOT EXISTS clicks_v1 ON CLUSTER 'eu-1' AS clicks_v1_local ` +
      `ENGINE = Distributed('eu-1', currentDatabase(), 'clicks_v1_local', cityHash64(link_id))`,
  )
  expect(more).toEqual([])
})

it('a table without link_id is on one shard', () => {
  const statement = 'CREATE TABLE IF NOT EXISTS a (b UInt8) ENGINE = MergeTree ORDER BY b'

  expect(onCluster(statement, 'c')[1]).toMatch(/'a_local', 0\)$/)
})

it.each([
  [
    'CREATE MATERIALIZED VIEW IF NOT EXISTS v TO t AS SELECT a FROM s GROUP BY a',
    [
      `CREATE MATERIALIZED VIEW IF NOT EXISTS v ON CLUSTER 'c' TO t_local AS SELECT a FROM s_local GROUP BY a`,
    ],
  ],
  [
    'ALTER TABLE t ADD COLUMN IF NOT EXISTS a UInt8',
    [
      `ALTER TABLE t_local ON CLUSTER 'c' ADD COLUMN IF NOT EXISTS a UInt8`,
      `ALTER TABLE t ON CLUSTER 'c' ADD COLUMN IF NOT EXISTS a UInt8`,
    ],
  ],
  [
    'ALTER TABLE t ADD PROJECTION IF NOT EXISTS p (SELECT a)',
    [`ALTER TABLE t_local ON CLUSTER 'c' ADD PROJECTION IF NOT EXISTS p (SELECT a)`],
  ],
  [
    'DROP TABLE IF EXISTS t',
    [`DROP TABLE IF EXISTS t ON CLUSTER 'c'`, `DROP TABLE IF EXISTS t_local ON CLUSTER 'c'`],
  ],
  ['INSERT INTO t SELECT * FROM s', ['INSERT INTO t SELECT * FROM s']],
])('%s', (statement, expected) => {
  expect(onCluster(statement, 'c')).toEqual(expected)
})

it('each of our migrations can be translated completely for a cluster', () => {
  expect(ours.length).toBeGreaterThan(2)
  for (const part of ours.flatMap((it) => onCluster(it, 'c'))) {
    expect(part).toMatch(/ON CLUSTER 'c'|^INSERT INTO /)
    expect(part).not.toMatch(/non_replicated|= MergeTree/)
  }
})

it('unsupported statements and invalid cluster names are rejected', () => {
  expect(() => onCluster('RENAME TABLE a TO b', 'c')).toThrow('cannot take')
  expect(() => onCluster('DROP TABLE IF EXISTS a', `c' x`)).toThrow('CLICKHOUSE_CLUSTER')
})
