import { limitHeapGrowth } from '@fingerpost/kit/process/heap'
import { type Host, ownProcess, runService } from '@fingerpost/kit/process/service'
import { readConfig } from './config.ts'
import { startRedirect } from './service.ts'

export const main = (host: Host) =>
  runService({ name: 'redirect', readConfig, start: startRedirect }, host)

if (import.meta.main) {
  await main(ownProcess)
  limitHeapGrowth()
}
