import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { toLinkBody } from '@fingerpost/protos/link-body'
import type { Clients } from '../../clients.ts'
import { pathId } from '../../schema/id.rules.ts'
import { TURN_MS } from '../links/delete.client.ts'
import { JobParams, UndoImport, UndoneImport } from './import.schema.ts'

export const importUndoRoutes =
  ({ imports }: Pick<Clients, 'imports'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/link/import/:job_id/undo',
      {
        config: { scope: 'link:write' },
        schema: { params: JobParams, body: UndoImport, response: { 200: UndoneImport } },
      },
      async ({ params, body, caller, id: requestId }) => {
        const id = pathId(params.job_id, 'There is no such import.')
        const { links, ...counts } = await imports.undoImport(
          { id, include_changed: body.include_changed ?? false },
          { caller, requestId, timeoutMs: TURN_MS },
        )
        return { ...counts, items: links.map(toLinkBody) }
      },
    )
  }
