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
import { type OutboxBatch, type OutboxRow, outboxRepository } from './outbox.repository.ts'

const BATCH = 200
/** Maximum size of the links of a batch; the last link may exceed it. */
const BATCH_BYTES = 1_000_000
/** How many others are tried when every change of a batch fails. */
const OTHERS = 20
const IDLE_MS = 1_000

/**
 * Publishes committed changes to Redis and the queue `link-changes` at least once: the link's current
 * state, once for all of its changes in a batch, so repeats are idempotent. Webhook messages commit
 * with the removal of the outbox row, so there is exactly one each.
 */
export function startOutboxRelay(
  postgres: Postgres<LinkSchema>,
  slugs: SlugCache,
  changes: OpenQueue<unknown>,
  base: ShortUrlBase,
  onDue: () => void,
  log: Logger,
) {
  const toChange = ({ link, kind }: OutboxRow) =>
    toLinkChange(link, shortUrl(base, link.domain, link.slug), kind)

  /** Publishes the last of these changes of a link; a new link is not written to Redis. */
  const publish = ({ kind, link }: OutboxRow): Promise<void> =>
    kind === 'created' ? slugs.announce(link) : slugs.put(link)

  /** Relays a batch. All of its changes fail together. */
  async function relaySome(
    part: Parameters<ReturnType<typeof outboxRepository>['take']>[2],
    onTake: (linkIds: readonly number[]) => void = () => {},
  ): Promise<OutboxBatch> {
    let messages = 0
    const batch = await postgres.db.transaction().execute(async (tx) => {
      const outbox = outboxRepository(tx)
      const taken = await outbox.take(BATCH, BATCH_BYTES, part)
      onTake(taken.linkIds)
      if (taken.ids.length > 0) await outbox.remove(taken.ids)
      const { rows } = taken
      if (rows.length === 0) return taken
      const last = [...new Map(rows.map((row) => [row.link.id, row])).values()]
      await Promise.all([
        ...last.map(publish),
        ...rows.flatMap(({ link, left }) => (left ? slugs.free(left, link.version) : [])),
      ])
      await changes.add(
        crypto.randomUUID(),
        LinkChangeBatch.toJSON({ changes: last.map(toChange) }),
      )
      const usedUp = await expiryRepository(tx).usedUp(last.map(({ link }) => link.id))
      messages = await eventRepository(tx, base).ofLinks([...rows.map(toEvent), ...usedUp])
      return taken
    })
    if (messages > 0) onDue()
    return batch
  }

  /**
   * Relays the changes of these links again, after they failed together, in halves. Links that fail
   * alone are set aside if others pass; if all fail, a store is unavailable, and this throws.
   */
  async function relayInHalves(linkIds: readonly number[], closing: AbortSignal): Promise<void> {
    let passed = 0
    const failed = new Map<number, unknown>()
    async function relayAll(ids: readonly number[]): Promise<void> {
      if (ids.length === 0 || closing.aborted) return
      try {
        passed += (await relaySome({ only: ids })).ids.length
        for (const id of ids) failed.delete(id)
      } catch (error) {
        const [first, ...others] = ids
        if (first !== undefined && others.length === 0) return void failed.set(first, error)
        const half = Math.ceil(ids.length / 2)
        await relayAll(ids.slice(0, half))
        await relayAll(ids.slice(half))
      }
    }
    await relayAll(linkIds)
    const outbox = outboxRepository(postgres.db)
    if (passed === 0) await relayAll(await outbox.others([...failed.keys()], OTHERS))
    const [error] = failed.values()
    if (passed === 0 && error) throw error
    // Once more: a store may have been unavailable until one passed.
    for (const id of failed.keys()) await relayAll([id])
    if (failed.size === 0 || closing.aborted) return
    await outbox.setAside([...failed.keys()])
    log.error({ err: error, links: [...failed.keys()] }, 'changes of links were set aside')
  }

  let isNewest = false

  /** In turn from both ends, so that a new change does not wait for thousands of another team. */
  async function relay(closing: AbortSignal): Promise<boolean> {
    let linkIds: readonly number[] = []
    isNewest = !isNewest
    try {
      const end = isNewest ? 'newest' : 'oldest'
      return (await relaySome({ end }, (taken) => (linkIds = taken))).more
    } catch (error) {
      if (linkIds.length === 0) throw error
      await Promise.all([slugs.ping(), changes.ping()])
      await relayInHalves(linkIds, closing)
      return true
    }
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
