import { randomInt } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { askClickHouse } from '@fingerpost/kit/testing/clickhouse'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Copy, canCopy, startCopy, visitAs } from '../copies.ts'
import { teamWithDomains } from '../domains.ts'
import { CHROME, localStack } from '../stack.ts'

/** In Prague; one address of each kind that no other test uses. */
const V4 = `83.208.93.${randomInt(100, 244)}`
const V6 = `2a00:1028:83a0:7777:1:2:3:${randomInt(0x1000, 0xffff).toString(16)}`

describe.runIf(canCopy()).each([
  ['truncated', '83.208.93.0', '2a00:1028:83a0::'],
  ['none', '', ''],
])('where CLICK_IP is %s, an address', (CLICK_IP, v4, v6) => {
  let team: Awaited<ReturnType<typeof teamWithDomains>>
  let copy: Copy
  let linkId: string

  beforeAll(async () => {
    copy = await startCopy('redirect', { CLICK_IP, LOG_LEVEL: 'trace' })
    team = await teamWithDomains(`A team of private people, ${CLICK_IP}`)
    const domain = await team.createVerified()
    const { id, slug } = await team.link(domain.id)
    linkId = id
    for (const from of [V4, V6]) {
      const headers = { host: domain.name, 'user-agent': CHROME, 'x-forwarded-for': from }
      const answer = await visitAs(copy.url, { method: 'GET', path: `/${slug}`, headers })
      expect(answer.status).toBe(302)
    }
    await vi.waitFor(async () => expect((await clicks()).length).toBe(2), { timeout: 15_000 })
  })
  afterAll(() => copy?.close())

  const clicks = async () =>
    (
      await team.api<{ items: Record<string, unknown>[] }>(
        'GET',
        `/analytics/stream?link_id=${linkId}`,
      )
    ).body.items

  it('is located before it is truncated', async () => {
    const stored = await clicks()
    expect(stored.map(({ ip }) => ip).sort()).toEqual([v4, v6].sort())
    const first = stored.find(({ city }) => city === 'Prague')
    expect(first).toMatchObject({
      country: 'CZ',
      continent: 'Europe',
      is_eu: true,
      geo: { time_zone: 'Europe/Prague', latitude: expect.any(Number) },
    })
  })

  it('is stored in no table, queue, spool or log', async () => {
    const data = dirname(process.env.FINGERPOST_STACK ?? '')
    const texts = {
      tables: await everyTable(),
      redis: await everythingInRedis(),
      spool: folderText(join(data, 'spool')),
      logs: folderText(join(data, 'logs')),
      log: copy.log(),
    }
    for (const [place, text] of Object.entries(texts)) {
      for (const address of [V4, V6]) {
        expect([place, text.includes(address)]).toEqual([place, false])
      }
    }
    expect(texts.tables).toContain(linkId)
  })
})

/** All rows of all tables with clicks. */
async function everyTable(): Promise<string> {
  const { clickhouse_url } = localStack()?.stores ?? { clickhouse_url: '' }
  const read = (text: string) => askClickHouse(clickhouse_url, text)
  const names = await read(
    "SELECT concat(database, '.', name) FROM system.tables WHERE database = 'analytics' AND engine LIKE '%MergeTree%'",
  )
  const tables = names.split('\n')
  expect(tables.length).toBeGreaterThan(1)
  const rows = tables.map((table) => read(`SELECT * FROM ${table} FORMAT JSONEachRow`))
  return (await Promise.all(rows)).join('\n')
}

async function everythingInRedis(): Promise<string> {
  const redis = new Redis(localStack()?.stores.redis_url ?? '', { protocol: 2 })
  const texts: string[] = []
  for await (const keys of redis.scanStream({ count: 1_000 })) {
    for (const key of keys as string[]) {
      const kind = await redis.type(key)
      texts.push(key)
      if (kind === 'string') texts.push((await redis.get(key)) ?? '')
      if (kind === 'hash') texts.push(JSON.stringify(await redis.hgetall(key)))
      if (kind === 'stream') texts.push(JSON.stringify(await redis.xrange(key, '-', '+')))
      if (kind === 'list') texts.push(...(await redis.lrange(key, 0, -1)))
    }
  }
  await redis.quit()
  return texts.join('\n')
}

const folderText = (folder: string): string =>
  existsSync(folder)
    ? readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('\n')
    : ''
