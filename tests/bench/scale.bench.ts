import { availableParallelism } from 'node:os'
import type { Bench } from './bench.ts'
import { seedLinks, seedRecords } from './links.ts'
import { type Loaded, load } from './load.ts'
import { CORES, cpuSeconds, pin, unpin } from './machine.ts'
import { type Server, startQueueRedis, startRedirect } from './redirects.ts'

/** Two cores for redirects, one for Redis, one for the load generator. */
const CORES_NEEDED = 4

/**
 * The gain from a second redirect process. With enough cores, each has its own and requests are
 * counted. Otherwise both share a core, and the CPU time per request, including Redis, gives the
 * rate of two cores: it grows with any overhead between the processes.
 */
export const scale: Bench = {
  name: 'scale',
  goal: 'two redirect processes ≥ 1.7× one',
  async run({ rounds, seconds, testStack: open }) {
    const testStack = await open()
    await seedRecords(testStack, await seedLinks(testStack, 1), 1)
    pin(testStack.pids(), CORES.others)
    const hasCores = availableParallelism() >= CORES_NEEDED
    const queue = await startQueueRedis()
    const two = [
      await startRedirect(testStack, queue.url),
      await startRedirect(testStack, queue.url),
    ]
    if (hasCores) pin(two[1]?.pids() ?? [], '2')
    const cores = hasCores ? '3' : CORES.others
    const ask = ({ origin }: Server) =>
      load({ origin, seconds, cores, asks: { path: '/b0' }, connections: 32 })

    async function measure(servers: readonly Server[]) {
      const pids = [...servers.flatMap((it) => it.pids()), queue.pid]
      const before = cpuSeconds(pids)
      const loads = await Promise.all(servers.map(ask))
      const sum = (of: (it: Loaded) => number) => loads.reduce((so, it) => so + of(it), 0)
      const costUs = ((cpuSeconds(pids) - before) / sum((it) => it.requests)) * 1e6
      await queue.client.flushall()
      return { perSecond: sum((it) => it.perSecond), perCore: 1e6 / costUs }
    }

    const [ours, reference]: [number[], number[]] = [[], []]
    try {
      for (let round = -1; round < rounds; round++) {
        const one = await measure(two.slice(0, 1))
        const both = await measure(two)
        if (round < 0) continue
        reference.push(hasCores ? one.perSecond : one.perCore)
        ours.push(hasCores ? both.perSecond : 2 * both.perCore)
      }
      const how = hasCores ? 'each on a core of its own' : 'by processor time of a request'
      const work = `redirect, two processes, ${how}`
      return [{ work, unit: 'req/s', ours, reference, goal: { atLeast: 1.7 } }]
    } finally {
      await Promise.all(two.map((it) => it.stop()))
      await queue.close()
      unpin(testStack.pids())
    }
  },
}
