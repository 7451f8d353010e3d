import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { CallOptions } from '@fingerpost/kit/grpc/client'
import { invalid, Problem } from '@fingerpost/kit/http/problem'
import type {
  Import,
  ImportError,
  ImportRow,
  ImportTarget,
  LeftOut,
} from '@fingerpost/protos/link/v1/import'
import { nameKey, plainName } from '@fingerpost/protos/name'
import type { FastifyRequest } from 'fastify'
import type { Clients } from '../../clients.ts'
import { pathId } from '../../schema/id.rules.ts'
import { compileValidator } from '../../schema/validator.rules.ts'
import { requireScope } from '../../sessions/credential.rules.ts'
import { targetOf, toItemBody } from './import.rules.ts'
import {
  AT_ONCE,
  IMPORT_BYTES,
  Imported,
  ImportLinks,
  ImportQuery,
  JobAccepted,
  JobParams,
  JobQuery,
  JobState,
  Looked,
  LookQuery,
} from './import.schema.ts'
import { readOptions } from './options.rules.ts'
import type { TableThread } from './table.adapter.ts'
import type { Table } from './table.schema.ts'

const ITEMS = 1_000
const FILE_TYPES = ['text/csv', 'text/html', 'application/sql', 'application/x-ndjson']
const FILES = Object.fromEntries(FILE_TYPES.map((it) => [it, { schema: { type: 'string' } }]))
/** How long the response to a small import waits for it to finish. */
const WAIT_MS = 8_000
/** How long the rows of a large import may take to be stored. */
const FILL_MS = 120_000

export const importRoutes =
  ({ imports }: Pick<Clients, 'imports'>, tables: TableThread): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.removeContentTypeParser('application/json')
    app.addContentTypeParser<Buffer>(
      ['application/json', ...FILE_TYPES],
      { parseAs: 'buffer' },
      async (request: FastifyRequest, bytes: Buffer) => {
        const { headers, url, query } = request
        const table = await tables.read({
          bytes,
          contentType: headers['content-type'] ?? '',
          url: 'idempotency-key' in headers ? url : undefined,
          options: readOptions(query as Record<string, unknown>),
          isLook: request.routeOptions.url?.endsWith('/look') === true,
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
        // The body was already validated when it was parsed.
        validatorCompiler: (part) =>
          part.httpPart === 'body' ? () => true : compileValidator(part),
        schema: {
          querystring: ImportQuery,
          body: {
            content: {
              ...FILES,
              'application/json': { schema: ImportLinks },
            },
          },
          response: { 200: Imported, 202: JobAccepted },
        },
      },
      async ({ body, query, caller, keyId, idempotencyKey, raw, id: requestId }, reply) => {
        const { create_labels = false } = query
        const kind = keyId === undefined ? 'session' : 'key'
        if (create_labels) requireScope({ kind }, caller, 'catalog:write')
        if (!body) throw invalid([{ field: 'body', code: 'required', detail: 'is required' }])
        const table = body as unknown as Table
        const call = { caller, requestId }
        raw.socket.setTimeout?.(FILL_MS)
        const target = { ...(table.target ?? targetOf(query)), create_labels }
        const pieces = rowsOf(table, query.ignore_domain)
        const left = { left_out: table.left_out, tables: table.tables }
        if (query.dry_run) return { ...(await check(target, pieces, call)), ...left }
        const started = await start(target, pieces, left, idempotencyKey, call)
        // For a repeat whose stored response would be too large.
        reply.header('location', `/api/link/import/${started.id}`)
        const job = table.total > AT_ONCE ? started : await waitFor(started, call)
        const page =
          job.status === 'done' && table.total <= AT_ONCE
            ? await itemsOf(job, 0, call).catch(undefinedWhenAway)
            : undefined
        if (!page) {
          return reply.code(202).send({ job_id: String(job.id), status: job.status, ...left })
        }
        const { total, created, failed } = job
        const job_id = String(job.id)
        return {
          job_id,
          total,
          created,
          failed,
          ...left,
          items: page.items.toSorted((a, b) => a.index - b.index),
          next: page.next,
        }
      },
    )

    app.post(
      '/link/import/look',
      {
        config: { scope: 'link:write' },
        bodyLimit: IMPORT_BYTES,
        validatorCompiler: (part) =>
          part.httpPart === 'body' ? () => true : compileValidator(part),
        schema: {
          querystring: LookQuery,
          body: { content: { ...FILES, 'application/json': { schema: {} } } },
          response: { 200: Looked },
        },
      },
      async ({ body }, reply) => {
        if (!body) throw invalid([{ field: 'body', code: 'required', detail: 'is required' }])
        // The thread has serialized it already.
        const [look = new Uint8Array()] = (body as unknown as Table).pieces
        return reply.type('application/json').send(Buffer.from(look.buffer) as never)
      },
    )

    app.get(
      '/link/import/:job_id',
      {
        config: { scope: 'link:read' },
        schema: { params: JobParams, querystring: JobQuery, response: { 200: JobState } },
      },
      async ({ params, query, caller, id: requestId }) => {
        const id = pathId(params.job_id, 'There is no such import.')
        const call = { caller, requestId }
        const job = await imports.getImport({ id, items_limit: 0 }, call)
        const { status, total, done, created, failed, left_out } = job
        const page = await itemsOf(job, query.offset ?? 0, call)
        const left = { left_out: left_out?.left_out ?? [], tables: left_out?.tables ?? [] }
        return { job_id: String(id), status, total, done, created, failed, ...left, ...page }
      },
    )

    /** What an import would do, with the first of the rows that would fail. */
    async function check(target: ImportTarget, pieces: Pieces, call: CallOptions) {
      const slugs = new Map<string, string>()
      const folders = new Map<string, string>()
      const tags = new Map<string, string>()
      const items: ReturnType<typeof toItemBody>[] = []
      let total = 0
      let failed = 0
      let lastFailed = -1
      for (const piece of pieces) {
        const { rows, new_folders, new_tags } = await imports.checkImportRows(
          { target, ...piece },
          call,
        )
        addNames(folders, new_folders)
        addNames(tags, new_tags)
        for (const { index, address, slug = '', error } of rows) {
          const fault = error ?? (address ? twice(slug, slugs.get(address)) : undefined)
          if (address && !slugs.has(address)) slugs.set(address, slug)
          // Further short URLs of a row follow it with its index.
          if (!fault || index === lastFailed) continue
          lastFailed = index
          failed++
          if (items.length < ITEMS) items.push(toItemBody({ index, error: fault }))
        }
        total += piece.rows.length
      }
      const labels = { new_folders: [...folders.values()], new_tags: [...tags.values()] }
      return {
        ...{ total, created: total - failed, failed, items },
        ...(target.create_labels && labels),
      }
    }

    /** Links are created once the import is started, so an interrupted upload creates none. */
    async function start(
      target: ImportTarget,
      pieces: Pieces,
      left: LeftOut,
      key: Buffer | undefined,
      call: CallOptions,
    ): Promise<Import> {
      const { id } = await imports.createImport(
        { target, left_out: left, ...(key && { idempotency_key: key }) },
        call,
      )
      for (const piece of pieces) await imports.addImportRows({ id, ...piece }, call)
      return imports.startImport({ id }, call)
    }

    /**
     * The finished import, or its last known state if it takes too long. The import is already
     * running, so a poll that fails because a service or store is unavailable is repeated.
     */
    async function waitFor(started: Import, call: CallOptions): Promise<Import> {
      const givesUpAt = performance.now() + WAIT_MS
      let job = started
      for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 500)) {
        await sleep(pauseMs)
        const request = { id: started.id, items_limit: 0 }
        job = (await imports.getImport(request, call).catch(undefinedWhenAway)) ?? job
        if (job.status === 'done' || performance.now() > givesUpAt) return job
      }
    }

    /**
     * The results of the rows from this one, failed rows first: as many as fit into one answer of
     * link, and the offset of the next ones.
     */
    async function itemsOf({ id, done }: Import, offset: number, call: CallOptions) {
      if (offset >= done) return { items: [], next: null }
      const request = { id, items_limit: ITEMS, items_offset: offset }
      const { items } = await imports.getImport(request, call)
      const end = offset + items.length
      return { items: items.map(toItemBody), next: items.length > 0 && end < done ? end : null }
    }
  }

