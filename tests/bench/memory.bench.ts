import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { seedLinks, seedRecords } from './links.ts'
import { memoryBytes, withChildren } from './machine.ts'
import { startQueueRedis, startRedirect, visitAll } from './redirects.ts'
import type { TestStack } from './test-stack.ts'

const LINKS = 100_000
/** Until idle processes have collected their garbage. */
const SETTLE_MS = 16_000

/** Memory use: one redirect with many cached links, and the whole idle stack. */
export const memory: Bench = {
  name: 'memory',
  goal: 'redirect ≤ 120 MB with 100,000 links cached; the whole local stack idle ≤ 1.2 GB',
  async run({ quick, testStack: open }) {
    const testStack = await open()
    await pause(quick ? 0 : SETTLE_MS)
    const idle = megabytes(withChildren(testStack.pids()))
    const idleParts = parts(testStack)
    const count = quick ? LINKS / 10 : LINKS
    await seedRecords(testStack, await seedLinks(testStack, count), count)
    const queue = await startQueueRedis()
    const redirect = await startRedirect(testStack, queue.url)
    try {
      const empty = megabytes(redirect.pids())
      await visitAll(redirect, count)
      await pause(quick ? 0 : SETTLE_MS)
      return [
        {
          work: `idle redirect with ${count.toLocaleString('en')} links cached`,
          unit: 'MB',
          ours: [megabytes(redirect.pids())],
          goal: { atMost: 120 },
          note: `${empty.toFixed(0)} MB when it has just started`,
        },
        {
          work: 'whole local stack, idle',
          unit: 'MB',
          ours: [idle],
          goal: { atMost: 1_200 },
          note: idleParts,
        },
      ]
    } finally {
      await redirect.stop()
      await queue.close()
    }
  },
}

const megabytes = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + memoryBytes(pid), 0) / 2 ** 20

const parts = (testStack: TestStack): string =>
  Object.entries(testStack.facts.pids)
    .map(([name, pid]) => `${name} ${megabytes(withChildren([pid])).toFixed(0)}`)
    .join(', ')
