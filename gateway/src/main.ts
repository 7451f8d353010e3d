import { type Host, ownProcess, runService } from '@fingerpost/kit/process/service'
import { readConfig } from './config.ts'
import { startGateway } from './service.ts'

export const main = (host: Host) =>
  runService({ name: 'gateway', readConfig, start: startGateway }, host)

if (import.meta.main) await main(ownProcess)
