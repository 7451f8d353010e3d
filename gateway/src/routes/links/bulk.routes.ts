import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Clients } from '../../clients.ts'
import { DeletedMany, LinkIds, MoveLinks, TagLinks, Updated } from './bulk.schema.ts'

/** Maximum wait for other changes of the team, below the idle timeout of connections. */
export const TURN_MS = 14_000

/** Bulk changes of links. Ids that are not the team's are returned as missing, not rejected. */
export const linkBulkRoutes =
  ({ links }: Pick<Clients, 'links'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const config = { scope: 'link:write' } as const

    app.put(
      '/link/folder',
      { config, schema: { body: MoveLinks, response: { 200: Updated } } },
      async ({ body, caller, id: requestId }) => {
        const request = { ids: numbers(body.ids), folder_id: body.folder_id ?? undefined }
        const { changed, missing } = await links.moveLinks(request, {
          caller,
          requestId,
          timeoutMs: TURN_MS,
        })
        return { updated: changed.length, missing: missing.map(String) }
      },
    )

    app.put(
      '/link/tag',
      { config, schema: { body: TagLinks, response: { 200: Updated } } },
      async ({ body, caller, id: requestId }) => {
        const { tags, mode = 'add' } = body
        const request = { ids: numbers(body.ids), tags, mode }
        const { changed, missing } = await links.tagLinks(request, {
          caller,
          requestId,
          timeoutMs: TURN_MS,
        })
        return { updated: changed.length, missing: missing.map(String) }
      },
    )

    app.post(
      '/link/delete',
      { config, schema: { body: LinkIds, response: { 200: DeletedMany } } },
      async ({ body, caller, id: requestId }) => {
        const request = { ids: numbers(body.ids) }
        const { changed, missing } = await links.deleteLinks(request, {
          caller,
          requestId,
          timeoutMs: TURN_MS,
        })
        return { deleted: changed.length, missing: missing.map(String) }
      },
    )
  }

/** Ids above 2^53 cannot exist; they are rounded and then reported as missing. */
export const numbers = (ids: readonly (number | string)[]): number[] =>
  ids.map((id) => Math.min(Number(id), Number.MAX_SAFE_INTEGER))
