import { createTeamQueue } from '@fingerpost/kit/async/fair-share'
import { actorOf } from '@fingerpost/kit/audit/actor'
import { type CallContext, reachOf } from '@fingerpost/kit/grpc/context'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { conflict, notFound } from '@fingerpost/kit/http/problem'
import type { ImportsService } from '@fingerpost/protos/link/v1/import'
import { changeRepository } from '../links/change.repository.ts'
import { describer, type LinkParts, publisher } from '../links/link.handlers.ts'
import { readRepository } from '../rows/read.repository.ts'
import { importRepository } from './import.repository.ts'

/** Links after which a call ends, rows read at once, and kept links that its response names. */
const DELETED = 1_000
const SHOWN = 100

const WAITING_PER_TEAM = 16

export const undoHandlers = (parts: LinkParts): Pick<Handlers<ImportsService>, 'undoImport'> => {
  const { postgres, onChange } = parts
  const publish = publisher(parts)
  const imports = importRepository(postgres.db)
  const changes = changeRepository(postgres.db)
  const links = readRepository(postgres)
  const describe = describer(parts)
  const undoing = createTeamQueue(WAITING_PER_TEAM)

  async function remove(ids: number[], unchanged: boolean, context: CallContext): Promise<number> {
    const gone = await changes.remove(actorOf(context), reachOf(context.caller()), ids, {
      unchanged,
    })
    if (gone.length > 0) onChange()
    await publish(gone, context.log)
    return gone.length
  }

  return {
    async undoImport({ id, include_changed }, context) {
      const reach = reachOf(context.caller())
      const task = await imports.find(id, reach)
      if (!task) throw notFound('There is no such import.')
      if (task.status !== 'done')
        throw conflict('import_unfinished', 'The import is still running. Undo it once it is done.')
      return undoing.run(reach.orgId, async () => {
        const kept: number[] = []
        let deleted = 0
        for (let after = -1; deleted < DELETED; ) {
          // Without a join, whose plan is quadratic while the statistics lack a new import.
          const rows = await imports.madeAfter(id, after, DELETED)
          const last = rows.at(-1)
          if (!last) {
            const { rows: shown } = await links.get(reach, kept.slice(0, SHOWN))
            const described = await describe.all(shown, context)
            return { deleted, more: false, kept: kept.length, links: described }
          }
          after = last.index
          const found = await imports.present(
            reach,
            rows.map(({ link_id }) => link_id),
          )
          const [over, rest] = partition(
            found,
            ({ isUnchanged }) => include_changed || !!isUnchanged,
          )
          deleted += await remove(over, !include_changed, context)
          kept.push(...rest)
        }
        return { deleted, more: true, kept: 0, links: [] }
      })
    },
  }
}

/** The ids of links for which a condition holds, and of the others. */
function partition<T extends { id: number }>(links: readonly T[], holds: (link: T) => boolean) {
  const ids = (some: readonly T[]) => some.map(({ id }) => id)
  return [ids(links.filter(holds)), ids(links.filter((link) => !holds(link)))] as const
}
