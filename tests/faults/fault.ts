import type { House } from './house.ts'
import type { Seen } from './load.ts'

/** One thing that goes wrong in the middle of a load, and is over again when `run` resolves. */
export interface Fault {
  name: string
  /** Also in `npm test`; the others only in `pnpm faults`. */
  short?: boolean
  /** Visitors ask once more on a connection that was closed in good order. */
  again?: boolean
  /** Clicks that are put into the queue by `run` and must be set aside; none unless said. */
  poisoned?: number
  /** Before the load, with an empty queue. */
  before?(house: House): Promise<unknown>
  run(house: House, seen: Seen, scale: Scale): Promise<void>
}

/** How often, and for how many visits, something is done. */
export interface Scale {
  kills: number
  workerKills: number
  /** Visits during which a line is cut. */
  cutVisits: number
  /** Visits during which ClickHouse is away. */
  awayVisits: number
}
