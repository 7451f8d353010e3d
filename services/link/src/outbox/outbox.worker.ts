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
import { eventRepository, type LinkEvent } from '../webhooks/event.repository.ts'
import { expiryRepository } from '../webhooks/expiry.repository.ts'
import { type OutboxRow, outboxRepository } from './outbox.repository.ts'

/** Rows from which the links of a batch are chosen. */
const CHOICE = 200
/** Maximum size of the links of a batch; the last link may exceed it. */
const BATCH_BYTES = 1_000_000
/** Maximum number of rows of a batch. */
const BATCH = 2_000
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

  /** Relays the changes of the links that are chosen. All fail together. Returns the number of rows. */
  async function relaySome(
    choose: (outbox: ReturnType<typeof outboxRepository>) => Promise<number[]>,
  ): Promise<number> {
    let messages = 0
    const relayed = await transact(postgres.db, async (tx) => {
      const outbox = outboxRepository(tx)
      const linkIds = await choose(outbox)
      if (linkIds.length === 0) return 0
      const { ids, rows } = await outbox.take(linkIds, BATCH)
      if (ids.length > 0) await outbox.remove(ids)
      if (rows.length === 0) return ids.length
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
      return ids.length
    })
    if (messages > 0) onDue()
    return relayed
  }

  /** Relays the changes of each link alone. Returns the number of rows that passed, and the failures. */
  async function relayEach(linkIds: Iterable<number>, closing: AbortSignal) {
    let passed = 0
    const failed = new Map<number, unknown>()
    for (const id of linkIds) {
      if (closing.aborted) break
      await relaySome(async () => [id]).then(
        (rows) => (passed += rows),
        (error: unknown) => failed.set(id, error),
      )
    }
    return { passed, failed }
  }

  /**
   * Sets aside those of these links that fail alone while others pass. Throws if all fail: then a store is
   * unavailable.
   */
  async function setFailingAside(linkIds: number[], closing: AbortSignal): Promise<void> {
    const outbox = outboxRepository(postgres.db)
    const { passed, failed } = await relayEach(linkIds, closing)
    const [error] = failed.values()
    if (error === undefined) return
    const others = passed > 0 ? [] : await outbox.others(linkIds, OTHERS)
    if (passed + (await relayEach(others, closing)).passed === 0) throw error
    // Once more: a store may have been unavailable until one passed.
    const still = [...(await relayEach(failed.keys(), closing)).failed.keys()]
    if (still.length === 0 || closing.aborted) return
    await outbox.setAside(still)
    log.error({ err: error, links: still }, 'changes of links were set aside')
  }

  let lastTeam = 0

  /** Relays one batch, in which the teams that are next have equal shares. */
  async function relay(closing: AbortSignal): Promise<boolean> {
    const from = lastTeam
    let linkIds: number[] = []
    try {
      const relayed = await relaySome(async (outbox) => {
        ;({ linkIds, lastTeam } = await outbox.turn(from, CHOICE, BATCH_BYTES))
        return linkIds
      })
      return relayed > 0 || from !== 0
    } catch (error) {
      if (linkIds.length === 0) throw error
      await Promise.all([slugs.ping(), changes.ping()])
      await setFailingAside(linkIds, closing)
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
