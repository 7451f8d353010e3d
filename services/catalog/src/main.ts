import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { openTracing } from '@fingerpost/kit/telemetry/trace'
import { readConfig } from './config.ts'
import { startCatalog } from './service.ts'

const config = readConfig()
const log = createLog('catalog', config.LOG_LEVEL)
const lifecycle = new Lifecycle(log)
lifecycle.closeOnSignal()
await openTracing(config, 'catalog', lifecycle)

const { port } = await startCatalog(config, lifecycle, log)
log.info({ port }, 'catalog is listening')
