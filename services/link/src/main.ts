import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { openTracing } from '@fingerpost/kit/telemetry/trace'
import { readConfig } from './config.ts'
import { startLink } from './service.ts'

const config = readConfig()
const log = createLog('link', config.LOG_LEVEL)
const lifecycle = new Lifecycle(log)
lifecycle.closeOnSignal()
await openTracing(config, 'link', lifecycle)

const { port } = await startLink(config, lifecycle, log)
log.info({ port }, 'link is listening')
