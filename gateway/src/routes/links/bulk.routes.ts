import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { UpdateLinkResult } from '@fingerpost/protos/link/v1/link'
import type { Static } from 'typebox'
import type { Clients } from '../../clients.ts'
import {
  DeletedMany,
  DeleteQuery,
  type Failed,
  LinkIds,
  MoveLinks,
  TagLinks,
  Updated,
  UpdatedEach,
  UpdateLinks,
} from './bulk.schema.ts'
import { deleteLinks, TURN_MS } from './delete.client.ts'
import { toUpdateRequest } from './link.rules.ts'

/** Links per call that changes link by link, which may wait for others of the team like each bulk change. */
const UPDATED_AT_ONCE = 100
/** How long the largest change may take. */
const UPDATE_MS = 120_000

/** Bulk changes of links. Ids that are not the team's are returned as missing, not rejected. */
export const linkBulkRoutes =
  (clients: Pick<Clients, 'links' | 'erasures'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { links } = clients
    const config = { scope: 'link:write' } as const

    app.route({
      method: ['PUT', 'PATCH'],
      url: '/link',
      config,
      schema: { body: UpdateLinks, response: { 200: UpdatedEach } },
      handler: async ({ body: { ids, ...body }, caller, raw, id: requestId }) => {
        raw.socket.setTimeout?.(UPDATE_MS)
        const change = toUpdateRequest(0, body)
        const call = { caller, requestId, timeoutMs: TURN_MS }
        const results: UpdateLinkResult[] = []
        const open = [...new Set(numbers(ids))]
        do {
          const some = open.splice(0, UPDATED_AT_ONCE)
          results.push(...(await links.updateLinks({ ids: some, change }, call)).results)
        } while (open.length > 0)
        const { done, missing, failed } = outcomesOf(results)
        return { updated: done, missing, failed }
      },
    })

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
      {
        config,
        schema: { querystring: DeleteQuery, body: LinkIds, response: { 200: DeletedMany } },
      },
      async ({ query, body, caller, id: requestId }) => {
        const call = { caller, requestId }
        const { deleted, missing, ...erasure } = await deleteLinks(
          clients,
          numbers(body.ids),
          query.with_clicks,
          call,
        )
        return { deleted: deleted.length, missing: missing.map(String), ...erasure }
      },
    )
  }

/** The results of links that change independently. */
export function outcomesOf(results: readonly UpdateLinkResult[]) {
  const missing: string[] = []
  const failed: Static<typeof Failed> = []
  for (const { id, failure } of results) {
    if (failure?.kind === 'not_found') missing.push(String(id))
    else if (failure) failed.push({ id: String(id), code: failure.code, detail: failure.detail })
  }
  return { done: results.length - missing.length - failed.length, missing, failed }
}

/** Ids above 2^53 cannot exist; they are rounded and then reported as missing. */
export const numbers = (ids: readonly (number | string)[]): number[] =>
  ids.map((id) => Math.min(Number(id), Number.MAX_SAFE_INTEGER))
