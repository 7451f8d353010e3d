import { afterAll, beforeAll, expect, it } from 'vitest'
import { balance, settle } from '../faults/ledger.ts'
import { answers, type Seen, visitDuring } from '../faults/load.ts'
import { createLink, type Link } from '../faults/requests.ts'
import { startTestStack, type TestStack } from '../faults/test-stack.ts'
import { openFront } from './sharded-front.ts'
import { CLUSTER, openShards, type Shards } from './shards.ts'

const PER_SECOND = 60
const KILLS = 2

let cluster: Shards
let front: Awaited<ReturnType<typeof openFront>>
let testStack: TestStack
beforeAll(async () => {
  cluster = await openShards()
  front = await openFront(cluster)
  const stores = { CLICKHOUSE_URL: front.url, CLICKHOUSE_CLUSTER: CLUSTER }
  testStack = await startTestStack({ stores })
})
afterAll(async () => {
  await testStack?.close()
  front?.close()
  await cluster?.close()
})

/** Numbers of clicks of a link on each shard. */
const spread = ({ id }: Link) =>
  Promise.all(
    cluster.shards.map(async (shard) =>
      Number(
        await cluster.query(
          shard,
          `SELECT count() FROM analytics.clicks_raw_v1_local WHERE link_id = ${id}`,
        ),
      ),
    ),
  )

it('no answered click is lost or counted twice while each shard is killed under load', async () => {
  const links: Link[] = []
  for (let i = 0; i < 6; i++) links.push(await createLink(testStack))
  const { promise: over, resolve } = Promise.withResolvers<void>()

  const killEach = async (seen: Seen) => {
    for (let i = 0; i < KILLS * cluster.shards.length; i++) {
      const shard = cluster.shards[i % cluster.shards.length]
      if (shard) await cluster.killed(shard, () => answers(seen, 100))
      await answers(seen, 100)
    }
  }
  const seen = await Promise.all(
    links.map(({ slug }, i) =>
      visitDuring(testStack.url, slug, { perSecond: PER_SECOND }, (now) =>
        i === 0 ? killEach(now).finally(resolve) : over,
      ),
    ),
  )
  await settle(testStack)

  const used = [0, 0]
  for (const [i, link] of links.entries()) {
    const { answered, lost, double, stored, counted } = await balance(testStack, link, seen[i]!)
    expect(answered).toBeGreaterThan(500)
    expect({ lost, double }).toEqual({ lost: [], double: [] })
    expect(new Set(Object.values(counted))).toEqual(new Set([stored]))
    for (const [shard, count] of (await spread(link)).entries()) used[shard]! += count
  }
  for (const count of used) expect(count).toBeGreaterThan(500)
})
