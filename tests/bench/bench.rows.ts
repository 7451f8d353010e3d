import {
  analyticsExport,
  analyticsOneTeam,
  analyticsTeam,
  analyticsVisitors,
} from './analytics.bench.ts'
import type { Bench } from './bench.ts'
import { gateway } from './gateway.bench.ts'
import { growthClicks, growthLinks } from './growth.bench.ts'
import { guards } from './guards.bench.ts'
import { lists } from './lists.bench.ts'
import { memory } from './memory.bench.ts'
import { mixed } from './mixed.bench.ts'
import { product } from './product.bench.ts'
import { redirect } from './redirect.bench.ts'
import { scale } from './scale.bench.ts'
import { scan } from './scan.bench.ts'
import { start } from './start.bench.ts'
import { storage } from './storage.bench.ts'
import { worker } from './worker.bench.ts'

/** In the order of the results table. */
export const benches: readonly Bench[] = [
  memory,
  start,
  redirect,
  scan,
  scale,
  gateway,
  guards,
  product,
  worker,
  analyticsTeam,
  analyticsOneTeam,
  analyticsVisitors,
  analyticsExport,
  mixed,
  growthClicks,
  growthLinks,
  storage,
  lists,
]
