import { type Host, ownProcess, runService } from '@fingerpost/kit/process/service'
import { readWorkerConfig } from './config.ts'
import { startClickWorker } from './service.ts'

export const main = (host: Host) =>
  runService(
    {
      name: 'click-worker',
      closeMs: 15_000,
      readConfig: readWorkerConfig,
      start: startClickWorker,
    },
    host,
  )

if (import.meta.main) await main(ownProcess)
