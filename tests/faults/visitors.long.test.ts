import { randomBytes, randomInt } from 'node:crypto'
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { backUp } from '@fingerpost/backup/stores'
import { dayOf, saltDays, saltKey } from '@fingerpost/protos/visitor-salts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { backupSourcesOf } from '../../deploy/local/src/backup/backup.ts'
import { visitAs } from '../copies.ts'
import { CHROME, withDatabase } from '../stack.ts'
import { createLink, type Link, rows } from './requests.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

const DAY_MS = 86_400_000
const today = dayOf(Date.now())

describe('the visitors of short links', () => {
  let testStack: TestStack
  let postgres: pg.Client
  let link: Link

  beforeAll(async () => {
    testStack = await startTestStack({
      copies: { redirect: 2 },
      env: { 'redirect-2': { CLICK_IP: 'none' } },
    })
    const connectionString = withDatabase(testStack.stores.databaseUrl, 'link')
    postgres = new pg.Client({ connectionString })
    await postgres.connect()
    link = await createLink(testStack)
    await saltsAreRead(await createLink(testStack))
  })
  afterAll(async () => {
    await postgres?.end()
    await testStack?.close()
  })

  const newAddress = () => `83.208.${randomInt(256)}.${randomInt(1, 255)}`
  const visitFrom = async (address: string, redirect = 'redirect', { slug } = link) => {
    const headers = { host: 'localhost', 'user-agent': CHROME, 'x-forwarded-for': address }
    const url = `http://127.0.0.1:${testStack.environment(redirect).HTTP_PORT}`
    const answer = await visitAs(url, { method: 'GET', path: `/${slug}`, headers })
    expect(answer.status).toBe(302)
  }
  const stored = async (condition = '1', { id } = link) => {
    const sql = `SELECT toString(visitor) AS number FROM clicks_raw_v1
      WHERE link_id = ${id} AND ${condition}`
    return (await rows<{ number: string }>(testStack, sql)).map(({ number }) => number)
  }
  /** Waits until both copies of redirect know today's salt, which link creates only after they are ready. */
  const saltsAreRead = (other: Link) =>
    vi.waitFor(async () => {
      for (const copy of ['redirect', 'redirect-2']) await visitFrom(newAddress(), copy, other)
      for (const copy of ["ip != ''", "ip = ''"])
        expect(await stored(`visitor != 0 AND ${copy}`, other)).not.toEqual([])
    })
  /** The different visitors of a number of clicks, once these are stored. */
  const visitorsOf = (clicks: number) =>
    vi.waitFor(async () => {
      const numbers = await stored()
      expect(numbers).toHaveLength(clicks)
      return [...new Set(numbers)]
    })
  const saltIn = async (day = today) => {
    const { rows } = await postgres.query('select salt from visitor_salts where day = $1', [day])
    return rows[0]?.salt as Buffer | undefined
  }

  it('keep their number when the stores lose the salts, and link and redirect are killed', async () => {
    const { redis } = testStack
    const [one, another] = [newAddress(), newAddress()]
    await visitFrom(one)
    await visitFrom(another)
    expect(await visitorsOf(2)).toHaveLength(2)
    const salt = await saltIn()

    await redis.del(...saltDays(Date.now()).map(saltKey))
    await testStack.kill('link')
    await vi.waitFor(async () =>
      expect(await redis.get(saltKey(today))).toBe(salt?.toString('hex')),
    )
    await postgres.query('truncate visitor_salts') // as after a crash of Postgres
    await vi.waitFor(async () => expect(await saltIn()).toEqual(salt))
    await testStack.kill('redirect')
    await testStack.untilReady()
    await visitFrom(one)

    expect(await visitorsOf(3)).toHaveLength(2)
  })

  it('have numbers with CLICK_IP=none, too', async () => {
    const address = newAddress()
    await visitFrom(address, 'redirect-2')
    await visitFrom(address, 'redirect-2')

    expect(await visitorsOf(5)).toHaveLength(3)
    expect(await stored("ip = ''")).toHaveLength(2)
    expect(await stored('visitor = 0')).toEqual([])
  })

  it('cannot be recomputed: the salt of a past day is in no store, file or backup', async () => {
    const { redis, folder } = testStack
    const day = dayOf(Date.now() - 2 * DAY_MS)
    const old = randomBytes(16)
    await redis.set(saltKey(day), old.toString('hex'))
    const [appended = ''] = filesWith(folder, old)
    const left = join(folder, dirname(appended), 'temp-rewriteaof-bg-1.aof') // of a killed rewrite
    writeFileSync(left, old)
    await testStack.kill('redis')
    await postgres.query('insert into visitor_salts values ($1, $2)', [day, old])

    await vi.waitFor(async () => {
      expect([await saltIn(day), await redis.get(saltKey(day))]).toEqual([undefined, null])
      expect(filesWith(folder, old)).toEqual([])
    })
  })

  it('cannot be recomputed from a backup, not even those of today', async () => {
    const { redis, folder, stores } = testStack
    const salt = (await saltIn()) ?? Buffer.alloc(16)
    expect(await redis.get(saltKey(today))).toBe(salt.toString('hex'))
    const backup = join(folder, 'backup')
    const { databases } = await backUp(backupSourcesOf(folder, stores), backup)

    expect(Object.keys(databases?.link?.tables ?? {})).not.toContain('visitor_salts')
    expect(filesWith(backup, Buffer.from(link.slug))).toContain('link.links.ndjson.zst')
    expect(filesWith(backup, salt)).toEqual([])
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
      return false // the file was removed after it was listed
    }
  })
}
