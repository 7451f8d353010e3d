import { createLog } from '@fingerpost/kit/process/log'
import { openPostgres, type Postgres } from '@fingerpost/kit/stores/postgres'
import { openReads, type Reads } from '@fingerpost/kit/stores/replica'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, createLink } from '../faults/requests.ts'
import { startTestStack } from '../faults/test-stack.ts'
import { until } from '../faults/until.ts'
import { openReplicated } from './replica.ts'

interface Schema {
  rows: { id: number }
}

const log = createLog('test', 'silent')
let servers: Awaited<ReturnType<typeof openReplicated>>
let primary: Postgres<Schema>
let replica: Postgres<Schema>
let reads: Reads<Schema>
beforeAll(async () => {
  servers = await openReplicated()
  primary = openPostgres(servers.primaryUrl, log)
  replica = openPostgres(servers.replicaUrl, log, 2)
  reads = openReads(primary, servers.replicaUrl, log)
  await primary.prepared('make', 'create table rows (id int)', [])
})
afterAll(async () => {
  for (const it of [reads, replica, primary, servers]) await it?.close()
})

let written = 0
const write = async () =>
  void (await primary.prepared('write', 'insert into rows values ($1)', [++written]))

const read = () =>
  reads.read((db) =>
    db
      .selectFrom('rows')
      .select((of) => [
        of.fn.countAll<number>().as('count'),
        of.fn<boolean>('pg_is_in_recovery').as('from_replica'),
      ])
      .executeTakeFirstOrThrow(),
  )

const replay = (what: 'pause' | 'resume') =>
  replica.prepared(what, `select pg_wal_replay_${what}()`, [])

it('every read sees prior commits, and the replica serves reads', async () => {
  let answered = 0
  for (let i = 0; i < 200; i++) {
    await write()
    const { count, from_replica } = await read()
    expect(count).toBe(written)
    if (from_replica) answered++
  }
  expect(answered).toBeGreaterThan(0)
})

it('a lagging replica is skipped, and used again once it has caught up', async () => {
  await replay('pause')
  await write()
  expect(await read()).toEqual({ count: written, from_replica: false })

  await replay('resume')
  await until(async () => (await read()).from_replica, 'the replica')
  expect((await read()).count).toBe(written)
})

it('the primary serves reads without its replica, and a restarted replica is used again', async () => {
  await servers.killed(async () => {
    await write()
    expect(await read()).toEqual({ count: written, from_replica: false })
  })
  await until(async () => (await read()).from_replica, 'the replica')
})

it('a server that is not a replica is never read from', async () => {
  const wrong = openReads(primary, servers.primaryUrl, log)
  const own = await wrong.read(async (db) => db === primary.db)
  await wrong.close()
  expect(own).toBe(true)
})

it('lists and exports of links are read from the replica and include a new link', async () => {
  const url = new URL(servers.replicaUrl)
  url.pathname = '/link'
  const env = { link: { DATABASE_REPLICA_URL: url.href } }
  const testStack = await startTestStack({ env, stores: { DATABASE_URL: servers.primaryUrl } })
  try {
    const asked = async () =>
      replica.prepared(
        'asked',
        `select 1 from pg_stat_activity where datname = 'link' and query ilike '%from links%'`,
        [],
      )
    for (let i = 1; i <= 30; i++) {
      const link = await createLink(testStack)
      const list = await call<{ items: { id: string }[]; total: number }>(testStack, 'GET', '/link')
      expect(list.body).toMatchObject({ total: i })
      expect(list.body.items.map(({ id }) => id)).toContain(link.id)
    }
    await until(async () => {
      await call(testStack, 'GET', '/link')
      return (await asked()).length > 0
    }, 'a list from the replica')
  } finally {
    await testStack.close()
  }
})
