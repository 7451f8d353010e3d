import { setTimeout as sleep } from 'node:timers/promises'
import { metrics } from '@fingerpost/kit/admin'
import { shareOf } from '@fingerpost/kit/fair-share'
import type { Logger } from '@fingerpost/kit/log'
import { Counter } from 'prom-client'
import type { LinkParts } from '../links/link.handlers.ts'
import { referenceClient } from '../links/reference.client.ts'
import { type DueDelivery, deliveryRepository } from './delivery.repository.ts'
import { describeLinkData, type LinkData, payloadOf } from './event.rules.ts'
import type { Send } from './sender.client.ts'
import { messageName, secretsOf } from './webhook.rules.ts'

const AT_ONCE = 32
const AT_ONCE_PER_WEBHOOK = 4
const IDLE_MS = 1_000
/** Delay before a message is built again after catalog did not answer. */
const AGAIN_MS = 5_000

const tried = new Counter({
  name: 'fingerpost_webhook_tries_total',
  help: 'Messages sent to webhooks, by what came of it',
  labelNames: ['outcome'],
  registers: [metrics],
})

/**
 * Sends messages to webhooks when their turn comes, and again until they are taken: at least once,
 * in no promised order. The table is the queue, so that a message commits with what it tells of.
 */
export function startDeliveries(
  { postgres, catalog, base }: Pick<LinkParts, 'postgres' | 'catalog' | 'base'>,
  send: Send,
  log: Logger,
) {
  const deliveries = deliveryRepository(postgres.db)
  const references = referenceClient(catalog, base)
  const stopped = new AbortController()
  const running = new Map<DueDelivery, Promise<void>>()
  let wake = Promise.withResolvers<void>()

  async function describe(message: DueDelivery): Promise<unknown> {
    const { org_id, user_id, link_id, message_id, data } = message
    if (link_id === null) return data
    const link = data as LinkData
    const labelled = { folder_id: link.folder_id, tag_ids: link.tags }
    const caller = () => ({ orgId: org_id, userId: user_id, scopes: [] })
    const labels = await references.labelsOf([labelled], {
      caller,
      requestId: messageName(message_id),
    })
    return describeLinkData(link, labels)
  }

  async function deliver(message: DueDelivery): Promise<void> {
    const { url, type, created_at, message_id: messageId } = message
    const described = await describe(message).catch(async (error: unknown) => {
      await deliveries.giveBack(message.id, AGAIN_MS)
      throw error
    })
    const payload = payloadOf(type, created_at, described)
    const secrets = secretsOf(message, new Date())
    const outcome = await send({ url, secrets, messageId, payload })
    tried.inc({ outcome: outcome.error === undefined ? 'delivered' : 'failed' })
    const disabled = await deliveries.finish(message, outcome)
    if (disabled) log.warn({ webhook: message.webhook_id, reason: disabled }, 'webhook disabled')
  }

  /** A message whose outcome could not be recorded is sent again when its lease expires. */
  function start(message: DueDelivery): void {
    const done = deliver(message)
      .catch((error: unknown) => log.warn({ err: error, delivery: message.id }, 'message waits'))
      .finally(() => {
        running.delete(message)
        wake.resolve()
      })
    running.set(message, done)
  }

  async function run(): Promise<void> {
    let failing = false
    while (!stopped.signal.aborted) {
      wake = Promise.withResolvers()
      try {
        const free = AT_ONCE - running.size
        const limits = [free, AT_ONCE_PER_WEBHOOK, shareOf(AT_ONCE)] as const
        const due = free > 0 ? await deliveries.claim(...limits, [...running.keys()]) : []
        due.forEach(start)
        failing = false
      } catch (error) {
        if (!failing) log.warn({ err: error }, 'webhooks wait')
        failing = true
      }
      const idle = sleep(IDLE_MS, undefined, { signal: stopped.signal }).catch(() => {})
      await Promise.race(failing ? [idle] : [idle, wake.promise])
    }
    await Promise.all(running.values())
  }
  const ended = run()

  return {
    /** There may be something to send. */
    wake: () => wake.resolve(),
    /** Finishes the tries in hand. */
    async close(): Promise<void> {
      stopped.abort()
      await ended
    },
  }
}
