import { analyticsGrowth, analyticsOneTeam, analyticsTeam } from './analytics.bench.ts'
import type { Bench } from './bench.ts'
import { gateway } from './gateway.bench.ts'
import { redirect } from './redirect.bench.ts'
import { worker } from './worker.bench.ts'

/** In the order of the table. */
export const benches: readonly Bench[] = [
  redirect,
  gateway,
  worker,
  analyticsTeam,
  analyticsOneTeam,
  analyticsGrowth,
]
