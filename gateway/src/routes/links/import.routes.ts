import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { CallOptions } from '@fingerpost/kit/grpc'
import { notFound } from '@fingerpost/kit/problem'
import type { ImportItem } from '@fingerpost/protos/link/v1/import'
import type { Clients } from '../../clients.ts'
import { type ImportTable, pieces, tableOfBody, tableOfCsv, toItemBody } from './import.rules.ts'
import {
  AT_ONCE,
  IMPORT_BYTES,
  Imported,
  ImportLinks,
  ImportQuery,
  JobAccepted,
  JobParams,
  JobState,
  ROWS_MAX,
} from './import.schema.ts'

const PIECE = 200
const ITEMS = 1_000

export const importRoutes =
  ({ imports }: Pick<Clients, 'imports'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addContentTypeParser('text/csv', { parseAs: 'string' }, (_, body, done) => done(null, body))

    app.post(
      '/link/import',
      {
        config: { scope: 'link:write' },
        bodyLimit: IMPORT_BYTES,
        schema: {
          querystring: ImportQuery,
          body: {
            content: {
              'application/json': { schema: ImportLinks },
              'text/csv': { schema: { type: 'string' } },
            },
          },
          response: { 200: Imported, 202: JobAccepted },
        },
      },
      async ({ body, query, caller, id: requestId }, reply) => {
        const table =
          typeof body === 'string'
            ? tableOfCsv(body, query, ROWS_MAX)
            : tableOfBody(body as Parameters<typeof tableOfBody>[0])
        const call = { caller, requestId }
        if (table.rows.length > AT_ONCE) return reply.code(202).send(await enqueue(table, call))
        const items = (await importNow(table, call)).map(toItemBody)
        const created = items.filter(({ link }) => link).length
        return { total: items.length, created, failed: items.length - created, items }
      },
    )

    app.get(
      '/link/import/:job_id',
      {
        config: { scope: 'link:read' },
        schema: { params: JobParams, response: { 200: JobState } },
      },
      async ({ params, caller, id: requestId }) => {
        const id = Number(params.job_id)
        if (!Number.isSafeInteger(id)) throw notFound('There is no such import.')
        const job = await imports.getImport({ id, itemsLimit: ITEMS }, { caller, requestId })
        return { ...job, job_id: String(job.id), items: job.items.map(toItemBody) }
      },
    )

    async function importNow({ target, rows }: ImportTable, call: CallOptions) {
      const items: ImportItem[] = []
      for (const piece of pieces(rows, PIECE)) {
        const request = { target, rows: piece.rows, firstIndex: piece.at }
        items.push(...(await imports.importLinks(request, call)).items)
      }
      return items
    }

    /** Nothing is made before the import is started, so one that is cut off leaves no half of it. */
    async function enqueue({ target, rows }: ImportTable, call: CallOptions) {
      const { id } = await imports.createImport({ target }, call)
      for (const piece of pieces(rows, PIECE)) {
        await imports.addImportRows({ id, firstIndex: piece.at, rows: piece.rows }, call)
      }
      const { status } = await imports.startImport({ id }, call)
      return { job_id: String(id), status }
    }
  }
