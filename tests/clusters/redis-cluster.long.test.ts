import { RECORDS_CHANNEL } from '@fingerpost/kit/stores/versioned-cache'
import { slugRecordKey } from '@fingerpost/protos/redis-keys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { balance, settle } from '../faults/ledger.ts'
import { answers, type Seen, visitDuring } from '../faults/load.ts'
import { call, createLink, type Link, rows } from '../faults/requests.ts'
import { COPIES, runFault, SHORT } from '../faults/run.ts'
import { startTestStack, type TestStack } from '../faults/test-stack.ts'
import { until } from '../faults/until.ts'
import { metric, visit } from '../faults/visitor.ts'
import { clusterFaults } from './cluster.rows.ts'
import { type Masters, openMasters } from './masters.ts'

const PER_SECOND = 300

let cluster: Masters
let testStack: TestStack
beforeAll(async () => {
  cluster = await openMasters()
  testStack = await startTestStack({ copies: COPIES, stores: { REDIS_URL: cluster.url } })
})
afterAll(async () => {
  await testStack?.close()
  await cluster?.close()
})

it('the product spreads its keys over all masters', async () => {
  await Promise.all(Array.from({ length: 60 }, () => createLink(testStack)))
  await settle(testStack)

  for (const { direct } of cluster.masters) expect(await direct.dbsize()).toBeGreaterThan(5)
})

describe('every answered visit is stored once and counted consistently', () => {
  const short = clusterFaults({} as Masters).flatMap((it, i) =>
    it.short ? [[it.name, i] as const] : [],
  )
  it.each(short)('%s', async (_, i) => {
    const fault = clusterFaults(cluster)[i]!
    const { answered, lost, double, stored, counted, ...it } = await runFault(
      testStack,
      fault,
      SHORT,
      PER_SECOND,
    )

    expect(answered).toBeGreaterThan(500)
    expect({ lost, double, refused: it.refused }).toEqual({ lost: [], double: [], refused: 0 })
    expect(new Set(Object.values(counted))).toEqual(new Set([stored]))
  })
})

async function visitLimited(
  limit: number,
  work: (seen: Seen, counter: string) => Promise<unknown>,
) {
  const link = await createLink(testStack, { expires_after: limit })
  // A link with a limit may answer fewer visits than its limit: allowances of a lost counter are
  // lost.
  const load = { perSecond: 100, atLeast: 0 }
  const seen = await visitDuring(testStack.url, link.slug, load, async (now) => {
    await answers(now, limit / 4)
    await work(now, `clicks-taken:${link.id}`)
    await testStack.untilReady()
    const counted = now.others[410] ?? 0
    await until(() => (now.others[410] ?? 0) > counted + 20, 'the end of it')
  })
  await settle(testStack)
  const { stored, lost } = await balance(testStack, link, seen)
  expect(lost).toEqual([])
  return { stored, answered: seen.answered.size }
}

it('a link with a click limit answers exactly that many visits while its counter migrates', async () => {
  const given = await visitLimited(300, (seen, counter) =>
    cluster.migrate(counter, () => answers(seen, 30)),
  )

  expect(given).toEqual({ stored: 300, answered: 300 })
})

it('a link with a click limit never exceeds it when the master of its counter is killed', async () => {
  const given = await visitLimited(300, async (_, counter) =>
    cluster.killed(await cluster.ownerOf(counter), () => testStack.untilReady()),
  )

  expect(given.stored).toBeGreaterThan(75)
  expect(given.stored).toBeLessThanOrEqual(300)
})

describe('an edit reaches every redirect', () => {
  const redirects = () =>
    ['redirect', 'redirect-2'].map((name) => ({
      name,
      url: `http://127.0.0.1:${testStack.environment(name).HTTP_PORT}`,
    }))

  /** Edits a link, and waits until each redirect serves the new destination. */
  async function edit({ id, slug }: Link, url: string) {
    const { status } = await call(testStack, 'PUT', `/link/${id}`, { url })
    expect(status).toBe(200)
    for (const at of redirects()) {
      const seen = () => visit(testStack, slug, at.url)
      await until(async () => (await seen()).location === url, `${url} at ${at.name}`)
    }
  }

  /** Subscribed redirects cache records for ten minutes, so only a notification can renew them sooner. */
  async function untilSubscribed() {
    const copies = redirects().length
    await until(async () => (await cluster.listeners(RECORDS_CHANNEL)) === copies, 'listeners')
  }

  /** Waits until each redirect serves the link from memory. */
  async function untilCached(slug: string) {
    for (const { name, url } of redirects()) {
      const lookups = () =>
        metric(testStack, name, 'fingerpost_redirect_records_total{level="service"')
      const isCached = async () => {
        const before = await lookups()
        await visit(testStack, slug, url)
        return (await lookups()) === before
      }
      await until(isCached, `a cached copy in ${name}`)
    }
  }

  it('before and after a master was down', async () => {
    const link = await createLink(testStack)
    const edits = async (name: string) => {
      await untilSubscribed()
      for (let i = 0; i < 20; i++) await edit(link, `https://${name}-${i}.example/`)
    }
    await edits('before')
    for (const master of cluster.masters)
      await cluster.killed(master, () => visit(testStack, link.slug))
    await testStack.untilReady()
    await edits('after')
  })

  it('while the master of its record and of its domain is down', async () => {
    const master = await cluster.ownerOf('domain:localhost')
    let link = await createLink(testStack)
    while ((await cluster.ownerOf(slugRecordKey(1, link.slug))) !== master)
      link = await createLink(testStack)

    await cluster.killed(master, async () => {
      for (let i = 0; i < 3; i++) {
        await untilSubscribed()
        await untilCached(link.slug)
        await edit(link, `https://outage-${i}.example/`)
      }
    })
    await testStack.untilReady()
  })
})

it('no job failed for good, and no click was rejected', async () => {
  const refused = 'SELECT count() AS count FROM clicks_rejected_v1'

  expect(await rows(testStack, refused)).toEqual([{ count: 0 }])
  expect(await testStack.redis.zcard('{clicks}:clicks:failed')).toBe(0)
})
