import { createTeamQueue } from '@fingerpost/kit/async/fair-share'
import { type CallContext, reachOf } from '@fingerpost/kit/grpc/context'
import { failureOf } from '@fingerpost/kit/grpc/problem-status'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { type FieldError, invalid, Problem } from '@fingerpost/kit/http/problem'
import type {
  LinksService,
  UpdateLinkRequest,
  UpdateLinkResult,
} from '@fingerpost/protos/link/v1/link'
import { checkUpdate } from '../model/link.rules.ts'
import { checkIds } from './bulk.handlers.ts'
import type { LinkParts } from './link.handlers.ts'

/** Links of a request that are changed in parallel: each holds a connection. */
const LINKS_AT_ONCE = 4
const WAITING_PER_TEAM = 16

const OWN = ['slug', 'password', 'remove_password'] as const

/** Changes many links with the handler that changes one, so that all of its promises hold. */
export const updateManyHandlers = (
  { references }: LinkParts,
  update: Handlers<LinksService>['updateLink'],
): Pick<Handlers<LinksService>, 'updateLinks'> => {
  const changing = createTeamQueue(WAITING_PER_TEAM)

  /** Throws what would fail for every link. */
  async function check(change: UpdateLinkRequest, context: CallContext): Promise<void> {
    const own = OWN.filter((field) => change[field] !== undefined || change.clear.includes(field))
    if (own.length > 0) throw invalid(own.map(notShared))
    const draft = checkUpdate(change)
    if (Array.isArray(draft)) throw invalid(draft)
    const { folder_id, tag_ids } = draft.columns
    await references.check(
      { domainId: draft.domainId, folderId: folder_id, tagIds: tag_ids },
      context,
    )
  }

  async function updateOne(request: UpdateLinkRequest, context: CallContext) {
    try {
      await update(request, context)
      return { id: request.id }
    } catch (error) {
      if (!(error instanceof Problem) || error.kind === 'unavailable') throw error
      return { id: request.id, failure: failureOf(error, context) }
    }
  }

  return {
    async updateLinks({ ids, change = { id: 0, clear: [] } }, context) {
      checkIds(ids)
      await check(change, context)
      const open = [...new Set(ids)]
      const results = await changing.run(reachOf(context.caller()).orgId, async () => {
        const done: UpdateLinkResult[] = []
        while (open.length > 0) {
          const some = open.splice(0, LINKS_AT_ONCE)
          done.push(...(await Promise.all(some.map((id) => updateOne({ ...change, id }, context)))))
        }
        return done
      })
      return { results }
    },
  }
}

const notShared = (field: string): FieldError => ({
  field,
  code: 'not_allowed',
  detail: 'cannot be set for several links at once',
})
