import { randomBytes, randomInt } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { backUp } from '@fingerpost/backup/stores'
import { askClickHouse } from '@fingerpost/kit/testing/clickhouse'
import { dayOf, saltDays, saltKey } from '@fingerpost/protos/visitor-salts'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { keptIn } from '../../deploy/local/src/backup/backup.ts'
import { canCopy, startCopy, visitAs } from '../copies.ts'
import { teamWithDomains } from '../domains.ts'
import { CHROME, localStack, withDatabase } from '../stack.ts'

const DAY_MS = 86_400_000
const today = dayOf(Date.now())

describe.runIf(canCopy())('the visitors of short links', () => {
  const stores = localStack()?.stores ?? { database_url: '', redis_url: '', clickhouse_url: '' }
  const data = dirname(process.env.FINGERPOST_STACK ?? '')
  const redis = new Redis(stores.redis_url, { protocol: 2, lazyConnect: true })
  const postgres = new pg.Client({ connectionString: withDatabase(stores.database_url, 'link') })
  let team: Awaited<ReturnType<typeof teamWithDomains>>
  let host: string
  let link: { id: string; slug: string }

  beforeAll(async () => {
    await postgres.connect()
    team = await teamWithDomains('A team with visitors')
    const domain = await team.createVerified()
    host = domain.name
    link = await team.link(domain.id)
  })
  afterAll(async () => {
    redis.disconnect()
    await postgres.end()
  })

  const newAddress = () => `83.208.${randomInt(256)}.${randomInt(1, 255)}`
  const visitFrom = async (address: string, url = localStack()?.redirect_url ?? '') => {
    const headers = { host, 'user-agent': CHROME, 'x-forwarded-for': address }
    const answer = await visitAs(url, { method: 'GET', path: `/${link.slug}`, headers })
    expect(answer.status).toBe(302)
  }
  const stored = (condition = '1') =>
    askClickHouse(
      stores.clickhouse_url,
      `SELECT visitor FROM analytics.clicks_raw_v1 WHERE link_id = ${link.id} AND ${condition}`,
    )
  /** The different visitors of a number of clicks, once these are stored. */
  const visitorsOf = (clicks: number) =>
    vi.waitFor(async () => {
      const numbers = (await stored()).split('\n').filter(Boolean)
      expect(numbers).toHaveLength(clicks)
      return [...new Set(numbers)]
    })
  const saltIn = async (day = today) => {
    const { rows } = await postgres.query('select salt from visitor_salts where day = $1', [day])
    return rows[0]?.salt as Buffer | undefined
  }

  it('keep their number when the stores lose the salts, and link and redirect are killed', async () => {
    const [one, another] = [newAddress(), newAddress()]
    await visitFrom(one)
    await visitFrom(another)
    expect(await visitorsOf(2)).toHaveLength(2)
    const salt = await saltIn()

    const { link: linkPid = 0, redirect: redirectPid = 0 } = localStack()?.pids ?? {}
    await redis.del(...saltDays(Date.now()).map(saltKey))
    process.kill(linkPid, 'SIGKILL')
    await vi.waitFor(async () =>
      expect(await redis.get(saltKey(today))).toBe(salt?.toString('hex')),
    )
    await postgres.query('truncate visitor_salts') // as after a crash of Postgres
    await vi.waitFor(async () => expect(await saltIn()).toEqual(salt))
    process.kill(redirectPid, 'SIGKILL')
    await vi.waitFor(async () => {
      expect(localStack()?.pids.redirect).not.toBe(redirectPid)
      await visitFrom(one)
    })

    expect(await visitorsOf(3)).toHaveLength(2)
  })

  it('have numbers with CLICK_IP=none, too', async () => {
    const copy = await startCopy('redirect', { CLICK_IP: 'none' })
    const address = newAddress()
    await visitFrom(address, copy.url)
    await visitFrom(address, copy.url)
    await copy.close()

    expect(await visitorsOf(5)).toHaveLength(3)
    expect((await stored("ip = ''")).split('\n').filter(Boolean)).toHaveLength(2)
    expect(await stored('visitor = 0')).toBe('')
  })

  it('cannot be recomputed: the salt of a past day is in no store, file or backup', async () => {
    const day = dayOf(Date.now() - 2 * DAY_MS)
    const old = randomBytes(16)
    await redis.set(saltKey(day), old.toString('hex'))
    expect(filesWith(data, old)).not.toEqual([])
    await postgres.query('insert into visitor_salts values ($1, $2)', [day, old])

    await vi.waitFor(async () => {
      expect([await saltIn(day), await redis.get(saltKey(day))]).toEqual([undefined, null])
      expect(filesWith(data, old)).toEqual([])
    })
  })

  it('cannot be recomputed from a backup, not even those of today', async () => {
    const salt = (await saltIn()) ?? Buffer.alloc(16)
    expect(await redis.get(saltKey(today))).toBe(salt.toString('hex'))
    const folder = join(mkdtempSync(join(tmpdir(), 'visitors-')), 'backup')
    const { database_url, redis_url, clickhouse_url } = stores
    const kept = keptIn(data, {
      databaseUrl: database_url,
      redisCacheUrl: redis_url,
      redisQueueUrl: redis_url,
      clickhouseUrl: clickhouse_url,
    })
    const { databases } = await backUp(kept, folder)

    expect(Object.keys(databases?.link?.tables ?? {})).not.toContain('visitor_salts')
    expect(filesWith(folder, Buffer.from(link.slug))).toContain('link.links.ndjson.zst')
    expect(filesWith(folder, salt)).toEqual([])
    rmSync(dirname(folder), { recursive: true })
  })
})

/** The files below a folder that contain these bytes, also as hex or base64. */
function filesWith(folder: string, bytes: Buffer): string[] {
  const forms = [bytes, bytes.toString('hex'), bytes.toString('base64')]
  return globSync('**', { cwd: folder }).filter((name) => {
    try {
      const path = join(folder, name)
      if (!statSync(path).isFile()) return false
      const raw = readFileSync(path)
      const content = name.endsWith('.zst') ? zstdDecompressSync(raw) : raw
      return forms.some((form) => content.includes(form))
    } catch {
      return false // removed meanwhile
    }
  })
}
