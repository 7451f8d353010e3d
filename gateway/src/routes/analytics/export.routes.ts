import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readPiece } from '@fingerpost/kit/http/piece'
import type { Clients } from '../../clients.ts'
import { whileKeyHolds } from '../export.rules.ts'
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
        const pieces = whileKeyHolds(request, readAhead(ask))
        const first = await pieces.next()
        return reply
          .type(TYPES[format])
          .header('content-disposition', `attachment; filename="clicks.${format}"`)
          .send(Readable.from(prepend(first.value, pieces), { objectMode: false }))
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

async function* prepend<T>(first: T | undefined, rest: AsyncIterable<T>) {
  if (first !== undefined) yield first
  yield* rest
}
