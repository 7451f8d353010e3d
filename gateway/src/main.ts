import { openAdmin } from '@fingerpost/kit/admin'
import { drain } from '@fingerpost/kit/drain'
import { Lifecycle } from '@fingerpost/kit/lifecycle'
import { createLog } from '@fingerpost/kit/log'
import { buildApp } from './app.ts'
import { openClients } from './clients.ts'
import { readConfig } from './config.ts'

const config = readConfig()
const log = createLog('gateway', config.LOG_LEVEL)
const lifecycle = new Lifecycle(log)
lifecycle.closeOnSignal()

const { clients, checks } = openClients(config, lifecycle)
const app = await buildApp(clients, checks, config, log)
lifecycle.own('http', app, async (it) => {
  await drain(it.server)
  await it.close()
})
await app.listen({ host: config.HTTP_HOST, port: config.HTTP_PORT })
await openAdmin(config, checks, lifecycle, log)
log.info({ port: config.HTTP_PORT }, 'gateway is listening')
