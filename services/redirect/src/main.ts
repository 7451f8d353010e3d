import { setFlagsFromString } from 'node:v8'
import { Lifecycle } from '@fingerpost/kit/lifecycle'
import { createLog } from '@fingerpost/kit/log'
import { openTracing } from '@fingerpost/kit/trace'
import { readConfig } from './config.ts'
import { startRedirect } from './service.ts'

// The heap is cleared when it has grown by half, not when it has doubled: it is copies of links
// that stay, and nearly nothing else lives as long (docs/decisions/0082).
setFlagsFromString('--heap-growing-percent=50')

const config = readConfig()
const log = createLog('redirect', config.LOG_LEVEL)
const lifecycle = new Lifecycle(log)
lifecycle.closeOnSignal()
await openTracing(config, 'redirect', lifecycle)

const { port } = await startRedirect(config, lifecycle, log)
log.info({ port }, 'redirect is listening')
