// All services in one process: each with the environment, the log file and the ports of its plan.
import { join } from 'node:path'
import { collectGarbage, limitHeapGrowth } from '@fingerpost/kit/process/heap'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import type { Host } from '@fingerpost/kit/process/service'
import { separateInstances } from './instances.ts'
import { environmentOf, readPlans } from './plan.ts'

/** Services close one after the other, last first: the gateway, redirect, and what they call. */
const CLOSE_MS = 30_000

const root = join(import.meta.dirname, '..', '..', '..', '..')
const log = createLog('services', process.env.LOG_LEVEL || 'info')
const services = new Lifecycle(log)
services.closeOnSignal(CLOSE_MS)
const urlOf = separateInstances(root)

// Everything is loaded before anything is opened, so that no connection waits for an import.
const loaded = await Promise.all(
  readPlans(process.env).map(async (plan) => {
    const { main } = (await import(urlOf(plan.entry, plan.name))) as {
      main(host: Host): Promise<void>
    }
    return { plan, main }
  }),
)
for (const { plan, main } of loaded) {
  await main({
    env: environmentOf(plan, process.env),
    logFile: plan.logFile,
    adopt: (name, lifecycle) => void services.own(name, lifecycle, (it) => it.close()),
  })
}
limitHeapGrowth()
collectGarbage()
log.info('all services are running')
