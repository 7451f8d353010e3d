// The gateway without authentication, rate limits and idempotency keys, to measure their cost.
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { buildApp, type Guard } from '../../../gateway/src/app.ts'
import { openClients } from '../../../gateway/src/clients.ts'
import { readConfig } from '../../../gateway/src/config.ts'

const config = readConfig(process.env)
const log = createLog('gateway', config.LOG_LEVEL)
const lifecycle = new Lifecycle(log)
lifecycle.closeOnSignal()

const caller = { orgId: 1, userId: 1, scopes: ['link:read', 'link:write'] }
const letIn: Guard = (app) => {
  app.decorateRequest('caller')
  app.decorateRequest('keyId', 1)
  app.decorateRequest('idempotencyKey')
  app.addHook('onRequest', (request, _, done) => {
    request.caller = caller
    done()
  })
}
const { clients, checks } = openClients(config, lifecycle)
const app = await buildApp(clients, checks, config, log, {}, letIn)
await app.listen({ host: config.HTTP_HOST, port: config.HTTP_PORT })
