import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { CallOptions } from '@fingerpost/kit/grpc'
import type { LinkFilter } from '@fingerpost/protos/link/v1/link'
import { stringify } from 'csv-stringify/sync'
import { Type } from 'typebox'
import type { Clients } from '../../clients.ts'
import { type LinkBody, toLinkBody, toLinkFilter } from './link.rules.ts'
import { LinkFilters } from './link.schema.ts'

const PIECE = 100

const COLUMNS = [
  'id',
  'short_url',
  'url',
  'title',
  'domain',
  'slug',
  'folder',
  'tags',
  'redirect_code',
  'expires_at',
  'expires_after',
  'expire_url',
  'ios',
  'android',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_reference',
  'has_password',
  'clicks',
  'clicked_at',
  'created_at',
  'updated_at',
] as const

const ExportQuery = Type.Object(
  {
    ...LinkFilters,
    format: Type.Optional(
      Type.Unsafe<'csv' | 'ndjson'>({ type: 'string', enum: ['csv', 'ndjson'] }),
    ),
  },
  { additionalProperties: false },
)

const FORMATS = {
  csv: { type: 'text/csv; charset=utf-8', head: () => line([...COLUMNS]), row: toCsv },
  ndjson: {
    type: 'application/x-ndjson; charset=utf-8',
    head: () => '',
    row: (link: LinkBody) => `${JSON.stringify(link)}\n`,
  },
}

/** All links of a filter as one stream; memory holds one piece of it at a time. */
export const linkExportRoutes =
  ({ links }: Pick<Clients, 'links'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/link/export',
      { config: { scope: 'link:read' }, schema: { querystring: ExportQuery } },
      async ({ query, caller, id: requestId }, reply) => {
        const { format = 'csv' } = query
        const { type } = FORMATS[format]
        // The first piece is read before the answer begins, so that what fails can still be told.
        const pieces = scan(toLinkFilter(query), { caller, requestId })
        const first = await pieces.next()
        return reply
          .type(type)
          .header('content-disposition', `attachment; filename="links.${format}"`)
          .send(Readable.from(write(format, first.value ?? [], pieces)))
      },
    )

    async function* scan(filter: LinkFilter, call: CallOptions) {
      for (let afterId = 0; ; ) {
        const piece = await links.scanLinks({ filter, afterId, limit: PIECE }, call)
        const last = piece.links.at(-1)
        if (!last) return
        yield piece.links.map(toLinkBody)
        afterId = last.id
      }
    }
  }

async function* write(
  format: keyof typeof FORMATS,
  first: LinkBody[],
  rest: AsyncIterable<LinkBody[]>,
) {
  const { head, row } = FORMATS[format]
  yield head() + first.map(row).join('')
  for await (const piece of rest) yield piece.map(row).join('')
}

function toCsv(link: LinkBody): string {
  const cells: Record<string, unknown> = {
    ...link,
    folder: link.folder?.name,
    tags: link.tags?.map(({ name }) => name).join(', '),
  }
  return line(COLUMNS.map((name) => cells[name]))
}

/** A cell that a spreadsheet would take for a formula is made harmless. */
const line = (cells: unknown[]) =>
  stringify([cells], { escape_formulas: true, cast: { boolean: String } })
