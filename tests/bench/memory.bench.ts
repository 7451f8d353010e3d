import { setTimeout as pause } from 'node:timers/promises'
import type { Bench, Row } from './bench.ts'
import { idleStack, type Part, sumOf } from './idle-memory.ts'
import { seedLinks, seedRecords } from './links.ts'
import { memoryBytes } from './machine.ts'
import { startQueueRedis, startRedirect, visitAll } from './redirects.ts'

const LINKS = 100_000
/** Until idle processes have collected their garbage. */
const SETTLE_MS = 16_000

/** Memory use: `npm start` in both layouts, and one redirect with many cached links. */
export const memory: Bench = {
  name: 'memory',
  goal: 'idle redirect ≤ 120 MB with 100,000 links cached; idle npm start ≤ 1.2 GB, in one process ≤ 650 MB',
  async run({ quick, testStack: open }) {
    // Measured first: another stack would share pages with these.
    const separate = await idleStack('separate', quick ? 0 : SETTLE_MS)
    const one = await idleStack('one', quick ? 0 : SETTLE_MS)
    const testStack = await open()
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
        idleRow('idle npm start, separate processes, PSS', separate, 1_200),
        idleRow('idle npm start, one process, PSS', one, 650),
        {
          work: 'idle npm start, one process, RSS',
          unit: 'MB',
          ours: [sumOf(one, 'rss')],
          goal: { atMost: 650 },
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

const idleRow = (work: string, parts: readonly Part[], goal: number): Row => ({
  work,
  unit: 'MB',
  ours: [sumOf(parts, 'pss')],
  goal: { atMost: goal },
  note: parts.map(({ name, pss }) => `${name} ${pss.toFixed(0)}`).join(', '),
})
