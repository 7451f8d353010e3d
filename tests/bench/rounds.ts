import type { Goal, Row, RunOptions } from './bench.ts'
import { microseconds } from './figures.ts'
import type { Load } from './load.schema.ts'
import { load } from './load.ts'
import { cpuSeconds } from './machine.ts'

/** Each connection counts its own requests, so the share of unknown paths differs by this much. */
const SPREAD = 0.1

/** One side of a comparison. */
export interface Side {
  origin: string
  /** The processes whose CPU time is counted: all that a request passes through. */
  pids: () => number[]
  headers?: Record<string, string>
}

interface Comparison {
  work: string
  ours: Side
  reference: Side
  load: Omit<Load, 'origin' | 'seconds' | 'headers'>
  rate: Goal
  p99?: Goal
  /** Guards of the short form, which measures for seconds only and is less accurate. */
  guards?: { rate?: Goal; p99?: Goal }
  /** Called after each load, outside of the measured time. */
  between?: () => unknown
}

/**
 * Loads the reference and Fingerpost alternately, so that other load on the machine affects both.
 */
export async function compare(
  { work, ours, reference, load: wanted, between, guards = {}, ...goals }: Comparison,
  { rounds, seconds }: RunOptions,
): Promise<Row[]> {
  const sides = { reference, ours }
  const rate: Row = {
    work,
    unit: 'req/s',
    ours: [],
    reference: [],
    goal: goals.rate,
    ...(guards.rate && { guard: guards.rate }),
  }
  const p99 = {
    work: `${work}, p99`,
    unit: 'ms',
    ours: [] as number[],
    reference: [] as number[],
    ...(guards.p99 && { guard: guards.p99 }),
  }
  const cost = { ours: [] as number[], reference: [] as number[] }
  for (let round = -1; round < rounds; round++) {
    for (const side of ['reference', 'ours'] as const) {
      const { origin, pids, headers = {} } = sides[side]
      const before = cpuSeconds(pids())
      const loaded = await load({ ...wanted, origin, headers, seconds })
      const used = cpuSeconds(pids()) - before
      await between?.()
      if (round < 0) continue // the first round warms up compilers and caches
      // The reference knows every path.
      const every = side === 'ours' ? wanted.asks.strangeEvery : 0
      const strange = loaded.requests / (every || Number.POSITIVE_INFINITY)
      const wrong = loaded.failed + Math.abs(loaded.refused - strange)
      if (wrong > strange * SPREAD)
        throw new Error(`${work}: ${wrong} of ${loaded.requests} failed`)
      rate[side]?.push(loaded.perSecond)
      p99[side]?.push(loaded.p99Ms)
      cost[side].push((used / loaded.requests) * 1e6)
    }
  }
  rate.note =
    `processor time of a request ${microseconds(cost.ours)}, ` +
    `of the reference ${microseconds(cost.reference)}`
  return goals.p99 ? [rate, { ...p99, goal: goals.p99 }] : [rate]
}
