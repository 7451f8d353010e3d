import { sql, type Transaction } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { runFor } from '../async/connection-share.ts'
import { asProblem } from '../grpc/problem-status.ts'
import { Lifecycle } from '../process/lifecycle.ts'
import { createLog } from '../process/log.ts'
import { type FaultProxy, openFaultProxy } from '../testing/fault-proxy.ts'
import { stores } from '../testing/index.ts'
import { lockName, openPostgres } from './postgres.ts'
import { isRefused, isUnreachable } from './postgres-error.ts'
import { transact } from './transact.ts'

const log = createLog('kit', 'silent')
const lifecycle = new Lifecycle(log)
let line: FaultProxy
let postgres: ReturnType<typeof openPostgres<object>>

beforeAll(async () => {
  line = lifecycle.own('line', await openFaultProxy(new URL(stores.postgresUrl)), (it) =>
    it.close(),
  )
  postgres = lifecycle.own('postgres', openPostgres<object>(line.url, log, 2), (it) => it.close())
})
afterEach(() => line.set('ok'))
afterAll(() => lifecycle.close())

it('a silent server is detected long before the query timeout', async () => {
  await postgres.ping()
  line.set('blackhole')

  const asked = sql`select 1`.execute(postgres.db)
  const error = await asked.catch((it: Error) => it)

  // After five seconds, the error would be "Query read timeout".
  expect(error).toMatchObject({ message: expect.stringContaining('Connection terminated') })
  expect(isUnreachable(error)).toBe(true)
})

it('a transaction on a server that becomes silent fails, and its connection is discarded', async () => {
  const work = postgres.db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    line.set('blackhole')
    await sql`select 2`.execute(tx)
  })

  expect(isUnreachable(await work.catch((error: unknown) => error))).toBe(true)
  line.set('ok')
  await expect.poll(() => postgres.ping().then(() => 'back', String)).toBe('back')
})

it('a connection lost between two queries of a transaction fails only the second query', async () => {
  const work = postgres.db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    line.set('refuse')
    await new Promise((resolve) => setImmediate(resolve))
    await sql`select 2`.execute(tx)
  })

  expect(isUnreachable(await work.catch((error: unknown) => error))).toBe(true)
})

it('a call that fails returns its connections to the other calls of its team', async () => {
  const fails = 'select 1 / 0'
  const failing = Array.from({ length: 6 }, (_, i) =>
    runFor(7, async () => {
      if (i % 2 === 0) return postgres.prepared('fails', fails, [])
      return postgres.db.transaction().execute((tx) => sql.raw(fails).execute(tx))
    }),
  )
  const answers = await Promise.allSettled(failing)

  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill('rejected'))
  const { rows } = await runFor(7, () => sql`select 1 as done`.execute(postgres.db))
  expect(rows).toEqual([{ done: 1 }])
})

it('a slow query continues while the server answers others', async () => {
  const { rows } = await sql<{ done: number }>`select 1 as done from pg_sleep(2)`.execute(
    postgres.db,
  )

  expect(rows).toEqual([{ done: 1 }])
})

it('a server that refuses new connections is not ready, even if existing ones work', async () => {
  const { hostname, port, username, password } = new URL(stores.postgresUrl)
  const name = `closing_${process.pid}`
  const admin = new pg.Client({ connectionString: stores.postgresUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = `postgres://${username}:${password}@${hostname}:${port}/${name}`
  const closing = openPostgres<object>(url, log, 1)
  try {
    await closing.ping()
    await admin.query(`alter database ${name} with allow_connections false`)

    await sql`select 1`.execute(closing.db)
    await expect(closing.ping()).rejects.toThrow('not currently accepting connections')
  } finally {
    await closing.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
})

it('a server that refuses the account is as unavailable as one that does not answer', async () => {
  const url = new URL(stores.postgresUrl)
  url.username = 'nobody'
  const refused = lifecycle.own('refused', openPostgres<object>(url.href, log, 1), (it) =>
    it.close(),
  )

  const error = await sql`select 1`.execute(refused.db).catch((it: Error) => it)

  expect(isUnreachable(error)).toBe(true)
  expect(isRefused(error)).toBe(true)
})

it('two idle connections stay open, so that requests need not wait for a new one', async () => {
  const name = `idle_${process.pid}`
  const url = new URL(stores.postgresUrl)
  url.searchParams.set('application_name', name)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const idle = openPostgres<object>(url.href, log, 4)
  const open = sql<{ open: string }>`
    select count(*) as open from pg_stat_activity where application_name = ${name}`
  try {
    await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.2)`.execute(idle.db)))
    expect((await open.execute(postgres.db)).rows).toEqual([{ open: 4 }])

    vi.advanceTimersByTime(3_600_000)

    await expect.poll(async () => (await open.execute(postgres.db)).rows).toEqual([{ open: 2 }])
  } finally {
    vi.useRealTimers()
    await idle.close()
  }
})

describe('two transactions that wait for each other', () => {
  type Run = (work: (tx: Transaction<object>) => Promise<void>) => Promise<void>
  /** Returns the outcomes, and how often the transactions ran. */
  async function collide(run: Run) {
    const met = Promise.withResolvers<void>()
    let runs = 0
    const lockBoth = (first: string, second: string) =>
      run(async (tx) => {
        await lockName(tx, 'deadlock', first)
        if (++runs === 2) met.resolve()
        await met.promise
        await lockName(tx, 'deadlock', second)
      })
    const outcomes = await Promise.allSettled([lockBoth('one', 'two'), lockBoth('two', 'one')])
    return { runs, failed: outcomes.flatMap((it) => (it.status === 'rejected' ? it.reason : [])) }
  }

  it('both succeed, because the one that Postgres aborted runs again', async () => {
    const outcome = await collide((work) => transact(postgres.db, work))
    expect(outcome).toEqual({ runs: 3, failed: [] })
  })

  it('are no bug if one fails', async () => {
    const { failed } = await collide((work) => postgres.db.transaction().execute(work))
    expect(failed.map((error) => asProblem(error, '').kind)).toEqual(['unavailable'])
  })
})
