import { startLoop } from '@fingerpost/kit/async/loop'
import type { Logger } from '@fingerpost/kit/process/log'
import { transact } from '@fingerpost/kit/stores/transact'
import type { Transaction } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import type { LinkParts } from '../links/link.handlers.ts'
import { eventRepository } from '../webhooks/event.repository.ts'
import { importRepository } from './import.repository.ts'
import type { ImportTask } from './import.schema.ts'
import type { LabelIds } from './label.client.ts'
import { pieceRepository } from './piece.repository.ts'
import { targetClient } from './target.client.ts'

const PIECE = 200
const AT_ONCE = 2
const IDLE_MS = 1_000
const AGAIN_MS = 5_000
const TIDY_EVERY_MS = 3_600_000

/**
 * Creates the links of imports in pieces. A piece commits its links and the results of its rows
 * together, so after a crash an import continues with the next row: no row is lost or imported
 * twice.
 */
export function startImports(
  {
    postgres,
    catalog,
    domains,
    base,
    quota,
    onChange,
  }: Pick<LinkParts, 'postgres' | 'catalog' | 'domains' | 'base' | 'quota' | 'onChange'>,
  onDue: () => void,
  log: Logger,
) {
  const imports = importRepository(postgres.db)
  const contextOf = targetClient(catalog, domains, base)

  /** Processes one piece of one import. Returns whether there was one. */
  async function makePiece(): Promise<boolean> {
    let task: ImportTask | undefined
    try {
      const events = await transact(postgres.db, async (tx) => {
        task = await importRepository(tx).take()
        return task && work(tx, task)
      })
      if (events === undefined) return false
      onChange()
      if (events > 0) onDue()
    } catch (error) {
      if (!task) throw error
      log.warn({ err: error, import: task.id }, 'import failed, retrying')
      await imports.putOff(task.id, AGAIN_MS)
    }
    return true
  }

  /**
   * Returns how many webhook messages it queued: import.finished commits with the end of the
   * import. Labels are announced by a transaction before the one that makes them: catalog keeps them when this
   * process dies, and the next attempt knows that they belong to the import.
   */
  async function work(tx: Transaction<LinkSchema>, task: ImportTask): Promise<number> {
    const { id, org_id, user_id, actor } = task
    const imports = importRepository(tx)
    const rows = await imports.openRows(id, PIECE)
    const target = {
      domainId: task.domain_id,
      folderId: task.folder_id,
      tagIds: task.tag_ids,
      createLabels: task.create_labels,
    }
    const call = {
      requestId: actor.request_id ?? '',
      caller: { orgId: org_id, userId: user_id, scopes: [], actor },
    }
    const around = await contextOf(target, rows, org_id, call)
    const make = pieceRepository(tx, base, quota)
    const made: LabelIds = { folders: [], tags: [] }
    const labels = { announced: task.making, made }
    const results = await make(rows, { actor, orgId: org_id, userId: user_id }, around, labels)
    if (!Array.isArray(results)) {
      await imports.announce(id, results)
      return 0
    }
    await imports.close(id, results)
    await imports.addLabels(id, made)
    await imports.passOn(id)
    if (rows.length === PIECE || !(await imports.finish(id))) return 0
    const { total, created, failed } = await imports.counts(id)
    const counts = { total, done: created + failed, created, failed }
    const data = { job_id: String(id), status: 'done', ...counts }
    return eventRepository(tx, base).add([
      { orgId: org_id, linkId: null, type: 'import.finished', data },
    ])
  }

  const making = Array.from({ length: AT_ONCE }, () =>
    startLoop({ everyMs: IDLE_MS, failing: 'taking imports failed, retrying', log }, makePiece),
  )
  const tidying = startLoop(
    { everyMs: TIDY_EVERY_MS, failing: 'removing old imports failed, retrying', log },
    () => imports.tidy(),
  )

  return {
    /** Wakes the workers: there may be an import to process. */
    wake(): void {
      for (const it of making) it.wake()
    },
    /** Waits for the pieces in flight. */
    close: () => Promise.all([...making, tidying].map((it) => it.close())),
  }
}
