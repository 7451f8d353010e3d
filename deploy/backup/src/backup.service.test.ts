import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { RESERVE_FOLDER } from '@fingerpost/kit/stores/reserve-folder'
import { createTestDatabase, createTestRedis, stores } from '@fingerpost/kit/testing'
import { askClickHouse } from '@fingerpost/kit/testing/clickhouse'
import pg from 'pg'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exclusively } from './lock.ts'
import { readFacts } from './stores.ts'

const lifecycle = new Lifecycle(createLog('kit', 'silent'))
const folder = mkdtempSync(join(tmpdir(), 'backup-'))
const spool = join(folder, 'spool')
const clicks = `analytics_test_backup_${process.pid}`
let postgres: pg.Client
let redis: Awaited<ReturnType<typeof createTestRedis>>
let env: NodeJS.ProcessEnv
let databaseUrl: string

beforeAll(async () => {
  lifecycle.own('folder', folder, (it) => rmSync(it, { recursive: true }))
  const migrations = join(folder, 'migrations')
  mkdirSync(migrations)
  writeFileSync(
    join(migrations, '0001_it.sql'),
    `create table things (id bigint generated always as identity primary key, name text);
    create function after_restore() returns void language sql as
      $$ comment on table things is 'made anew' $$;`,
  )
  mkdirSync(spool)
  const database = lifecycle.own('db', await createTestDatabase('backup', migrations), (it) =>
    it.drop(),
  )
  postgres = lifecycle.own('pg', new pg.Client({ connectionString: database.url }), (it) =>
    it.end(),
  )
  await postgres.connect()
  databaseUrl = database.url
  redis = lifecycle.own('redis', await createTestRedis(), (it) => it.drop())
  lifecycle.own('clickhouse', clicks, (it) => ask(`DROP DATABASE ${it}`))
  await ask(`CREATE DATABASE ${clicks}`)
  await ask(
    `CREATE TABLE ${clicks}.clicks (id UInt64) ENGINE = MergeTree PARTITION BY intDiv(id, 10000) ORDER BY id`,
  )
  env = {
    PATH: process.env.PATH,
    DATABASE_URL: stores.postgresUrl,
    DATABASES: new URL(database.url).pathname.slice(1),
    REDIS_URL: redis.url,
    CLICKHOUSE_URL: stores.clickhouseUrl,
    CLICKHOUSE_DATABASE: clicks,
    SPOOL_DIR: spool,
    BACKUP_FOLDER: join(folder, 'daily'),
    BACKUP_S3_ACCESS_KEY: 'S3RVER',
    BACKUP_S3_SECRET_KEY: 'S3RVER',
  }
})
afterAll(() => lifecycle.close())

const ask = (sql: string) => askClickHouse(stores.clickhouseUrl, sql)

/** Runs the command as in a container, with only URLs. Returns exit code and output. */
async function run(...words: string[]): Promise<{ code: number; text: string }> {
  const main = join(import.meta.dirname, 'main.ts')
  return promisify(execFile)(process.execPath, [main, ...words], { env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }) => ({ code, text: stdout + stderr }),
  )
}

const storesIn = (text: string): unknown[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

const state = async () => ({
  things: (await postgres.query('select name from things order by id')).rows.map((it) => it.name),
  next: (await postgres.query(`insert into things (name) values ('x') returning id`)).rows[0].id,
  key: await redis.client.get('key'),
  other: await redis.client.get('lines\u2028and'),
  clicks: await ask(`SELECT count(), sum(id) FROM ${clicks}.clicks`),
  spool: readdirSync(spool).filter((name) => name !== RESERVE_FOLDER),
})

it('with only URLs: restores all data, and replaces existing data only with --replace', async () => {
  await postgres.query(
    `insert into things (name) select 'thing ' || n from generate_series(1, 2500) n`,
  )
  await postgres.query(`insert into things (name) values ($1)`, ['lines\u2028and\u2029paragraphs'])
  await redis.client.set('key', 'value\u2028')
  await redis.client.set('lines\u2028and', 'paragraphs')
  await redis.client.set('slug:1:derived', '1 {}')
  await ask(`INSERT INTO ${clicks}.clicks SELECT number FROM numbers(5000)`)
  writeFileSync(join(spool, 'a.full'), 'clicks')
  mkdirSync(join(spool, RESERVE_FOLDER))
  writeFileSync(join(spool, RESERVE_FOLDER, '0-4'), '\n\n\n\n')
  const backup = join(folder, 'today')
  const made = await run('backup', backup)
  expect(made.code).toBe(0)
  expect(storesIn(made.text)).toMatchObject([
    { folder: backup },
    { store: 'postgres', rows: 2_501 },
    { store: 'redis', keys: 2 },
    { store: 'clickhouse', rows: 5_000 },
    { store: 'files', files: 1, bytes: 6 },
  ])
  expect(await run('backup', backup)).toMatchObject({ code: 1 })
  const before = await state()
  expect(before).toMatchObject({ key: 'value\u2028', other: 'paragraphs', spool: ['a.full'] })

  await postgres.query('truncate things restart identity')
  await redis.client.flushdb()
  await ask(`TRUNCATE TABLE ${clicks}.clicks`)
  rmSync(join(spool, 'a.full'))
  writeFileSync(join(spool, 'b.full'), 'others')

  const rows = async () => (await postgres.query('select from things')).rowCount
  env.CLICKHOUSE_URL = 'http://127.0.0.1:65535'
  expect(await run('restore', backup)).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^ClickHouse is not reachable: .*ECONNREFUSED/),
  })
  env.CLICKHOUSE_URL = stores.clickhouseUrl
  await redis.client.set('key', 'another')
  expect(await run('restore', backup)).toMatchObject({
    code: 1,
    text: expect.stringContaining('There is data in Redis.'),
  })
  await redis.client.del('key')
  await ask(`INSERT INTO ${clicks}.clicks VALUES (1)`)
  expect(await run('restore', backup)).toMatchObject({
    code: 1,
    text: expect.stringContaining('There is data in ClickHouse.'),
  })
  await ask(`TRUNCATE TABLE ${clicks}.clicks`)
  expect(await rows()).toBe(0)

  const restored = await run('restore', backup)
  expect(restored.code).toBe(0)
  expect(storesIn(restored.text)).toEqual(storesIn(made.text))
  expect(await state()).toEqual(before)
  expect(await redis.client.get('slug:1:derived')).toBeNull()
  const comments = await postgres.query(`select obj_description('things'::regclass) as comments`)
  expect(comments.rows).toEqual([{ comments: 'made anew' }])
  const again = await run('restore', backup)
  expect(again).toMatchObject({ code: 1, text: expect.stringContaining('--replace') })
  expect(await run('restore', backup, '--replace')).toMatchObject({ code: 0 })
  expect(await state()).toEqual(before)
  expect(await run('restore', backup, '--force')).toMatchObject({ code: 1 })
  expect(await run('restore', spool)).toMatchObject({
    code: 1,
    text: expect.stringContaining('There is no backup'),
  })
})

