import type { Bench } from './bench.ts'
import { seedLinks, seedRecords } from './links.ts'
import { CORES, pin, unpin } from './machine.ts'
import { openPair, visitAll } from './redirects.ts'
import { compare } from './rounds.ts'

/** Redirects that queue their click in Redis first, compared with a server that only responds. */
export const redirect: Bench = {
  name: 'redirect',
  goal: 'hot link ≥ 75 % of bare node:http and p99 ≤ 1.5×; spread over 100,000 links ≥ 60 %',
  async run(options) {
    const count = options.quick ? 10_000 : 100_000
    const testStack = await options.testStack()
    await seedRecords(testStack, await seedLinks(testStack, count), count)
    pin(testStack.pids(), CORES.others)
    const { bare, ours, forget, close } = await openPair(testStack)
    const sides = { ours, reference: bare, between: forget }
    const hot = {
      ...sides,
      work: 'redirect, hot link',
      load: { asks: { path: '/b0' } },
      rate: { atLeast: 0.75 },
      p99: { atMost: 1.5 },
      guards: { rate: { atLeast: 0.3 }, p99: { atMost: 6 } },
    }
    const spread = (percent: number, strangeEvery: number, goal: number, guard: number) => ({
      ...sides,
      work: `redirect, ${count.toLocaleString('en')} links, ${percent} % unknown`,
      load: { asks: { path: '/b#', of: count, strangeEvery } },
      rate: { atLeast: goal },
      guards: { rate: { atLeast: guard } },
    })
    try {
      const rows = await compare(hot, options)
      // First visits cost a lookup; the goals are for links that the process knows.
      await visitAll(ours, count)
      await forget()
      return [
        ...rows,
        ...(await compare(spread(1, 100, 0.6, 0.18), options)),
        ...(await compare(spread(50, 2, 0.45, 0.12), options)),
      ]
    } finally {
      await close()
      unpin(testStack.pids())
    }
  },
}