type Pieces = ReturnType<typeof rowsOf>

/** The error of a row whose address an earlier one has, with this slug. */
function twice(slug: string, earlier: string | undefined): ImportError | undefined {
  if (earlier === undefined) return undefined
  return slug === earlier
    ? { code: 'slug_taken', detail: 'slug: is used by an earlier row, too', field: 'slug' }
    : {
        code: 'case_clash',
        detail: `slug: differs from "${earlier}" of an earlier row in case only; make the domain case-sensitive first`,
        field: 'slug',
      }
}

/** Adds names that are not the same as another one, up to a limit. */
function addNames(to: Map<string, string>, names: readonly string[]): void {
  for (const name of names) {
    const key = nameKey(name)
    if (!to.has(key) && to.size < ITEMS) to.set(key, plainName(name))
  }
}

function undefinedWhenAway(error: unknown): undefined {
  if (!(error instanceof Problem) || error.kind !== 'unavailable') throw error
}

function* rowsOf(
  { pieces }: Table,
  ignoreDomain = false,
): Generator<{ first_index: number; rows: ImportRow[] }> {
  let first_index = 0
  for (const piece of pieces) {
    const read = JSON.parse(Buffer.from(piece.buffer).toString()) as ImportRow[]
    const rows = ignoreDomain ? read.map(withoutDomain) : read
    yield { first_index, rows }
    first_index += rows.length
  }
}

function withoutDomain({ domain: _, cells, ...row }: ImportRow): ImportRow {
  const { also } = cells?.values ?? {}
  if (also === undefined) return { ...row, cells }
  const slugs = (JSON.parse(also) as { slug?: string }[]).map(({ slug }) => ({ slug }))
  return { ...row, cells: { values: { ...cells?.values, also: JSON.stringify(slugs) } } }
}
