import { startLoop } from '@fingerpost/kit/async/loop'
import type { Logger } from '@fingerpost/kit/process/log'
import type { OpenQueue } from '@fingerpost/kit/queue/queue'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { transact } from '@fingerpost/kit/stores/transact'
import { LinkChangeBatch } from '@fingerpost/protos/link/v1/link_change'
import type { LinkSchema } from '../link.schema.ts'
import { toLinkChange } from '../model/describe.rules.ts'
import { type ShortUrlBase, shortUrl } from '../model/slug.rules.ts'
import type { SlugCache } from '../slugs/slug.cache.ts'
import { republishRepository } from './republish.repository.ts'

const IDLE_MS = 1_000
const PAGE = 200
const AT_ONCE = 20

/**
 * Processes requests to republish every link: each gets a new version and goes to ClickHouse
 * through the queue `link-changes`; then each slug record in Redis is replaced from Postgres. Links
 * without a record are announced and get one at their next visit. Webhooks get no events.
 */
export function startRepublishing(
  { db }: Pick<Postgres<LinkSchema>, 'db'>,
  slugs: SlugCache,
  changes: OpenQueue<unknown>,
  base: ShortUrlBase,
  log: Logger,
) {
  /** Renews one page of links; returns the request once all of its links are done. */
  const renew = () =>
    transact(db, async (tx) => {
      const requests = republishRepository(tx)
      const request = await requests.take()
      if (!request) return { more: false }
      const rows = await requests.renew(request.after_id, PAGE)
      if (rows.length === 0) return { more: false, done: request.id }
      await changes.add(
        crypto.randomUUID(),
        LinkChangeBatch.toJSON({
          changes: rows.map((row) =>
            toLinkChange(
              row,
              shortUrl(base, row.domain, row.slug),
              row.deleted_at ? 'deleted' : 'updated',
            ),
          ),
        }),
      )
      // A redirect may hold a copy of a link that has no record in Redis.
      for (let i = 0; i < rows.length; i += AT_ONCE) {
        await Promise.all(rows.slice(i, i + AT_ONCE).map(slugs.announce))
      }
      await requests.advance(request.id, Math.max(...rows.map(({ id }) => id)), rows.length)
      return { more: true }
    })

  /** Returns whether all records are done. */
  async function settleAll(closing: AbortSignal): Promise<boolean> {
    for await (const addresses of slugs.addresses()) {
      for (let i = 0; i < addresses.length; i += AT_ONCE) {
        if (closing.aborted) return false
        await Promise.all(addresses.slice(i, i + AT_ONCE).map(slugs.settle))
      }
    }
    return true
  }

  async function work(closing: AbortSignal): Promise<void> {
    for (;;) {
      const { more, done } = await renew()
      if (closing.aborted) return
      if (more) continue
      if (done === undefined) return
      if (!(await settleAll(closing))) return
      await republishRepository(db).finish(done)
      log.info({ republication: done }, 'all links republished')
    }
  }

  /** Closing finishes the current page; the next process continues after it. */
  return startLoop({ everyMs: IDLE_MS, failing: 'republishing failed, retrying', log }, work)
}
