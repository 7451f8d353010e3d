import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Checks, checkReadiness, readinessCode } from '@fingerpost/kit/process/admin'
import { watchRoutes } from '../unknown/unknown.routes.ts'

/** Minimum interval between checks of the dependencies, however often clients ask. */
const FRESH_MS = 500

/** For load balancers: `/healthz` for liveness, `/readyz` with the state of each dependency. */
export const healthRoutes =
  (needs: Checks, uses: Checks): FastifyPluginAsyncTypebox =>
  async (app) => {
    const refuseOthers = watchRoutes(app)
    app.get('/healthz', async () => ({ status: 'ok' }))
    let asked = { atMs: Number.NEGATIVE_INFINITY, answer: checkReadiness({}) }
    app.get('/readyz', async (_, reply) => {
      const nowMs = performance.now()
      if (nowMs - asked.atMs > FRESH_MS) {
        asked = { atMs: nowMs, answer: checkReadiness(needs, uses) }
      }
      const readiness = await asked.answer
      return reply.code(readinessCode(readiness)).send(readiness)
    })
    refuseOthers()
  }
