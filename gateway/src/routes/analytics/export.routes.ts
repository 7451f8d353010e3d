import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readPiece } from '@fingerpost/kit/http/piece'
import type { Clients } from '../../clients.ts'
import { sendExport } from '../export.routes.ts'
import { toFilter } from './analytics.rules.ts'
import { ClickExportQuery } from './group.schema.ts'

const TYPES = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson; charset=utf-8' }

/** Deadline of a piece: a download has time to wait for the turn of its team. */
const PIECE_MS = 20_000

/** All clicks of a filter as one stream, newest first. */
export const clickExportRoutes =
  ({ analytics }: Pick<Clients, 'analytics'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/analytics/export',
      {
        config: { scope: 'analytics:read', exports: 'clicks' },
        schema: { querystring: ClickExportQuery },
      },
      async (request, reply) => {
        const { query, caller, id: requestId } = request
        const { format = 'csv', page: _page, limit: _limit, ...filters } = query
        const filter = toFilter(filters)
        const ask = (last: Omit<Piece, 'text' | 'ended'>) =>
          analytics.exportClicks(
            { filter, format, ...last },
            { caller, requestId, timeoutMs: PIECE_MS },
          )
        const file = { name: `clicks.${format}`, type: TYPES[format] }
        return sendExport(request, reply, file, readAhead(ask))
      },
    )
  }

interface Piece {
  text: Uint8Array
  before_ms?: number | undefined
  before_id?: string | undefined
  ended: boolean
}

/** The pieces of an export, prefetched: the next piece is requested while one is sent. */
async function* readAhead(ask: (last: Omit<Piece, 'text' | 'ended'>) => Promise<Piece>) {
  let asked: Promise<Piece> | undefined = ask({})
  while (asked) {
    const { text, ended, ...last }: Piece = await asked
    asked = ended || last.before_id === undefined ? undefined : readPiece(true, () => ask(last))
    asked?.catch(() => {}) // rethrown when awaited, unless the reader has left
    if (text.length > 0) yield text
  }
}
