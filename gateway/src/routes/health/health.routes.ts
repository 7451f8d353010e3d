import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Checks, checkReadiness, readinessCode } from '@fingerpost/kit/admin'

/** For load balancers: `/healthz` while the process lives, `/readyz` with each dependency named. */
export const healthRoutes =
  (needs: Checks, uses: Checks): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/healthz', async () => ({ status: 'ok' }))
    app.get('/readyz', async (_, reply) => {
      const readiness = await checkReadiness(needs, uses)
      return reply.code(readinessCode(readiness)).send(readiness)
    })
  }
