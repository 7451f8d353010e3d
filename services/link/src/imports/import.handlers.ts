import type { Handlers } from '@fingerpost/kit/grpc'
import { notFound } from '@fingerpost/kit/problem'
import type { OpenQueue } from '@fingerpost/kit/queue'
import type {
  Import,
  ImportItem,
  ImportsService,
  ImportTarget as TargetMessage,
} from '@fingerpost/protos/link/v1/import'
import type { ImportTask } from '../link.schema.ts'
import { describer, type LinkParts } from '../links/link.handlers.ts'
import { linkRepository } from '../links/link.repository.ts'
import { onBehalf } from '../links/reference.client.ts'
import { importRepository, rowRepository } from './import.repository.ts'
import type { ImportJob } from './import.worker.ts'
import { type ImportTarget, targetClient } from './target.client.ts'

export const importHandlers = (
  parts: LinkParts,
  queue: OpenQueue<ImportJob>,
): Handlers<ImportsService> => {
  const { postgres, slugs, base, onChange } = parts
  const imports = importRepository(postgres.db)
  const links = linkRepository(postgres)
  const make = rowRepository(postgres.db, base)
  const describe = describer(parts)
  const surroundings = targetClient(parts.catalog, parts.domains, base)

  /** The team's import; throws not_found. */
  async function find(id: number, orgId: number): Promise<ImportTask> {
    const task = await imports.find(id, orgId)
    if (!task) throw notFound('There is no such import.')
    return task
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
    }
  }

  return {
    async importLinks({ target, rows, firstIndex }, context) {
      const { orgId, userId } = context.caller()
      const to = readTarget(target)
      const indexed = rows.map((row, i) => ({ ...row, index: firstIndex + i }))
      const around = await surroundings(to, indexed, orgId, onBehalf(context))
      const results = []
      for (const row of indexed) results.push(await make(row, to, { orgId, userId }, around))
      onChange()
      const made = results.flatMap((it) => ('link' in it ? [it.link] : []))
      await Promise.all(made.map((row) => slugs.tryPut(row, context.log)))
      const counted = made.map((row) => ({ ...row, clicks: 0, clicked_at: null }))
      const described = await describe.all(counted, context)
      const byId = new Map(described.map((link) => [link.id, link]))
      return {
        items: results.map((it) => ({
          index: it.row.index,
          ...('link' in it ? { link: byId.get(it.link.id) } : { error: it.fault }),
        })),
      }
    },

    async createImport({ target }, context) {
      const { orgId, userId } = context.caller()
      const to = readTarget(target)
      await surroundings(to, [], orgId, onBehalf(context))
      return answer(await imports.create(orgId, userId, to))
    },

    async addImportRows({ id, firstIndex, rows }, context) {
      await find(id, context.caller().orgId)
      await imports.addRows(
        id,
        rows.map((row, i) => ({
          index: firstIndex + i,
          url: storable(row.url),
          domain: row.domain && storable(row.domain),
          slug: row.slug && storable(row.slug),
        })),
      )
      return {}
    },

    async startImport({ id }, context) {
      const task = await find(id, context.caller().orgId)
      await imports.setStatus(id, 'queued')
      await queue.add(`import-${id}`, { importId: id })
      return answer({ ...task, status: 'queued' })
    },

    async getImport({ id, itemsLimit }, context) {
      const { orgId } = context.caller()
      const task = await find(id, orgId)
      const rows = await imports.closedRows(id, itemsLimit)
      const made = await links.get(
        orgId,
        rows.flatMap(({ link_id }) => link_id ?? []),
      )
      const byId = new Map((await describe.all(made, context)).map((link) => [link.id, link]))
      const items = rows.map(({ index, link_id, error }) => ({
        index,
        link: byId.get(link_id ?? 0),
        error: error ?? undefined,
      }))
      return answer(task, items)
    },
  }
}

/** Postgres keeps no NUL; another control character is refused with the row as well. */
const storable = (text: string) => text.replaceAll('\u0000', '\u0001')

const readTarget = (target: TargetMessage | undefined): ImportTarget => ({
  domainId: target?.domainId ?? 0,
  folderId: target?.folderId ?? null,
  tagIds: [...new Set(target?.tags ?? [])],
})
