import type { FaultMode } from '@fingerpost/kit/testing/fault-proxy'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type House, openHouse } from './house.ts'
import type { StoreName } from './lines.ts'
import { call, createLink, type Link, rows } from './reach.ts'
import { COPIES } from './run.ts'
import { until } from './until.ts'
import { statuses, visit } from './visitor.ts'

let house: House
let known: Link
beforeAll(async () => {
  house = await openHouse({ copies: COPIES })
  known = await createLink(house)
  // Often enough that both copies of redirect have cached it.
  expect(await statuses(house, known.slug, 40)).toEqual([302])
})
afterAll(() => house?.close())
afterEach(async () => {
  house.lines.mend()
  await house.untilReady()
  await until(async () => (await call(house, 'GET', '/link')).status === 200, 'the API again')
})

const away = (mode: FaultMode, ...stores: StoreName[]) => {
  for (const line of stores.flatMap((store) => house.lines.to(store))) line.set(mode, 5_000)
}

/** A link that no redirect has cached and that is missing in Redis. */
async function coldLink(): Promise<Link> {
  const link = await createLink(house)
  // The outbox writes it to Redis first and then to the queue; the worker receives it last.
  const told = `SELECT count() AS count FROM links_v1 WHERE link_id = ${link.id}`
  await until(async () => (await rows<{ count: number }>(house, told))[0]?.count !== 0, 'the link')
  const keys = await house.redis.keys(`slug:*:${link.slug.toLowerCase()}`)
  expect(keys).toHaveLength(1)
  await house.redis.del(...keys)
  return link
}

const MODES = ['refuse', 'blackhole', 'slow'] as const

describe.each(MODES)('without Postgres (%s)', (mode) => {
  it('known links keep working; an uncached link is 503 with Retry-After, never a cached 404', async () => {
    const cold = await coldLink()
    away(mode, 'postgres')

    expect(await statuses(house, known.slug)).toEqual([302])
    const refused = await visit(house, cold.slug)
    expect(refused).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) })

    house.lines.mend()
    await until(async () => (await visit(house, cold.slug)).status !== 503, 'the link again')
    expect(await statuses(house, cold.slug)).toEqual([302])
  })

  it('the API answers only 503', async () => {
    away(mode, 'postgres')
    const asked: [string, string, object?][] = [
      ['GET', '/link'],
      ['GET', `/link/${known.id}`],
      ['POST', '/link', { url: 'https://example.com/', domain_id: 1 }],
      ['PUT', `/link/${known.id}`, { title: 'y' }],
      ['DELETE', `/link/${known.id}`],
      ['GET', '/folder'],
      ['POST', '/tag', { name: 'tag' }],
      ['GET', '/domain'],
      ['GET', '/bio'],
    ]
    const answers = asked.map(async ([method, path, body]) => {
      const { status, body: problem } = await call(house, method, path, body)
      return [method, path, status, problem.code]
    })

    expect(await Promise.all(answers)).toEqual(
      asked.map(([method, path]) => [method, path, 503, 'unavailable']),
    )
  })
})

describe.each(MODES)('without Redis (%s)', (mode) => {
  it('uncached links keep working, and a new one works immediately', async () => {
    const cold = await createLink(house)
    away(mode, 'redis')

    expect(await statuses(house, known.slug)).toEqual([302])
    expect(await statuses(house, cold.slug)).toEqual([302])
    const fresh = await createLink(house)
    expect(await statuses(house, fresh.slug)).toEqual([302])
  })
})

describe.each(MODES)('without Redis and Postgres (%s)', (mode) => {
  it('cached links keep working from memory, others are 503', async () => {
    const cold = await coldLink()
    away(mode, 'redis', 'postgres')

    expect(await statuses(house, known.slug)).toEqual([302])
    expect((await visit(house, cold.slug)).status).toBe(503)
  })
})

it.each(MODES)('without any store, cached links keep working (%s)', async (mode) => {
  away(mode, 'redis', 'postgres', 'clickhouse')

  expect(await statuses(house, known.slug)).toEqual([302])
})

it.each(MODES)(
  'without ClickHouse, analytics answer 503 and everything else keeps working (%s)',
  async (mode) => {
    away(mode, 'clickhouse')
    const reports = ['clicks', 'stream', 'originals', 'summary', 'countries']
    const answers = reports.map(async (report) => {
      const { status, body } = await call(house, 'GET', `/analytics/${report}?link_id=${known.id}`)
      return [report, status, body.code]
    })

    expect(await Promise.all(answers)).toEqual(reports.map((it) => [it, 503, 'unavailable']))
    expect((await call(house, 'GET', `/link/${known.id}`)).status).toBe(200)
    expect(await statuses(house, (await createLink(house)).slug)).toEqual([302])
  },
)
