import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { CallOptions } from '@fingerpost/kit/grpc/client'
import { readPiece } from '@fingerpost/kit/http/piece'
import type { LinkFilter } from '@fingerpost/protos/link/v1/link'
import { type LinkBody, toLinkBody } from '@fingerpost/protos/link-body'
import { forLists } from '@fingerpost/protos/redirect-rules'
import { Type } from 'typebox'
import type { Clients } from '../../clients.ts'
import { Id } from '../../schema/shared.schema.ts'
import { sendExport } from '../export.routes.ts'
import { csvFormat, ndjsonFormat, writeExport } from '../export.rules.ts'
import { listCell, tagsCell } from './cell.rules.ts'
import { EXPORT_COLUMNS } from './column.schema.ts'
import { toLinkFilter } from './link.rules.ts'
import { LinkFilters } from './link.schema.ts'

const PIECE = 100

const FORMATS = {
  csv: csvFormat<LinkBody>(EXPORT_COLUMNS, (link) => ({
    ...link,
    folder: link.folder?.name,
    tags: tagsCell(link.tags?.map(({ name }) => name) ?? []),
    ...forLists((field) => listCell(link[field].map(({ id: _, ...item }) => item))),
  })),
  ndjson: ndjsonFormat<LinkBody>(),
}

export const ExportQuery = Type.Object(
  {
    ...LinkFilters,
    link_id: Type.Optional(
      Type.Array(Id, { maxItems: 500, description: 'Ids of the links to export' }),
    ),
    bom: Type.Optional(Type.Boolean()),
    format: Type.Optional(
      Type.Unsafe<'csv' | 'ndjson'>({ type: 'string', enum: ['csv', 'ndjson'] }),
    ),
  },
  { additionalProperties: false },
)

/** All links of a filter as one stream. */
export const linkExportRoutes =
  ({ links }: Pick<Clients, 'links'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/link/export',
      { config: { scope: 'link:read', exports: 'links' }, schema: { querystring: ExportQuery } },
      async (request, reply) => {
        const { query, caller, id: requestId } = request
        const { format = 'csv' } = query
        const written = { ...FORMATS[format] }
        if (query.bom && format === 'csv') written.head = `\ufeff${written.head}`
        const call = { caller, requestId }
        const found = query.link_id ? pick(query.link_id, call) : scan(toLinkFilter(query), call)
        const file = { name: `links.${format}`, type: written.type }
        return sendExport(request, reply, file, writeExport(written, found))
      },
    )

    /** These links in their order; those that do not exist are omitted. */
    async function* pick(ids: readonly number[], call: CallOptions) {
      for (let open = [...new Set(ids)]; open.length > 0; ) {
        const some = open.slice(0, PIECE)
        const { links: found, links_left: left = 0 } = await readPiece(
          open.length < ids.length,
          () => links.getLinks({ ids: some }, call),
        )
        yield found.map(toLinkBody)
        // A response is bounded in bytes, so the rest of the piece may take another call.
        const last = left > 0 ? some.indexOf(found.at(-1)?.id ?? 0) : some.length - 1
        open = open.slice(last + 1)
      }
    }

    async function* scan(filter: LinkFilter, call: CallOptions) {
      for (let afterId = 0; ; ) {
        const piece = await readPiece(afterId > 0, () =>
          links.scanLinks({ filter, after_id: afterId, limit: PIECE }, call),
        )
        const last = piece.links.at(-1)
        if (!last) return
        yield piece.links.map(toLinkBody)
        afterId = last.id
      }
    }
  }
