import { createTeamQueue } from '@fingerpost/kit/async/fair-share'
import { actorOf } from '@fingerpost/kit/audit/actor'
import { type CallContext, reachOf } from '@fingerpost/kit/grpc/context'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { conflict, notFound, Problem } from '@fingerpost/kit/http/problem'
import type { ImportsService } from '@fingerpost/protos/link/v1/import'
import { changeRepository } from '../links/change.repository.ts'
import { type LinkParts, publisher } from '../links/link.handlers.ts'
import { onBehalf } from '../references/reference.client.ts'
import { readRepository } from '../rows/read.repository.ts'
import { importRepository } from './import.repository.ts'
import type { ImportTask } from './import.schema.ts'
import { LABEL_KINDS } from './label.client.ts'
import { undoRepository } from './undo.repository.ts'

/** Links after which a call ends, and kept links that its response names. */
const DELETED = 1_000
const SHOWN = 100
/** Links that one statement deletes: a quarter of a call, so that a slow machine finishes it in time. */
const AT_ONCE = 250
/** Labels after which a call ends. */
const LABELS = 100

const WAITING_PER_TEAM = 16

export const undoHandlers = (parts: LinkParts): Pick<Handlers<ImportsService>, 'undoImport'> => {
  const { postgres, labels, describe, onChange } = parts
  const publish = publisher(parts)
  const imports = importRepository(postgres.db)
  const made = undoRepository(postgres.db)
  const changes = changeRepository(postgres.db)
  const links = readRepository(postgres)
  const undoing = createTeamQueue(WAITING_PER_TEAM)

  async function remove(ids: number[], unchanged: boolean, context: CallContext): Promise<number> {
    const gone = await changes.remove(actorOf(context), reachOf(context.caller()), ids, {
      unchanged,
    })
    if (gone.length > 0) onChange()
    await publish(gone, context.log)
    return gone.length
  }

  /** Deletes labels that the import made and that no link has. Returns whether there may be more. */
  async function removeLabels(task: ImportTask, context: CallContext): Promise<boolean> {
    if (!context.caller().scopes.includes('catalog:write')) return false
    for (const kind of LABEL_KINDS) {
      const ids = await made.emptyLabels(task, kind, LABELS)
      for (const id of ids) {
        await labels[kind].delete({ id }, onBehalf(context)).catch(unlessGone)
      }
      await made.forgetLabels(task.id, kind, ids)
      if (ids.length === LABELS) return true
    }
    return false
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
          const rows = await made.madeAfter(id, after, AT_ONCE)
          const last = rows.at(-1)
          if (!last) {
            if (await removeLabels(task, context)) break
            const { rows: shown } = await links.get(reach, kept.slice(0, SHOWN))
            const described = await describe.all(shown, context)
            return { deleted, more: false, kept: kept.length, links: described }
          }
          after = last.index
          const found = await made.present(
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

function unlessGone(error: unknown): void {
  if (!(error instanceof Problem) || error.kind !== 'not_found') throw error
}

/** The ids of links for which a condition holds, and of the others. */
function partition<T extends { id: number }>(links: readonly T[], holds: (link: T) => boolean) {
  const ids = (some: readonly T[]) => some.map(({ id }) => id)
  return [ids(links.filter(holds)), ids(links.filter((link) => !holds(link)))] as const
}
