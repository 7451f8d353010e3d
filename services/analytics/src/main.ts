import { type Host, ownProcess, runService } from '@fingerpost/kit/process/service'
import { readConfig } from './config.ts'
import { startAnalytics } from './service.ts'

export const main = (host: Host) =>
  runService({ name: 'analytics', readConfig, start: startAnalytics }, host)

if (import.meta.main) await main(ownProcess)
