import type { Bench, Row } from './bench.ts'
import { oursOf, PASSED } from './gateway.bench.ts'
import { seedLinks } from './links.ts'
import { load } from './load.ts'
import { CORES, pin, unpin, withChildren } from './machine.ts'

/** Connections that pause for 4 ms before each request: at most 12,000 requests per second. */
const SCAN = { connections: 48, pauseMs: 4 }
/** About 1,000 requests per second, well below what the API can handle. */
const CALLS = { connections: 8, pauseMs: 7 }

/** Reads through the API, with and without a scan of random slugs. */
export const scan: Bench = {
  name: 'scan',
  goal: 'p99 of GET beside 10,000 random slugs per second ≤ 1.2× without them',
  async run({ rounds, seconds, testStack: open }) {
    const testStack = await open()
    const firstId = await seedLinks(testStack, 10_000)
    const all = testStack.pids()
    pin(all, CORES.others)
    pin(withChildren(testStack.pids(...PASSED)), CORES.measured)
    const { origin, headers = {} } = oursOf(testStack)
    const scanned = testStack.facts.redirect_url.replace('localhost', '127.0.0.1')
    const guess = () =>
      load({ ...SCAN, origin: scanned, seconds: seconds + 1, asks: { path: '/', strangeEvery: 1 } })
    const call = () =>
      load({ ...CALLS, origin, headers, seconds, asks: { path: `/api/link/${firstId}` } })
    const row: Row = {
      work: 'gateway, GET one link beside a scan of random slugs, p99',
      unit: 'ms',
      ours: [],
      reference: [],
      goal: { atMost: 1.2 },
      guard: { atMost: 6 },
    }
    const rates: Row = {
      work: 'random slugs of that scan, answered with 404',
      unit: 'req/s',
      ours: [],
      goal: { atLeast: 10_000 },
      guard: { atLeast: 1_000 },
    }
    try {
      for (let round = -1; round < rounds; round++) {
        const alone = await call()
        const [guessed, beside] = await Promise.all([guess(), call()])
        const wrong = guessed.requests - guessed.refused + guessed.failed
        if (wrong > 0)
          throw new Error(`${wrong} of ${guessed.requests} random slugs were not refused`)
        if (round < 0) continue
        row.reference?.push(alone.p99Ms)
        row.ours.push(beside.p99Ms)
        rates.ours.push(guessed.perSecond)
      }
    } finally {
      unpin(withChildren(all))
    }
    return [row, rates]
  },
}
