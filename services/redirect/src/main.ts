import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { openTracing } from '@fingerpost/kit/telemetry/trace'
import { readConfig } from './config.ts'
import { startRedirect } from './service.ts'

const config = readConfig()
const log = createLog('redirect', config.LOG_LEVEL)
const lifecycle = new Lifecycle(log)
lifecycle.closeOnSignal()
await openTracing(config, 'redirect', lifecycle)

const { port } = await startRedirect(config, lifecycle, log)
log.info({ port }, 'redirect is listening')
