import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { CallOptions } from '@fingerpost/kit/grpc/client'
import { readPiece } from '@fingerpost/kit/http/piece'
import { notFound } from '@fingerpost/kit/http/problem'
import type { ListEntriesRequest } from '@fingerpost/protos/audit/v1/audit'
import { toLinkBody } from '@fingerpost/protos/link-body'
import type { Static } from 'typebox'
import type { Clients } from '../../clients.ts'
import { pathId } from '../../schema/id.rules.ts'
import { DEFAULT_PAGE_SIZE } from '../../schema/shared.schema.ts'
import { sendExport } from '../export.routes.ts'
import { ndjsonFormat, writeExport } from '../export.rules.ts'
import { Link } from '../links/link.schema.ts'
import { undelete } from '../links/trash.client.ts'
import { type AuditClients, auditClient } from './audit.client.ts'
import { toEntryBody } from './audit.rules.ts'
import {
  AuditExportQuery,
  AuditQuery,
  type Entry,
  EntryList,
  HistoryParams,
  HistoryQuery,
  RestoreBody,
} from './audit.schema.ts'

const PIECE = 500
const NDJSON = ndjsonFormat<Entry>()

/** The audit log of the team, and earlier versions of links. */
export const auditRoutes =
  (clients: AuditClients & Pick<Clients, 'links'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const list = auditClient(clients)
    const config = { scope: 'audit:read' } as const

    /** A page, and the id of its last entry if there are more. */
    async function page(
      query: Static<typeof HistoryQuery>,
      filter: Omit<ListEntriesRequest, 'limit'>,
      call: CallOptions,
    ) {
      const { limit = DEFAULT_PAGE_SIZE, before } = query
      const { entries, more } = await list({ ...filter, before_id: before, limit }, call)
      const items = entries.map(toEntryBody)
      return { items, next: more ? (items.at(-1)?.id ?? null) : null }
    }

    app.get(
      '/audit',
      { config, schema: { querystring: AuditQuery, response: { 200: EntryList } } },
      ({ query, caller, id: requestId }) => page(query, filterOf(query), { caller, requestId }),
    )

    app.get(
      '/audit/export',
      { config: { ...config, exports: 'audit' }, schema: { querystring: AuditExportQuery } },
      async (request, reply) => {
        const { query, caller, id: requestId } = request
        const entries = scan(filterOf(query), { caller, requestId })
        const file = { name: 'audit.ndjson', type: NDJSON.type }
        return sendExport(request, reply, file, writeExport(NDJSON, entries))
      },
    )

    async function* scan(filter: Omit<ListEntriesRequest, 'limit'>, call: CallOptions) {
      for (let before: string | undefined; ; ) {
        const { entries, more } = await readPiece(before !== undefined, () =>
          list({ ...filter, before_id: before, limit: PIECE }, call),
        )
        if (entries.length > 0) yield entries.map(toEntryBody)
        if (!more) return
        before = entries.at(-1)?.id
      }
    }

    app.get(
      '/link/:link_id/history',
      {
        config,
        schema: { params: HistoryParams, querystring: HistoryQuery, response: { 200: EntryList } },
      },
      async ({ params, query, caller, id: requestId }) => {
        const id = linkIdOf(params)
        const call = { caller, requestId }
        const found = await page(query, { object_kind: 'link', object_id: id }, call)
        // A link that was never changed since the log began has no entry; a deleted one has.
        if (found.items.length === 0 && query.before === undefined) {
          const { links } = await clients.links.getLinks({ ids: [id] }, call)
          if (links.length === 0) throw noLink()
        }
        return found
      },
    )

    app.post(
      '/link/:link_id/restore',
      {
        config: { scope: 'link:write' },
        schema: { params: HistoryParams, body: RestoreBody, response: { 200: Link } },
      },
      async ({ params, body, caller, id: requestId }) => {
        const id = linkIdOf(params)
        const call = { caller, requestId }
        if (body.version === undefined) return toLinkBody(await undelete(clients.links, id, call))
        const request = { id, entry_id: body.version }
        return toLinkBody(await clients.links.restoreLink(request, call))
      },
    )
  }

const noLink = () => notFound('There is no such link.')

const linkIdOf = ({ link_id }: { link_id: string }) => pathId(link_id, 'There is no such link.')

const filterOf = ({ from, to, ...equal }: Static<typeof AuditExportQuery>) => ({
  actor_kind: equal.actor_kind,
  actor_id: equal.actor_id,
  operation: equal.operation,
  object_kind: equal.object_kind,
  object_id: equal.object_id,
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
})
