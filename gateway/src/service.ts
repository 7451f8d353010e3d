import { listenOptions } from '@fingerpost/kit/http/listen'
import { openAdmin } from '@fingerpost/kit/process/admin'
import { drain } from '@fingerpost/kit/process/drain'
import type { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import type { Logger } from '@fingerpost/kit/process/log'
import { openRedis, redisCheck, redisUrls } from '@fingerpost/kit/stores/redis'
import { buildApp } from './app.ts'
import { openClients } from './clients.ts'
import type { Config } from './config.ts'

/** Composition root of the gateway. */
export async function startGateway(config: Config, lifecycle: Lifecycle, log: Logger) {
  const { clients, checks } = openClients(config, lifecycle)
  const urls = redisUrls(config)
  const own = (name: string, url: string, role: 'hot' | 'cache') =>
    lifecycle.own(name, openRedis(url, role, log), (it) => it.disconnect())
  const stores = {
    counts: own('redis counts', urls.cache, 'hot'),
    // In the queue's Redis, stored answers could use up the memory that clicks need.
    answers: own('redis answers', urls.cache, 'cache'),
    icons: own('redis icons', urls.cache, 'cache'),
  }
  const { needs } = checks
  const uses = {
    ...checks.uses,
    redis: () => Promise.all([stores.counts, stores.answers].map((it) => redisCheck(it)())),
  }
  const app = await buildApp(clients, { needs, uses }, config, log, stores)
  lifecycle.own('http', app, async (it) => {
    await drain(it.server)
    await it.close()
  })
  await app.listen(listenOptions(config))
  await openAdmin(config, needs, lifecycle, log, uses)
  return { port: config.HTTP_PORT }
}
