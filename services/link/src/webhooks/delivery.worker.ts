import { shareOf } from '@fingerpost/kit/async/fair-share'
import { startLoop } from '@fingerpost/kit/async/loop'
import type { Logger } from '@fingerpost/kit/process/log'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { metrics } from '@fingerpost/kit/telemetry/metrics'
import { Counter } from 'prom-client'
import type { LinkSchema } from '../link.schema.ts'
import type { ReferenceClient } from '../references/reference.client.ts'
import { type DueDelivery, deliveryRepository } from './delivery.repository.ts'
import { describeLinkData, type LinkData, payloadOf } from './event.rules.ts'
import type { Send } from './sender.adapter.ts'
import { messageName, secretsOf } from './webhook.rules.ts'

const AT_ONCE = 32
const AT_ONCE_PER_WEBHOOK = 4
const IDLE_MS = 1_000
/** Delay before a message is built again after catalog did not answer. */
const AGAIN_MS = 5_000

const tried = new Counter({
  name: 'fingerpost_webhook_tries_total',
  help: 'Attempts to deliver webhook messages, by outcome',
  labelNames: ['outcome'],
  registers: [metrics],
})

/**
 * Delivers webhook messages and retries them until they are accepted: at least once, in no
 * guaranteed order. The table is the queue, so that a message commits with the change it reports.
 */
export function startDeliveries(
  { db }: Postgres<LinkSchema>,
  references: Pick<ReferenceClient, 'labelsOf'>,
  send: Send,
  log: Logger,
) {
  const deliveries = deliveryRepository(db)
  const running = new Map<DueDelivery, Promise<void>>()

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
    const { url, type, created_at, message_id } = message
    const described = await describe(message).catch(async (error: unknown) => {
      await deliveries.giveBack(message.id, AGAIN_MS)
      throw error
    })
    const payload = payloadOf(type, created_at, described)
    const secrets = secretsOf(message, new Date())
    const outcome = await send({ url, secrets, messageId: message_id, payload })
    tried.inc({ outcome: outcome.error === undefined ? 'delivered' : 'failed' })
    const disabled = await deliveries.finish(message, outcome)
    if (disabled === 'gone') await deliveries.failEnded(message.webhook_id)
    if (disabled) log.warn({ webhook: message.webhook_id, reason: disabled }, 'webhook disabled')
  }

  /** A message whose outcome could not be recorded is sent again when its lease expires. */
  function start(message: DueDelivery): void {
    const done = deliver(message)
      .catch((error: unknown) =>
        log.warn(
          { err: error, delivery: message.id },
          'recording a delivery failed, it is sent again',
        ),
      )
      .finally(() => {
        running.delete(message)
        loop.wake()
      })
    running.set(message, done)
  }

  async function claim(): Promise<void> {
    const free = AT_ONCE - running.size
    const limits = [free, AT_ONCE_PER_WEBHOOK, shareOf(AT_ONCE)] as const
    const due = free > 0 ? await deliveries.claim(...limits, [...running.keys()]) : []
    due.forEach(start)
  }
  const loop = startLoop(
    { everyMs: IDLE_MS, failing: 'claiming webhook messages failed, retrying', log },
    claim,
  )

  return {
    /** Wakes the worker: there may be messages to send. */
    wake: loop.wake,
    /** Waits for the tries in flight. */
    async close(): Promise<void> {
      await loop.close()
      await Promise.all(running.values())
    },
  }
}
