import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { openTracing } from '@fingerpost/kit/telemetry/trace'
import { readWorkerConfig } from './config.ts'
import { startClickWorker } from './service.ts'

const config = readWorkerConfig()
const log = createLog('click-worker', config.LOG_LEVEL)
const lifecycle = new Lifecycle(log)
lifecycle.closeOnSignal(15_000)
await openTracing(config, 'click-worker', lifecycle)

await startClickWorker(config, lifecycle, log)
log.info('click worker is processing jobs')
