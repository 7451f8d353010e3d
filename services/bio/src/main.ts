import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { openTracing } from '@fingerpost/kit/telemetry/trace'
import { readConfig } from './config.ts'
import { startBio } from './service.ts'

const config = readConfig()
const log = createLog('bio', config.LOG_LEVEL)
const lifecycle = new Lifecycle(log)
lifecycle.closeOnSignal()
await openTracing(config, 'bio', lifecycle)

const { port } = await startBio(config, lifecycle, log)
log.info({ port }, 'bio is listening')
