import { CLICK_QUEUES } from '@fingerpost/protos/redis-keys'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { balance, settle } from '../faults/ledger.ts'
import { answers, type Seen, visitDuring } from '../faults/load.ts'
import { createLink, type Link } from '../faults/requests.ts'
import { COPIES } from '../faults/run.ts'
import { startTestStack, type TestStack } from '../faults/test-stack.ts'
import { until } from '../faults/until.ts'
import { type Masters, openMasters } from './masters.ts'

const PER_SECOND = 100
const LINKS = 6

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

/** The number of jobs that each queue of clicks has had. */
async function jobsOfEach(): Promise<number[]> {
  const read = (name: string) => testStack.redis.get(`{${name}}:${name}:id`)
  let jobs: number[] = []
  // The connection of the test to a restarted master may still be closed.
  const isRead = async () => {
    jobs = (await Promise.all(CLICK_QUEUES.map(read))).map(Number)
    return true
  }
  await until(() => isRead().catch(() => false), 'the counters of the queues')
  return jobs
}

/** Restarts the copies of redirect one after the other, with another number of queues. */
async function change(queues: number, signal: NodeJS.Signals, seen: Seen) {
  for (const name of ['redirect', 'redirect-2']) {
    testStack.environment(name).CLICK_QUEUES = String(queues)
    await testStack.kill(name, signal)
    await answers(seen, 100)
  }
}

async function visitAll(links: readonly Link[], work: (seen: Seen) => Promise<unknown>) {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  return Promise.all(
    links.map(({ slug }, i) =>
      visitDuring(testStack.url, slug, { perSecond: PER_SECOND }, (seen) =>
        i === 0 ? work(seen).finally(resolve) : over,
      ),
    ),
  )
}

it('the first three queues are on different masters', async () => {
  const owners = await Promise.all(
    CLICK_QUEUES.slice(0, 3).map((name) => cluster.ownerOf(`{${name}}:${name}:id`)),
  )

  expect(new Set(owners).size).toBe(3)
})

it('no click is lost or counted twice while the number of queues changes from 1 to 3 to 2 and masters are killed', async () => {
  const links: Link[] = []
  for (let i = 0; i < LINKS; i++) links.push(await createLink(testStack))
  const had: number[][] = []

  const seen = await visitAll(links, async (first) => {
    await answers(first, 100)
    had.push(await jobsOfEach())
    for (const [queues, signal] of [
      [3, 'SIGTERM'],
      [2, 'SIGKILL'],
    ] as const) {
      for (const [i, master] of cluster.masters.entries()) {
        await cluster.killed(master, () =>
          i === 1 ? change(queues, signal, first) : answers(first, 100),
        )
      }
      await testStack.untilReady()
      await answers(first, 100)
      had.push(await jobsOfEach())
    }
  })
  await settle(testStack)

  const used = had.map((jobs) => jobs.findLastIndex((count) => count > 0) + 1)
  expect(used).toEqual([1, 3, 3])
  for (const [i, link] of links.entries()) {
    const { answered, lost, double, stored, counted } = await balance(testStack, link, seen[i]!)
    expect(answered).toBeGreaterThan(500)
    expect({ lost, double }).toEqual({ lost: [], double: [] })
    expect(new Set(Object.values(counted))).toEqual(new Set([stored]))
  }
})
