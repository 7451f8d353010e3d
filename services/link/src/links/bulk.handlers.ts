import { createTeamQueue } from '@fingerpost/kit/async/fair-share'
import { actorOf } from '@fingerpost/kit/audit/actor'
import { type CallContext, type Reach, reachOf } from '@fingerpost/kit/grpc/context'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { type FieldError, invalid } from '@fingerpost/kit/http/problem'
import type { BulkResponse, LinksService } from '@fingerpost/protos/link/v1/link'
import { isOneOf, TAG_MODES } from '@fingerpost/protos/words'
import { wordFault } from '../model/word.rules.ts'
import { changeRepository } from './change.repository.ts'
import { type LinkParts, publisher } from './link.handlers.ts'

const IDS_MAX = 1_000

const WAITING_PER_TEAM = 16

type Bulk = 'deleteLinks' | 'moveLinks' | 'tagLinks'

export const bulkHandlers = (parts: LinkParts): Pick<Handlers<LinksService>, Bulk> => {
  const { postgres, references, onChange } = parts
  const publish = publisher(parts)
  const changes = changeRepository(postgres.db)
  const changing = createTeamQueue(WAITING_PER_TEAM)

  /**
   * Runs a change; changes of more than one link queue per team. Notifies redirect of the changed
   * links, and returns which links were changed and which are not within reach.
   */
  async function inTurn(
    ids: readonly number[],
    context: CallContext,
    change: (reach: Reach) => Promise<number[]>,
  ): Promise<BulkResponse> {
    const reach = reachOf(context.caller())
    const changeAll = async () => {
      const changed = await change(reach)
      if (changed.length > 0) onChange()
      await publish(changed, context.log)
      return changed
    }
    const found = ids.length > 1 ? await changing.run(reach.orgId, changeAll) : await changeAll()
    const changed = new Set(found)
    return { changed: found, missing: [...new Set(ids)].filter((id) => !changed.has(id)) }
  }

  return {
    async deleteLinks({ ids }, context) {
      checkIds(ids)
      return inTurn(ids, context, (reach) => changes.remove(actorOf(context), reach, ids))
    },

    async moveLinks({ ids, folder_id }, context) {
      checkIds(ids)
      await references.check({ folderId: folder_id }, context)
      return inTurn(ids, context, (reach) =>
        changes.move(actorOf(context), reach, ids, folder_id ?? null),
      )
    },

    async tagLinks({ ids, tags, mode }, context) {
      if (!isOneOf(TAG_MODES, mode)) throw invalid([wordFault('mode', TAG_MODES), ...idFaults(ids)])
      checkIds(ids)
      await references.check({ tagIds: tags }, context)
      return inTurn(ids, context, (reach) => changes.tag(actorOf(context), reach, ids, tags, mode))
    },
  }
}

/** Throws invalid for more ids than one call may name. */
export function checkIds(ids: readonly number[]): void {
  const errors = idFaults(ids)
  if (errors.length > 0) throw invalid(errors)
}

const idFaults = (ids: readonly number[]): FieldError[] =>
  ids.length > IDS_MAX
    ? [{ field: 'ids', code: 'too_many', detail: `must not be more than ${IDS_MAX}` }]
    : []
