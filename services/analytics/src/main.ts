import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { openTracing } from '@fingerpost/kit/telemetry/trace'
import { readConfig } from './config.ts'
import { startAnalytics } from './service.ts'

const config = readConfig()
const log = createLog('analytics', config.LOG_LEVEL)
const lifecycle = new Lifecycle(log)
lifecycle.closeOnSignal()
await openTracing(config, 'analytics', lifecycle)

const { port } = await startAnalytics(config, lifecycle, log)
log.info({ port }, 'analytics is listening')
