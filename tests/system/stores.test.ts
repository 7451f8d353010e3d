import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { askClickHouse } from '@fingerpost/kit/testing/clickhouse'
import { Redis } from 'ioredis'
import { afterAll, describe, expect, it } from 'vitest'
import { localStack } from '../stack.ts'

const { redis_url = '', clickhouse_url = '' } = localStack()?.stores ?? {}
const folder = mkdtempSync(join(tmpdir(), 'fingerpost-stores-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The URL without credentials, as used by another local account. */
function withoutUser(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

/** Errors for the user without a password, who may connect from loopback only. */
const REFUSED = /Not enough privileges|has been exceeded|Authentication failed/

const fails = (work: Promise<unknown>) => work.then(String, (error: Error) => error.message)

describe.runIf(localStack())('the stores', () => {
  const file = join(folder, 'file')

  it.each([
    `SELECT line FROM file('/etc/hostname', LineAsString)`,
    `SELECT line FROM url('http://127.0.0.1/', LineAsString)`,
    `INSERT INTO FUNCTION file('${file}', LineAsString, 'line String') SELECT 'written'`,
    `CREATE TABLE analytics_x.x (line String) ENGINE = File(LineAsString)`,
    `CREATE DATABASE elsewhere ENGINE = Atomic`,
    `CREATE USER stranger`,
    `SELECT * FROM remote('127.0.0.1', system.one)`,
  ])('ClickHouse rejects %s', async (sql) => {
    expect(await fails(askClickHouse(clickhouse_url, sql))).toContain('Not enough privileges')
    expect(await fails(askClickHouse(withoutUser(clickhouse_url), sql))).toMatch(REFUSED)
  })

  it('ClickHouse reveals no product data without the password', async () => {
    const url = withoutUser(clickhouse_url)
    const clicks = 'SELECT count() FROM analytics.clicks_raw_v1'
    expect(await fails(askClickHouse(url, clicks))).toMatch(REFUSED)
    const names = `SELECT name FROM system.tables WHERE database = 'analytics'`
    expect(await fails(askClickHouse(url, names))).toMatch(
      /^$|has been exceeded|Authentication failed/,
    )
    const guessed = url.replace('//', '//fingerpost:guessed@')
    expect(await fails(askClickHouse(guessed, 'SELECT 1'))).toContain('Authentication failed')
  })

  it.each([
    'SELECT count() FROM numbers(1e11)',
    'SELECT count() FROM (SELECT arrayJoin(range(1000000)))',
    'SELECT 1 SETTINGS max_threads = 4',
  ])('ClickHouse does not run %s without the password', async (sql) => {
    const url = withoutUser(clickhouse_url)
    expect(await fails(askClickHouse(url, sql))).toMatch(
      /has been exceeded|should not be changed|Authentication failed/,
    )
  })

  it('Redis rejects every command without the password', async () => {
    const redis = new Redis(withoutUser(redis_url), { protocol: 2, lazyConnect: true })
    redis.on('error', () => {})
    for (const words of [['ping'], ['set', 'slug:1:x', '{}'], ['hgetall', 'slug:1:x']] as const) {
      const [command, ...rest] = words
      expect(await fails(redis.call(command, ...rest))).toContain('NOAUTH')
    }
    redis.disconnect()
  })

  it.each([
    ['config', 'set', 'dir', '/tmp'],
    ['acl', 'list'],
    ['flushall'],
    ['shutdown', 'nosave'],
    ['replicaof', '127.0.0.1', '1'],
    ['module', 'list'],
  ])('Redis rejects admin commands of the product account: %s %s', async (command, ...words) => {
    const redis = new Redis(redis_url, { protocol: 2 })
    expect(await fails(redis.call(command, ...words))).toContain('NOPERM')
    redis.disconnect()
  })

  it('Redis has a memory limit', async () => {
    const redis = new Redis(redis_url, { protocol: 2 })
    expect(await redis.info('memory')).toMatch(/^maxmemory:1073741824\r$/m)
    redis.disconnect()
  })

  const data = dirname(process.env.FINGERPOST_STACK ?? '')
  it.runIf(existsSync(join(data, 'redis.conf')))('password files belong to one account', () => {
    for (const name of ['redis-password', 'redis.conf', 'clickhouse-password']) {
      expect([name, statSync(join(data, name)).mode & 0o777]).toEqual([name, 0o600])
    }
    expect(statSync(join(data, 'spool')).mode & 0o777).toBe(0o700)
  })
})
