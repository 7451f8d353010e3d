import { unavailable } from '@fingerpost/kit/http/problem'
import { transact } from '@fingerpost/kit/stores/transact'
import type { Kysely } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import { type GrantRequest, grant, type LimitState, peekOne, takeOne } from './limit.rules.ts'
import type { UncountedClicks } from './uncounted.queue.ts'

const NONE_LEFT = { taken: false, pending: false }

/**
 * Granted clicks of links with a limit, and the counters that hold them. Changes of one link are
 * serialized. They wait until clicks before a new limit are counted, or throw unavailable.
 */
export const limitRepository = (db: Kysely<LinkSchema>, uncounted: UncountedClicks) => {
  const find = (linkId: number) =>
    db
      .selectFrom('links')
      .leftJoin('link_clicks', 'link_clicks.link_id', 'links.id')
      .select(['links.org_id', 'expires_after', 'limit_started', 'link_clicks.limit_version'])
      .where('links.id', '=', linkId)
      .where('expires_after', '>', 0)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()

  /** The link with its limit, once the clicks before that limit are counted. */
  async function findCounted(linkId: number) {
    const link = await find(linkId)
    if (!link || link.limit_started <= (link.limit_version ?? 0)) return link
    await uncounted.wait(link.org_id, linkId, link.limit_started)
    return find(linkId)
  }

  /** Applies a rule to the limit state of a link; undefined for a link without a limit. */
  async function change<T>(
    linkId: number,
    rule: (
      state: LimitState,
      limit: number,
      clicks: number,
      started: number,
    ) => { state: LimitState; answer: T },
    isCancelled = () => false,
  ): Promise<T | undefined> {
    const link = await findCounted(linkId)
    if (!link) return undefined
    return transact(db, async (tx) => {
      await tx
        .insertInto('link_clicks')
        .values({ link_id: linkId, org_id: link.org_id, clicked_at: null, counter_id: null })
        .onConflict((on) => on.column('link_id').doNothing())
        .execute()
      const row = await tx
        .selectFrom('link_clicks')
        .select(['counter_id', 'granted', 'used', 'taken', 'limit_version', 'clicks'])
        .where('link_id', '=', linkId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (isCancelled()) throw unavailable('The call was canceled while it waited for its turn.')
      const { clicks, ...before } = row
      const { state, answer } = rule(before, link.expires_after, clicks, link.limit_started)
      await tx.updateTable('link_clicks').set(state).where('link_id', '=', linkId).execute()
      return answer
    })
  }

  return {
    /**
     * Grants a counter a share of the remaining clicks; no further ones for a link without a limit.
     */
    grant: async (linkId: number, request: GrantRequest) =>
      (await change(linkId, (state, limit, clicks) => grant(request, state, limit, clicks))) ?? {
        granted: request.used,
        elsewhere: 0,
      },

    /** Takes one click outside any counter's grant; none for a caller that has cancelled. */
    take: async (linkId: number, isCancelled: () => boolean) =>
      (await change(linkId, takeOne, isCancelled)) ?? NONE_LEFT,

    /** What `take` would answer. */
    peek: async (linkId: number, isCancelled: () => boolean) =>
      (await change(linkId, peekOne, isCancelled)) ?? NONE_LEFT,
  }
}
