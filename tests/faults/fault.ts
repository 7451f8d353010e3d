import type { Seen } from './load.ts'
import type { TestStack } from './test-stack.ts'

/** A fault during a load; it is over when `run` resolves. */
export interface Fault {
  name: string
  /** Also part of `npm test`; the others run only in `pnpm faults`. */
  short?: boolean
  /** Visitors retry once if a connection was closed gracefully. */
  again?: boolean
  /** Clicks that `run` adds to the queue and that must be rejected; none by default. */
  poisoned?: number
  /** Runs before the load, with an empty queue. */
  before?(testStack: TestStack): Promise<unknown>
  run(testStack: TestStack, seen: Seen, scale: Scale): Promise<void>
}

/** How often, and for how many visits, a fault is applied. */
export interface Scale {
  kills: number
  workerKills: number
  /** Visits during which a connection is cut. */
  cutVisits: number
  /** Visits during which ClickHouse is unavailable. */
  awayVisits: number
}
