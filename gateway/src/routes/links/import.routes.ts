import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { CallOptions } from '@fingerpost/kit/grpc'
import { invalid, notFound } from '@fingerpost/kit/problem'
import type { ImportItem, ImportRow, ImportTarget } from '@fingerpost/protos/link/v1/import'
import type { FastifyRequest } from 'fastify'
import type { Clients } from '../../clients.ts'
import { compileValidator } from '../../schema/validator.rules.ts'
import type { TableThread } from '../../tables/table.adapter.ts'
import type { Table } from '../../tables/table.schema.ts'
import { targetOf, toItemBody } from './import.rules.ts'
import {
  AT_ONCE,
  IMPORT_BYTES,
  Imported,
  ImportLinks,
  ImportQuery,
  JobAccepted,
  JobParams,
  JobState,
} from './import.schema.ts'

const ITEMS = 1_000

export const importRoutes =
  ({ imports }: Pick<Clients, 'imports'>, tables: TableThread): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.removeContentTypeParser('application/json')
    app.addContentTypeParser<Buffer>(
      ['application/json', 'text/csv'],
      { parseAs: 'buffer' },
      async (request: FastifyRequest, bytes: Buffer) => {
        const { headers, url } = request
        const table = await tables.read({
          bytes,
          contentType: headers['content-type'] ?? '',
          url: 'idempotency-key' in headers ? url : undefined,
        })
        request.fingerprint = table.fingerprint
        return table
      },
    )

    app.post(
      '/link/import',
      {
        config: { scope: 'link:write' },
        bodyLimit: IMPORT_BYTES,
        // The body was validated where it was read.
        validatorCompiler: (part) =>
          part.httpPart === 'body' ? () => true : compileValidator(part),
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
        if (!body) throw invalid([{ field: 'body', code: 'required', detail: 'is required' }])
        const table = body as unknown as Table
        const target = table.target ?? targetOf(query)
        const call = { caller, requestId }
        if (table.total > AT_ONCE) {
          return reply.code(202).send(await enqueue(target, table, call))
        }
        const items = (await importNow(target, table, call)).map(toItemBody)
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

    async function importNow(target: ImportTarget, table: Table, call: CallOptions) {
      const items: ImportItem[] = []
      for (const { firstIndex, rows } of rowsOf(table)) {
        const request = { target, rows, firstIndex }
        items.push(...(await imports.importLinks(request, call)).items)
      }
      return items
    }

    /** Nothing is made before the import is started, so one that is cut off leaves no half of it. */
    async function enqueue(target: ImportTarget, table: Table, call: CallOptions) {
      const { id } = await imports.createImport({ target }, call)
      for (const piece of rowsOf(table)) await imports.addImportRows({ id, ...piece }, call)
      const { status } = await imports.startImport({ id }, call)
      return { job_id: String(id), status }
    }
  }

function* rowsOf({ pieces }: Table): Generator<{ firstIndex: number; rows: ImportRow[] }> {
  let firstIndex = 0
  for (const piece of pieces) {
    const rows = JSON.parse(Buffer.from(piece.buffer).toString()) as ImportRow[]
    yield { firstIndex, rows }
    firstIndex += rows.length
  }
}
