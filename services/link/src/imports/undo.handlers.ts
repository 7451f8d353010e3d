import { actorOf } from '@fingerpost/kit/audit/actor'
import { reachOf } from '@fingerpost/kit/grpc/context'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { conflict, notFound } from '@fingerpost/kit/http/problem'
import { createFairShare } from '@fingerpost/kit/stores/fair-share'
import type { ImportsService } from '@fingerpost/protos/link/v1/import'
import { changeRepository } from '../links/change.repository.ts'
import { describer, type LinkParts } from '../links/link.handlers.ts'
import { readRepository } from '../links/read.repository.ts'
import { importRepository } from './import.repository.ts'

/** Links that one call deletes, and kept links that its response names. */
const DELETED = 1_000
const SHOWN = 100

/** Calls that delete in parallel, one per team; each holds a connection and row locks. */
const UNDOING_AT_ONCE = 2
const WAITING_PER_TEAM = 16

export const undoHandlers = (parts: LinkParts): Pick<Handlers<ImportsService>, 'undoImport'> => {
  const { postgres, slugs, onChange } = parts
  const imports = importRepository(postgres.db)
  const changes = changeRepository(postgres.db)
  const links = readRepository(postgres)
  const describe = describer(parts)
  const undoing = createFairShare(UNDOING_AT_ONCE, WAITING_PER_TEAM)

  return {
    async undoImport({ id, include_changed: includeChanged }, context) {
      const reach = reachOf(context.caller())
      const task = await imports.find(id, reach)
      if (!task) throw notFound('There is no such import.')
      if (task.status !== 'done')
        throw conflict('import_unfinished', 'The import is still running. Undo it once it is done.')
      const gone = await undoing.run(reach.orgId, async () => {
        const ids = await imports.linksOf(reach, id, { changed: includeChanged, limit: DELETED })
        return changes.remove(actorOf(context), reach, ids, { unchanged: !includeChanged })
      })
      if (gone.length > 0) onChange()
      await Promise.all(gone.map((row) => slugs.tryPut(row, context.log)))
      const { unchanged, changed } = await imports.countLinks(reach, id)
      const kept = includeChanged ? 0 : changed
      const named = kept ? await imports.linksOf(reach, id, { changed: 'only', limit: SHOWN }) : []
      const { rows } = await links.get(reach, named)
      return {
        deleted: gone.length,
        remaining: includeChanged ? unchanged + changed : unchanged,
        kept,
        links: await describe.all(rows, context),
      }
    },
  }
}