it('neither a backup nor a restore starts while another one is running', async () => {
  const backup = join(folder, 'today')
  await exclusively(databaseUrl, async () => {
    for (const words of [['backup', `${backup}2`], ['daily'], ['restore', backup, '--replace']]) {
      expect(await run(...words), words[0]).toEqual({
        code: 1,
        text: 'Another backup or a restore is running.\n',
      })
    }
  })
  expect(existsSync(`${backup}2.making`)).toBe(false)
})

it('a backup that fails leaves nothing behind', async () => {
  const { CLICKHOUSE_URL } = env
  env.CLICKHOUSE_URL = 'http://127.0.0.1:65535'
  expect(await run('daily')).toMatchObject({ code: 1 })
  env.CLICKHOUSE_URL = CLICKHOUSE_URL
  expect(readdirSync(join(folder, 'daily'))).toEqual([])
})

it('lists no backups before the first daily one', async () => {
  const { code, text } = await run('list')
  expect([code, JSON.parse(text)]).toEqual([0, { folder: [] }])
})

it('daily: unchanged partitions are taken from the backup before, and a bucket has every file once', async () => {
  const bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'backups', configs: [] }],
  })
  const { port } = await bucket.run()
  env.BACKUP_S3_URL = `http://127.0.0.1:${port}/backups/ours`
  lifecycle.own('bucket', bucket, (it) => it.close())
  const daily = async () => {
    const { code, text } = await run('daily')
    expect(code, text).toBe(0)
    return JSON.parse(text)
  }
  const fileOf = (name: string, partition: string) =>
    statSync(join(folder, 'daily', name, 'clicks', `${partition}.native.zst`)).ino

  await ask(`INSERT INTO ${clicks}.clicks SELECT number FROM numbers(9000, 5000)`)
  await redis.client.flushdb() // the order of keys may change between two backups
  const filesOf = (name: string) => readFacts(join(folder, 'daily', name)).files
  const first = await daily()
  const held = filesOf(first.name)
  const old = ['0', '1'].map((id) => fileOf(first.name, id))
  await ask(`INSERT INTO ${clicks}.clicks SELECT number FROM numbers(14000, 10)`)
  const second = await daily()
  expect(readFileSync(join(folder, 'daily', 'backup.prom'), 'utf8')).toMatch(
    /^fingerpost_backup_finished_timestamp_seconds \d{10}\n$/,
  )
  expect(fileOf(second.name, '0')).toBe(old[0])
  expect(fileOf(second.name, '1')).not.toBe(old[1])
  expect(first.uploaded_files).toBeGreaterThan(3)
  const changed = Object.entries(filesOf(second.name)).filter(
    ([path, { sha256 }]) => held[path]?.sha256 !== sha256,
  )
  expect(changed.map(([path]) => path)).toEqual(['clicks/1.native.zst'])
  expect(second.uploaded_files).toBe(1)
  const stopped = join(folder, 'daily', '2026-11-01T03-15-00-000.making')
  mkdirSync(stopped)
  const third = await daily()
  expect(existsSync(stopped)).toBe(false)
  expect(third.uploaded_files).toBe(0)
  expect([second.removed, third.removed]).toEqual([[first.name], [second.name]])
  expect(JSON.parse((await run('list')).text)).toEqual({
    folder: [third.name],
    bucket: [third.name],
  })

  const before = await state()
  const fetched = join(folder, 'fetched')
  expect(await run('fetch', third.name, fetched)).toMatchObject({ code: 0 })
  expect(await run('restore', fetched, '--replace')).toMatchObject({ code: 0 })
  expect((await state()).clicks).toBe(before.clicks)
  expect((await run('fetch', 'other', join(folder, 'other'))).text).toContain('no backup other')

  env.BACKUP_S3_URL = 'http://127.0.0.1:65535/backups'
  expect([(await run('daily')).code, (await run('daily')).code]).toEqual([1, 1])
  env.BACKUP_S3_URL = ''
  expect(JSON.parse((await run('list')).text).folder).toHaveLength(1)
})
