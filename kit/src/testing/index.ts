import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import pg from 'pg'
import { migrate } from '../stores/migrate.ts'

/** The stores that `npm test` started. */
export const stores = {
  postgresUrl: process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  redisUrl: process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379',
  clickhouseUrl: process.env.TEST_CLICKHOUSE_URL ?? 'http://127.0.0.1:8123',
}

/** Templates by service, migrated once per process. */
const templates = new Map<string, Promise<unknown>>()

/**
 * A fresh, migrated database for one test file; cloned from a template, so it costs milliseconds.
 */
export async function createTestDatabase(service: string, migrations: string) {
  const template = `template_${service}`
  const admin = new pg.Client({ connectionString: stores.postgresUrl })
  await admin.connect()
  const name = `test_${service}_${randomBytes(4).toString('hex')}`
  try {
    await admin.query('select pg_advisory_lock(hashtext($1))', [template])
    const migrated = templates.get(service) ?? migrate(withDatabase(template), migrations)
    templates.set(service, migrated)
    await migrated
    await admin.query(`create database ${name} template ${template}`)
    await admin.query('select pg_advisory_unlock(hashtext($1))', [template])
  } catch (error) {
    templates.delete(service)
    await admin.end() // also unlocks
    throw error
  }
  return {
    url: withDatabase(name),
    async drop() {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

function withDatabase(name: string): string {
  const url = new URL(stores.postgresUrl)
  url.pathname = name
  return url.href
}

const LOGICAL_DATABASES = 15 // of Redis' 16; number 0 belongs to the running stack

/** An empty logical database of the test Redis; concurrent test files get different ones. */
export async function createTestRedis() {
  const admin = new Redis(stores.redisUrl, { protocol: 2 })
  const number = 1 + ((await admin.incr('test:databases')) % LOGICAL_DATABASES)
  await admin.select(number)
  await admin.flushdb()
  const url = new URL(stores.redisUrl)
  url.pathname = String(number)
  return { url: url.href, client: admin, drop: () => admin.quit() }
}
