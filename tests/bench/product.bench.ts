import { createLog } from '@fingerpost/kit/process/log'
import { openQueue } from '@fingerpost/kit/queue/queue'
import { openRedis } from '@fingerpost/kit/stores/redis'
import { askClickHouse } from '@fingerpost/kit/testing/clickhouse'
import { until } from '../faults/until.ts'
import type { Bench, Row } from './bench.ts'
import { median } from './bench.ts'
import { seedLinks, seedRecords } from './links.ts'
import { type Loaded, load } from './load.ts'
import { startBare } from './redirects.ts'
import type { TestStack } from './test-stack.ts'

/** Offered load as shares of the bare server's rate, tried in order until one is sustained. */
const OFFERED = [1, 0.8, 0.65, 0.55, 0.45, 0.4, 0.35, 0.3, 0.25, 0.2, 0.15]
const PAUSE_MS = 4
const EMPTY_MS = 5_000
const PATIENCE_MS = 120_000

/**
 * The whole product under load on all cores: visits, Redis, worker, ClickHouse; no click may be
 * lost.
 */
export const product: Bench = {
  name: 'product',
  goal: 'whole product ≥ 45 % of bare node:http, its queue empty 5 s after the end, nothing lost',
  async run({ rounds, seconds, testStack: open }) {
    const testStack = await open()
    await seedRecords(testStack, await seedLinks(testStack, 100), 100)
    const bare = await startBare()
    const watch = openWatch(testStack)
    let slug = 0
    const rate: Row = {
      work: 'whole product, kept up with',
      unit: 'req/s',
      ours: [],
      reference: [],
      goal: { atLeast: 0.45 },
    }
    const lost: number[] = []
    try {
      for (let round = -1; round < rounds; round++) {
        const asks = { path: '/b0' }
        const { perSecond } = await load({ origin: bare.origin, seconds, asks })
        for (const share of round < 0 ? OFFERED.slice(-1) : OFFERED) {
          const path = `/b${++slug}`
          const connections = Math.ceil((perSecond * share * (PAUSE_MS + 1)) / 1_000)
          const origin = testStack.facts.redirect_url.replace('localhost', '127.0.0.1')
          const loaded = await load({
            origin,
            seconds,
            connections,
            pauseMs: PAUSE_MS,
            asks: { path },
          })
          const inTime = await watch.emptyWithin(EMPTY_MS)
          if (!inTime) await watch.emptyWithin(PATIENCE_MS)
          if (round < 0) continue
          lost.push(await watch.lost(path.slice(1), loaded))
          if (!inTime && share !== OFFERED.at(-1)) continue
          rate.ours.push(inTime ? loaded.perSecond : 0)
          rate.reference?.push(perSecond)
          break
        }
      }
    } finally {
      await bare.stop()
      await watch.close()
    }
    const most = { work: 'whole product, clicks lost', unit: '', ours: [Math.max(...lost)] }
    rate.note = `${median(rate.ours).toFixed(0)} visits a second from visit to ClickHouse on all cores`
    return [rate, { ...most, goal: { atMost: 0 } }]
  },
}

function openWatch(testStack: TestStack) {
  const log = createLog('bench', 'silent')
  const redis = openRedis(testStack.facts.stores.redis_url, 'worker', log)
  const queue = openQueue('clicks', redis, log)

  async function clicksOf(slug: string): Promise<number> {
    const query = `select uniqExact(id) from analytics.clicks_raw_v1 where slug = '${slug}'`
    return Number(await askClickHouse(testStack.facts.stores.clickhouse_url, query))
  }

  return {
    emptyWithin: (ms: number): Promise<boolean> =>
      until(async () => (await queue.depth()) === 0, 'an empty queue', ms).then(
        () => true,
        () => false,
      ),
    /** Answered visits without a click. Visits that were cut off may have one too. */
    async lost(slug: string, { requests, refused }: Loaded): Promise<number> {
      return Math.max(0, requests - refused - (await clicksOf(slug)))
    },
    async close(): Promise<void> {
      await queue.close()
      redis.disconnect()
    },
  }
}
