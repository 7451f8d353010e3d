import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { dumpRedis, loadRedis } from '@fingerpost/backup/redis'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { call, createLink } from './requests.ts'
import { COPIES } from './run.ts'
import { openSecondRedis } from './second-redis.ts'
import { startTestStack, type TestStack } from './test-stack.ts'
import { until } from './until.ts'
import { visit } from './visitor.ts'

let testStack: TestStack
beforeAll(async () => {
  testStack = await startTestStack({ copies: COPIES })
})
afterAll(() => testStack?.close())
afterEach(async () => {
  testStack.lines.mend()
  await testStack.untilReady()
  await until(async () => (await call(testStack, 'GET', '/link')).status === 200, 'the API again')
})

/** The responses of both redirects to one visit each. */
const visitEach = (slug: string) =>
  Promise.all(
    ['redirect', 'redirect-2'].map(async (name) => {
      const { HTTP_PORT: port } = testStack.environment(name)
      return (await visit(testStack, slug, `http://127.0.0.1:${port}`)).status
    }),
  )

/** The slug of a link that both redirects have just reported as unknown. */
async function unknownSlug(): Promise<string> {
  const slug = randomUUID()
  expect(await visitEach(slug)).toEqual([404, 404])
  return slug
}

const snapshot = () => join(testStack.folder, 'snapshot')
const redisLines = () => testStack.lines.to('redis')
const redisAway = () => {
  for (const line of redisLines()) line.set('refuse')
}

it.each<[string, () => unknown]>([
  ['with all stores', () => {}],
  ['while link cannot reach Redis', () => testStack.lines.of('link', 'redis').set('refuse')],
  ['while redirect gets no response', () => testStack.lines.of('redirect', 'redis').set('mute')],
  ['while Redis is away', () => redisAway()],
  [
    'right after Redis was away',
    () => {
      redisAway()
      testStack.lines.mend()
    },
  ],
  [
    'right after Redis restarted empty',
    async () => {
      await testStack.redis.flushdb()
      await testStack.kill('redis')
    },
  ],
])('a link is found as soon as its creation is answered, %s', async (_, change) => {
  const slug = await unknownSlug()
  await change()

  await createLink(testStack, { slug })

  expect(await visitEach(slug)).toEqual([302, 302])
})

it('a link that Redis has lost is found: restarted empty', async () => {
  const slug = await unknownSlug()
  await createLink(testStack, { slug })
  await testStack.redis.flushdb()
  await testStack.kill('redis')

  expect(await visitEach(slug)).toEqual([302, 302])
})

it('a link that Redis has lost is found: restored from an older snapshot', async () => {
  const { redisQueueUrl: url } = testStack.stores
  const slug = await unknownSlug()
  await dumpRedis(url, snapshot(), [])
  await createLink(testStack, { slug })
  await testStack.redis.flushdb()
  await loadRedis(url, snapshot(), [])

  expect(await visitEach(slug)).toEqual([302, 302])
})

it('a link that Redis has lost is found: failover to a replica with an older state', async () => {
  const { redisQueueUrl: url } = testStack.stores
  const replica = await openSecondRedis(url)
  try {
    const slug = await unknownSlug()
    await dumpRedis(url, snapshot(), [])
    await loadRedis(replica.url, snapshot(), [])
    await createLink(testStack, { slug })
    for (const line of redisLines()) line.moveTo(new URL(replica.url))

    expect(await visitEach(slug)).toEqual([302, 302])
  } finally {
    for (const line of redisLines()) line.moveTo(new URL(url))
    await replica.close()
  }
})
