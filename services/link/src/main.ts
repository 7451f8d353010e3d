import { Lifecycle } from '@fingerpost/kit/lifecycle'
import { createLog } from '@fingerpost/kit/log'
import { readConfig } from './config.ts'
import { startLink } from './service.ts'

const config = readConfig()
const log = createLog('link', config.LOG_LEVEL)
const lifecycle = new Lifecycle(log)
lifecycle.closeOnSignal()

const { port } = await startLink(config, lifecycle, log)
log.info({ port }, 'link is listening')
