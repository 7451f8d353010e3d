import { actorOf } from '@fingerpost/kit/audit/actor'
import { type CallContext, type Reach, reachOf } from '@fingerpost/kit/grpc/context'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { notFound } from '@fingerpost/kit/http/problem'
import type { TeamQuota } from '@fingerpost/kit/stores/quota'
import type {
  Import,
  ImportItem,
  ImportsService,
  ImportRow as RowMessage,
  ImportTarget as TargetMessage,
} from '@fingerpost/protos/link/v1/import'
import type { LinkParts } from '../links/link.handlers.ts'
import { onBehalf } from '../references/reference.client.ts'
import { readRepository } from '../rows/read.repository.ts'
import { importRepository } from './import.repository.ts'
import { FURTHER, type ImportRow, withFurther } from './import.rules.ts'
import type { ImportTask } from './import.schema.ts'
import { checkRepository } from './piece.repository.ts'
import { type ImportContext, type ImportTarget, targetClient } from './target.client.ts'
import { undoHandlers } from './undo.handlers.ts'

export const importHandlers = (
  parts: LinkParts,
  onStart: () => void,
  quota: TeamQuota,
): Handlers<ImportsService> => {
  const { postgres, describe, base } = parts
  const imports = importRepository(postgres.db)
  const links = readRepository(postgres)
  const contextOf = targetClient(parts.catalog, parts.domains, base)
  const checkRows = checkRepository(postgres, base)

  /** An import within reach; throws not_found. */
  async function find(id: number, reach: Reach): Promise<ImportTask> {
    const task = await imports.find(id, reach)
    if (!task) throw notFound('There is no such import.')
    return task
  }

  /** Throws not_found if the target of the table refers to something that does not exist. */
  async function check(
    target: ImportTarget,
    rows: readonly ImportRow[],
    context: CallContext,
  ): Promise<ImportContext> {
    const around = await contextOf(target, rows, context.caller().orgId, onBehalf(context))
    const { missing } = around
    if (missing.length > 0)
      throw notFound('The import refers to something that does not exist.', missing)
    return around
  }

  async function answer(task: ImportTask, items: ImportItem[] = []): Promise<Import> {
    const { total, created, failed } = await imports.counts(task.id)
    return {
      id: task.id,
      status: task.status,
      total,
      done: created + failed,
      created,
      failed,
      items,
      left_out: task.left_out ?? undefined,
    }
  }

  return {
    ...undoHandlers(parts),

    async checkImportRows({ target, rows, first_index }, context) {
      const indexed = indexedFrom(first_index, rows)
      const around = await check(readTarget(target), indexed, context)
      const checked = await checkRows(indexed, importerOf(context), around)
      const good = indexed.filter((_, i) => !checked[i]?.error)
      const { folders, tags } = around.labels.missing(good)
      return {
        rows: checked.map((row) => ({ ...row, index: row.index % FURTHER })),
        ...{ new_folders: folders, new_tags: tags },
      }
    },

    async createImport({ target, left_out, idempotency_key }, context) {
      const { orgId, userId } = context.caller()
      const made = await imports.ofRequest(orgId, idempotency_key)
      if (made) return answer(made)
      const to = readTarget(target)
      await check(to, [], context)
      const task = await quota.add(
        postgres.db,
        orgId,
        (tx) => importRepository(tx).countOpen(orgId),
        (tx) =>
          importRepository(tx).create(
            actorOf(context),
            orgId,
            userId,
            to,
            left_out,
            idempotency_key,
          ),
      )
      return answer(task)
    },

    async addImportRows({ id, first_index, rows }, context) {
      const { status } = await find(id, reachOf(context.caller()))
      if (status !== 'filling') return {}
      await imports.addRows(id, indexedFrom(first_index, rows))
      return {}
    },

    async startImport({ id }, context) {
      const task = await find(id, reachOf(context.caller()))
      const { status, ...waiting } = await answer(task)
      // Nothing can fail after this, so the caller always learns that the import has started.
      await imports.start(id)
      onStart()
      return { ...waiting, status: status === 'filling' ? 'queued' : status }
    },

    async getImport({ id, items_limit, items_offset = 0 }, context) {
      const reach = reachOf(context.caller())
      const task = await find(id, reach)
      const rows = await imports.closedRows(id, items_offset, items_limit)
      const ids = rows.flatMap(({ link_id }) => link_id ?? [])
      const { rows: made, left } = await links.get(reach, ids)
      const byId = new Map((await describe.all(made, context)).map((link) => [link.id, link]))
      // Links are read in row order, so the rows after the last link read go into the next
      // response.
      const last = rows.findLastIndex(({ link_id }) => byId.has(link_id ?? 0))
      const first = left > 0 ? rows.slice(0, last + 1) : rows
      const items = first.map(({ index, link_id, error }) => ({
        index: index % FURTHER,
        link: byId.get(link_id ?? 0),
        error: error ?? undefined,
      }))
      return { ...(await answer(task, items)), items_left: rows.length - items.length }
    },
  }
}

const indexedFrom = (first: number, rows: readonly RowMessage[]): ImportRow[] =>
  withFurther(rows.map((row, i) => ({ ...row, cells: row.cells?.values, index: first + i })))

function importerOf(context: CallContext) {
  const { orgId, userId } = context.caller()
  return { actor: actorOf(context), orgId, userId }
}

const readTarget = (target: TargetMessage | undefined): ImportTarget => ({
  domainId: target?.domain_id ?? 0,
  folderId: target?.folder_id ?? null,
  tagIds: [...new Set(target?.tags ?? [])],
  createLabels: target?.create_labels ?? false,
})
