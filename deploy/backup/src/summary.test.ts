import { expect, it } from 'vitest'
import { summaryOf } from './summary.rules.ts'

const facts = {
  made_at: '2026-11-22T03:15:00.000Z',
  redis_keys: 3,
  postgres_rows: 12,
  tables: ['clicks_raw_v1'],
}
const file = (bytes: number) => ({ bytes, sha256: '' })

it('a summary has a line per store with its counts and bytes', () => {
  const files = {
    'catalog.teams.ndjson.zst': file(10),
    'link#sequences.ndjson.zst': file(5),
    'redis-queue.ndjson.zst': file(7),
    'redis-cache.ndjson.zst': file(1),
    'clicks_raw_v1/202611.native.zst': file(100),
    'spool/a.full': file(20),
    'grpc-secret': file(2),
  }
  const tables = { teams: { rows: 12, checksum: 0 } }
  const databases = { catalog: { migration: '', tables }, link: { migration: '', tables: {} } }
  const partitions = { 'clicks_raw_v1/202611': { fingerprint: '', rows: 1_000 } }

  expect(summaryOf({ ...facts, databases, partitions, files })).toEqual([
    { store: 'postgres', databases: 2, rows: 12, bytes: 15 },
    { store: 'redis', keys: 3, bytes: 8 },
    { store: 'clickhouse', partitions: 1, rows: 1_000, bytes: 100 },
    { store: 'files', files: 2, bytes: 22 },
  ])
})
