import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Checks, checkReadiness } from '@fingerpost/kit/admin'

/** For load balancers: `/healthz` while the process lives, `/readyz` with each dependency named. */
export const healthRoutes =
  (checks: Checks): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/healthz', async () => ({ status: 'ok' }))
    app.get('/readyz', async (_, reply) => {
      const { ready, checks: found } = await checkReadiness(checks)
      return reply
        .code(ready ? 200 : 503)
        .send({ status: ready ? 'ok' : 'unavailable', checks: found })
    })
  }
