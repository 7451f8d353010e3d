import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { stores } from '@fingerpost/kit/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { log } from '../testing/stack.ts'
import { openClickHouse } from './clickhouse.client.ts'
import { appliedMigrations, migrate } from './migration.repository.ts'

const ours = join(import.meta.dirname, '../../migrations')
let lifecycle: Lifecycle
let env: { CLICKHOUSE_URL: string; CLICKHOUSE_DATABASE: string }
let clickhouse: ReturnType<typeof openClickHouse>
let folder: string

beforeEach(async () => {
  lifecycle = new Lifecycle(log)
  const name = `analytics_test_migrate_${randomBytes(4).toString('hex')}`
  env = { CLICKHOUSE_URL: stores.clickhouseUrl, CLICKHOUSE_DATABASE: name }
  clickhouse = lifecycle.own('clickhouse', openClickHouse(env), async (it) => {
    await it.command('DROP DATABASE {name:Identifier}', { name })
    await it.close()
  })
  folder = lifecycle.own('folder', await mkdtemp(join(tmpdir(), 'migrations-')), (it) =>
    rm(it, { recursive: true }),
  )
  await cp(ours, folder, { recursive: true })
})
afterEach(() => lifecycle.close())

const column = async (text: string) =>
  (await clickhouse.read<{ value: string }>({ text, params: {} })).map(({ value }) => value)
const tables = () =>
  column('SELECT name AS value FROM system.tables WHERE database = currentDatabase()')

it('a missing database is created with the engine Atomic', async () => {
  expect(await migrate(env, folder)).toEqual((await readdir(folder)).sort())
  expect(
    await column('SELECT engine AS value FROM system.databases WHERE name = currentDatabase()'),
  ).toEqual(['Atomic'])
  expect(await tables()).toEqual(
    expect.arrayContaining(['clicks_raw_v1', 'clicks_rejected_v1', 'links_v1']),
  )
})

it('the applied migrations can be read before the database exists and while the server is away', async () => {
  expect(await appliedMigrations(env)).toEqual([])
  const ran = await migrate(env, folder)
  expect((await appliedMigrations(env))?.toSorted()).toEqual(ran)
  const away = { ...env, CLICKHOUSE_URL: 'http://127.0.0.1:1' }
  expect(await appliedMigrations(away)).toBeUndefined()
})

it('concurrent migrations all succeed', async () => {
  await Promise.all([1, 2, 3, 4].map(() => migrate(env, folder)))

  expect(await migrate(env, folder)).toEqual([])
})

it('only new migrations run', async () => {
  await migrate(env, folder)
  const text = `-- a comment; with a semicolon
CREATE TABLE IF NOT EXISTS extra_v1 (a String DEFAULT ';') ENGINE = MergeTree ORDER BY a;
ALTER TABLE extra_v1 ADD COLUMN IF NOT EXISTS b String;
-- nothing follows
`
  await writeFile(join(folder, '0099_extra.sql'), text)

  expect(await migrate(env, folder)).toEqual(['0099_extra.sql'])
  expect(
    await column(
      `SELECT name AS value FROM system.columns WHERE database = currentDatabase() AND table = 'extra_v1'`,
    ),
  ).toEqual(['a', 'b'])
})

it('a file that was changed after it was applied is an error with its name', async () => {
  await migrate(env, folder)
  await writeFile(join(folder, '0001_analytics.sql'), 'SELECT 1;')

  await expect(migrate(env, folder)).rejects.toThrow(/0001_analytics.sql was changed.*org export/)
})

it('each of our migrations is idempotent', async () => {
  await migrate(env, folder)
  await clickhouse.command('TRUNCATE TABLE migrations_v1')

  expect(await migrate(env, folder)).toEqual((await readdir(folder)).sort())
})

it('a database of release 0.1 is refused', async () => {
  await migrate(env, folder)
  await clickhouse.command('TRUNCATE TABLE migrations_v1')
  await clickhouse.insert('migrations_v1', [{ name: '0001_clicks.sql', sha256: '' }])

  await expect(migrate(env, folder)).rejects.toThrow('created by Fingerpost 0.1')
})
