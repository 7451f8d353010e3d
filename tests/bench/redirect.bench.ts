import type { Bench, Row, RunOptions } from './bench.ts'
import { microseconds } from './figures.ts'
import { seedLinks, seedRecords } from './links.ts'
import { type Asks, load } from './load.ts'
import { CORES, cpuSeconds, pin, unpin } from './machine.ts'
import { openPair } from './redirects.ts'

/** Redirects with their click in Redis before the answer, beside a server that only answers. */
export const redirect: Bench = {
  name: 'redirect',
  goal: 'hot link ≥ 75 % of bare node:http and p99 ≤ 2×; spread over 100,000 links ≥ 60 %',
  async run(options) {
    const count = options.quick ? 10_000 : 100_000
    const house = await options.house()
    await seedRecords(house, await seedLinks(house, count), count)
    pin(house.pids(), CORES.others)
    const open = await openPair(house)
    try {
      const hot = await measure(open, options, { path: '/b0' }, 'hot link')
      const asks = { path: '/b#', of: count, strangeEvery: 100 }
      const words = `spread over ${count.toLocaleString('en')} links, 1 % unknown`
      const spread = await measure(open, options, asks, words)
      return [
        { ...hot.rate, goal: { atLeast: 0.75 } },
        { ...hot.p99, goal: { atMost: 2 } },
        { ...spread.rate, goal: { atLeast: 0.6 } },
      ]
    } finally {
      await open.close()
      unpin(house.pids())
    }
  },
}

async function measure(
  { bare, ours, forget }: Awaited<ReturnType<typeof openPair>>,
  { rounds, seconds }: RunOptions,
  asks: Asks,
  what: string,
): Promise<Record<'rate' | 'p99', Omit<Row, 'goal'>>> {
  const rate: Omit<Row, 'goal'> = {
    work: `redirect, ${what}`,
    unit: 'req/s',
    ours: [],
    reference: [],
  }
  const p99: Omit<Row, 'goal'> = {
    work: `redirect, ${what}, p99`,
    unit: 'ms',
    ours: [],
    reference: [],
  }
  const cost = { ours: [] as number[], reference: [] as number[] }
  for (const it of [bare, ours]) await load({ origin: it.origin, seconds, asks })
  for (let round = 0; round < rounds; round++) {
    for (const side of ['reference', 'ours'] as const) {
      const { origin, pid } = side === 'ours' ? ours : bare
      const before = cpuSeconds([pid])
      const loaded = await load({ origin, seconds, asks })
      const failed = loaded.failed + (asks.strangeEvery ? 0 : loaded.refused)
      if (failed > 0) throw new Error(`${what}: ${failed} of ${loaded.requests} failed`)
      rate[side]?.push(loaded.perSecond)
      p99[side]?.push(loaded.p99Ms)
      cost[side].push(((cpuSeconds([pid]) - before) / loaded.requests) * 1e6)
      await forget()
    }
  }
  rate.note = `processor time ${microseconds(cost.ours)} a request, bare ${microseconds(cost.reference)}`
  return { rate, p99 }
}
