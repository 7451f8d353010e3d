import type { FaultMode } from '@fingerpost/kit/testing/fault-proxy'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { StoreName } from './lines.ts'
import { call, createLink, type Link, rows } from './requests.ts'
import { COPIES } from './run.ts'
import { startTestStack, type TestStack } from './test-stack.ts'
import { until } from './until.ts'
import { statuses, visit } from './visitor.ts'

let testStack: TestStack
let known: Link
beforeAll(async () => {
  testStack = await startTestStack({ copies: COPIES })
  known = await createLink(testStack)
  // Often enough that both copies of redirect have cached it.
  expect(await statuses(testStack, known.slug, 40)).toEqual([302])
})
afterAll(() => testStack?.close())
afterEach(async () => {
  testStack.lines.mend()
  await testStack.untilReady()
  await until(async () => (await call(testStack, 'GET', '/link')).status === 200, 'the API again')
})

const away = (mode: FaultMode, ...stores: StoreName[]) => {
  for (const line of stores.flatMap((store) => testStack.lines.to(store))) line.set(mode, 5_000)
}

/** A link that no redirect has cached and that is missing in Redis. */
async function coldLink(): Promise<Link> {
  const link = await createLink(testStack)
  // The outbox writes it to Redis first and then to the queue; the worker receives it last.
  const query = `SELECT count() AS count FROM links_v1 WHERE link_id = ${link.id}`
  await until(
    async () => (await rows<{ count: number }>(testStack, query))[0]?.count !== 0,
    'the link',
  )
  const keys = await testStack.redis.keys(`slug:*:${link.slug.toLowerCase()}`)
  expect(keys).toHaveLength(1)
  await testStack.redis.del(...keys)
  return link
}

const MODES = ['refuse', 'blackhole', 'slow'] as const

describe.each(MODES)('without Postgres (%s)', (mode) => {
  it('known links keep working; an uncached link is 503 with Retry-After, never a cached 404', async () => {
    const cold = await coldLink()
    away(mode, 'postgres')

    expect(await statuses(testStack, known.slug)).toEqual([302])
    const refused = await visit(testStack, cold.slug)
    expect(refused).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) })

    testStack.lines.mend()
    await until(async () => (await visit(testStack, cold.slug)).status !== 503, 'the link again')
    expect(await statuses(testStack, cold.slug)).toEqual([302])
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
      const { status, body: problem } = await call(testStack, method, path, body)
      return [method, path, status, problem.code]
    })

    expect(await Promise.all(answers)).toEqual(
      asked.map(([method, path]) => [method, path, 503, 'unavailable']),
    )
  })
})

describe.each(MODES)('without Redis (%s)', (mode) => {
  it('uncached links keep working, and a new one works immediately', async () => {
    const cold = await createLink(testStack)
    away(mode, 'redis')

    expect(await statuses(testStack, known.slug)).toEqual([302])
    expect(await statuses(testStack, cold.slug)).toEqual([302])
    const fresh = await createLink(testStack)
    expect(await statuses(testStack, fresh.slug)).toEqual([302])
  })
})

describe.each(MODES)('without Redis and Postgres (%s)', (mode) => {
  it('cached links keep working from memory, others are 503', async () => {
    const cold = await coldLink()
    away(mode, 'redis', 'postgres')

    expect(await statuses(testStack, known.slug)).toEqual([302])
    expect((await visit(testStack, cold.slug)).status).toBe(503)
  })
})

it.each(MODES)('without any store, cached links keep working (%s)', async (mode) => {
  away(mode, 'redis', 'postgres', 'clickhouse')

  expect(await statuses(testStack, known.slug)).toEqual([302])
})

it.each(MODES)(
  'without ClickHouse, analytics answer 503 and everything else keeps working (%s)',
  async (mode) => {
    away(mode, 'clickhouse')
    const reports = ['clicks', 'stream', 'originals', 'summary', 'countries']
    const answers = reports.map(async (report) => {
      const { status, body } = await call(
        testStack,
        'GET',
        `/analytics/${report}?link_id=${known.id}`,
      )
      return [report, status, body.code]
    })

    expect(await Promise.all(answers)).toEqual(reports.map((it) => [it, 503, 'unavailable']))
    expect((await call(testStack, 'GET', `/link/${known.id}`)).status).toBe(200)
    expect(await statuses(testStack, (await createLink(testStack)).slug)).toEqual([302])
  },
)
