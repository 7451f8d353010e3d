import type { Transaction } from 'kysely'
import type { ImportTask, LinkSchema } from '../link.schema.ts'
import type { LinkParts } from '../links/link.handlers.ts'
import { eventRepository } from '../webhooks/event.repository.ts'
import { importRepository, rowRepository } from './import.repository.ts'
import { targetClient } from './target.client.ts'

/** The data of one job of the queue `imports`. */
export interface ImportJob {
  importId: number
}

const PIECE = 200

/**
 * Runs an import piece by piece. Links and what is noted of their rows commit together, so a worker
 * that is killed goes on where it was: no row is lost and none is made twice.
 */
export function importWorker(parts: LinkParts) {
  const { postgres, catalog, domains, base, onChange } = parts
  const surroundings = targetClient(catalog, domains, base)

  return async ({ importId }: ImportJob): Promise<void> => {
    const task = await importRepository(postgres.db).find(importId)
    if (!task || task.status === 'done') return
    const by = { orgId: task.org_id, userId: task.user_id }
    const target = { domainId: task.domain_id, folderId: task.folder_id, tagIds: task.tag_ids }
    await importRepository(postgres.db).setStatus(importId, 'running')
    for (;;) {
      const more = await postgres.db.transaction().execute(async (tx) => {
        const imports = importRepository(tx)
        const rows = await imports.openRows(importId, PIECE)
        if (rows.length === 0) return false
        const around = await surroundings(target, rows, by.orgId, { caller: { ...by, scopes: [] } })
        const make = rowRepository(tx, base)
        const results = []
        for (const row of rows) results.push(await make(row, target, by, around))
        await imports.close(importId, results)
        return true
      })
      if (!more) break
      onChange()
    }
    await postgres.db.transaction().execute((tx) => finish(tx, task))
  }

  /** Webhooks are told with the end itself, by whoever is the first to see it. */
  async function finish(tx: Transaction<LinkSchema>, { id, org_id: orgId }: ImportTask) {
    const imports = importRepository(tx)
    if (!(await imports.finish(id))) return
    const { total, created, failed } = await imports.counts(id)
    const counts = { total, done: created + failed, created, failed }
    const data = { job_id: String(id), status: 'done', ...counts }
    await eventRepository(tx, base).add([{ orgId, linkId: null, type: 'import.finished', data }])
  }
}
