import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { dayOf, saltDays, saltKey } from '@fingerpost/protos/visitor-salts'
import { type Redis, ReplyError } from 'ioredis'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startTestLink, type TestLink } from '../testing/stack.ts'
import { saltRepository } from './salt.repository.ts'
import { startSalts } from './salt.worker.ts'

const DAY_MS = 86_400_000
const today = dayOf(Date.now())
let link: TestLink

beforeAll(async () => {
  link = await startTestLink()
})
afterAll(() => link?.close())

const inPostgres = async (day: string) =>
  (await saltRepository(link.db).all()).get(day)?.toString('hex')
const inRedis = (day: string) => link.redis.get(saltKey(day))
const emptyPostgres = () => sql`truncate visitor_salts`.execute(link.db)
const emptyRedis = () => link.redis.del(...saltDays(Date.now()).map(saltKey))

/** The salt of a day, once both stores have the same one. */
const supplied = (day = today) =>
  vi.waitFor(
    async () => {
      const salt = await inPostgres(day)
      expect(salt).toMatch(/^[0-9a-f]{32}$/)
      expect(await inRedis(day)).toBe(salt)
      return salt
    },
    { timeout: 20_000 },
  )

describe('the salt of a day', () => {
  it('is in Postgres and Redis, and expires in Redis an hour after its day', async () => {
    await supplied()

    expect(await link.redis.pexpiretime(saltKey(today))).toBe(
      Date.parse(today) + DAY_MS + 3_600_000,
    )
  })

  it('is the same after Redis lost its data', async () => {
    const salt = await supplied()
    await emptyRedis()

    expect(await supplied()).toBe(salt)
  })

  it('is the same after Postgres crashed, which empties unlogged tables', async () => {
    const salt = await supplied()
    await emptyPostgres()

    expect(await supplied()).toBe(salt)
  })

  it('replaces another one in Redis', async () => {
    const salt = await supplied()
    await link.redis.set(saltKey(today), 'f'.repeat(32))

    expect(await supplied()).toBe(salt)
  })

  it('is one, however many copies of link draw it at once', async () => {
    const log = createLog('link', 'silent')
    const day = '2031-02-03'
    const lifecycle = new Lifecycle(log)
    const noon = () => Date.parse(`${day}T11:00:00Z`)
    for (let copy = 0; copy < 8; copy++) {
      lifecycle.own('salts', startSalts(link, link.redis, log, noon), (it) => it.close())
    }
    const salt = await supplied(day)
    await lifecycle.close()

    expect([await inPostgres(day), await inRedis(day)]).toEqual([salt, salt])
  })
})

it('a salt of the day before yesterday is removed from both stores, with the file of the table', async () => {
  const day = dayOf(Date.now() - 2 * DAY_MS)
  const current = await supplied()
  const fileOf = async () => {
    const { rows } = await sql<{ file: string }>`
      select pg_relation_filepath('visitor_salts') as file`.execute(link.db)
    return rows[0]?.file
  }
  const file = await fileOf()
  await link.redis.set(saltKey(day), '5'.repeat(32))
  await saltRepository(link.db).add(day, Buffer.alloc(16, 5))

  await vi.waitFor(async () => {
    expect([await inPostgres(day), await inRedis(day)]).toEqual([undefined, null])
    expect(await fileOf()).not.toBe(file)
  })
  expect(await supplied()).toBe(current)
})

/** The worker on a day after `day`, with some commands of Redis replaced. */
function startLater(day: string, commands: Partial<Record<keyof Redis, () => Promise<unknown>>>) {
  const replaced = Object.entries(commands).map(([name, value]) => [name, { value }])
  const redis = Object.create(link.redis, Object.fromEntries(replaced))
  const later = () => Date.parse(day) + 2 * DAY_MS
  const salts = startSalts(link, redis, createLog('link', 'silent'), later)
  onTestFinished(() => salts.close())
}

it('Postgres keeps a salt until Redis has deleted it, so that a killed deletion is repeated', async () => {
  const day = '2031-02-04'
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<number>()
  await saltRepository(link.db).add(day, Buffer.alloc(16, 6))
  startLater(day, {
    del: () => {
      asked.resolve()
      return answer.promise
    },
  })
  await asked.promise

  expect(await inPostgres(day)).toBe('06'.repeat(16))
  answer.resolve(1)
  await vi.waitFor(async () => expect(await inPostgres(day)).toBeUndefined())
})

it.each([
  ['Connection is closed.', Error, '2032-01-01'],
  ['ERR Background append only file rewriting already in progress', ReplyError, '2033-01-01'],
])('a salt is destroyed again after Redis failed with: %s', async (message, type, day) => {
  await saltRepository(link.db).add(day, Buffer.alloc(16, 7))
  let tries = 0
  startLater(day, {
    info: async () => 'aof_enabled:1',
    bgrewriteaof: async () => {
      expect(await inPostgres(day)).toBe('07'.repeat(16))
      if (++tries === 1) throw new (type as ErrorConstructor)(message)
    },
  })

  await vi.waitFor(async () => expect(await inPostgres(day)).toBeUndefined(), { timeout: 20_000 })
  expect(tries).toBe(2)
})

it('a Redis that may not rewrite its file keeps no salt in Postgres', async () => {
  const day = '2034-01-01'
  await saltRepository(link.db).add(day, Buffer.alloc(16, 8))
  startLater(day, {
    info: () =>
      Promise.reject(new ReplyError("NOPERM User default has no permissions to run 'info'")),
  })

  await vi.waitFor(async () => expect(await inPostgres(day)).toBeUndefined())
})
