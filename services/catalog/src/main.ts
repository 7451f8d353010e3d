import { type Host, ownProcess, runService } from '@fingerpost/kit/process/service'
import { readConfig } from './config.ts'
import { startCatalog } from './service.ts'

export const main = (host: Host) =>
  runService({ name: 'catalog', readConfig, start: startCatalog }, host)

if (import.meta.main) await main(ownProcess)
