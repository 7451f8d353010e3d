import type { Logger } from '@fingerpost/kit/process/log'
import { startLoop } from '@fingerpost/kit/process/loop'
import type { OpenQueue } from '@fingerpost/kit/queue/queue'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { LinkChangeBatch } from '@fingerpost/protos/link/v1/link_change'
import type { LinkSchema } from '../link.schema.ts'
import { toLinkChange } from '../links/describe.rules.ts'
import type { SlugCache } from '../slugs/slug.cache.ts'
import { type ShortUrlBase, shortUrl } from '../slugs/slug.rules.ts'
import { eventRepository, type LinkEvent } from '../webhooks/event.repository.ts'
import { expiryRepository } from '../webhooks/expiry.repository.ts'
import { type OutboxRow, outboxRepository } from './outbox.repository.ts'

const BATCH = 200
const IDLE_MS = 1_000

/**
 * Publishes committed changes to Redis and the queue `link-changes` at least once. It publishes the
 * link's current state, so repeats are idempotent. Webhook messages commit with the removal of the
 * outbox row, so there is exactly one each.
 */
export function startOutboxRelay(
  postgres: Postgres<LinkSchema>,
  slugs: SlugCache,
  changes: OpenQueue<unknown>,
  base: ShortUrlBase,
  onDue: () => void,
  log: Logger,
) {
  /** Relays one batch. Returns whether there may be more. */
  async function relay(): Promise<boolean> {
    const done = await postgres.db.transaction().execute(async (tx) => {
      const outbox = outboxRepository(tx)
      const { ids, rows } = await outbox.take(BATCH)
      if (ids.length > 0) await outbox.remove(ids)
      if (rows.length === 0) return { relayed: ids.length, messages: 0 }
      await Promise.all(
        rows.flatMap(({ kind, link, left }) => [
          kind === 'created' ? slugs.announce(link) : slugs.put(link),
          ...(left ? [slugs.free(left, link.version)] : []),
        ]),
      )
      await changes.add(
        crypto.randomUUID(),
        LinkChangeBatch.toJSON({
          changes: rows.map(({ link, kind }) =>
            toLinkChange(link, shortUrl(base, link.domain, link.slug), kind),
          ),
        }),
      )
      const usedUp = await expiryRepository(tx).usedUp(rows.map(({ link }) => link.id))
      const messages = await eventRepository(tx, base).ofLinks([...rows.map(toEvent), ...usedUp])
      return { relayed: ids.length, messages }
    })
    if (done.messages > 0) onDue()
    return done.relayed === BATCH
  }

  /** Closing finishes the current batch. */
  return startLoop(
    { everyMs: IDLE_MS, failing: 'publishing from the outbox failed, retrying', log },
    relay,
  )
}

const toEvent = ({ link, kind }: OutboxRow): LinkEvent => ({
  orgId: link.org_id,
  linkId: link.id,
  type: `link.${kind}`,
})
