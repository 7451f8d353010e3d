import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { conflict, Problem } from '@fingerpost/kit/http/problem'
import { SCOPES } from '@fingerpost/protos/words'
import type { Clients } from '../../clients.ts'
import { exportTeam } from '../../moves/export.worker.ts'

/** Serves the export of the team of the request. */
export const organizationExportRoutes = (
  {
    organizations,
    erasures,
    linkMoves: link,
    catalogMoves: catalog,
    bioMoves: bio,
    analyticsMoves: analytics,
  }: Clients,
  productVersion: string,
): FastifyPluginAsyncTypebox => {
  const parts = { organizations, productVersion, movers: { link, catalog, bio, analytics } }
  return async (app) => {
    const config = { scope: 'key:manage', exports: 'team' } as const
    app.get('/organization/export', { config }, async (request, reply) => {
      const { caller, id: requestId } = request
      if (!SCOPES.every((scope) => caller.scopes.includes(scope))) {
        const detail = 'Exporting a team requires all scopes.'
        throw new Problem('forbidden', 'insufficient_scope', detail)
      }
      const newest = await erasures.listErasures({ offset: 0, limit: 100 }, { caller, requestId })
      if (newest.erasures.some(({ progress }) => progress?.state !== 'done')) {
        const detail = 'An erasure of clicks is not done and would end the export. Try again later.'
        throw conflict('erasure_unfinished', detail)
      }
      const confirm = () => request.confirmKey()
      const file = await exportTeam(parts, { caller, requestId }, confirm)
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="team-${caller.orgId}.zip"`)
        .send(file)
    })
  }
}
