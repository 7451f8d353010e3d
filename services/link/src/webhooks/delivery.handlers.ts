import { randomUUID } from 'node:crypto'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { conflict, notFound } from '@fingerpost/kit/http/problem'
import type { WebhooksService } from '@fingerpost/protos/link/v1/webhook'
import { DELIVERY_STATUSES } from '@fingerpost/protos/words'
import type { Kysely } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import { wordOf } from '../model/word.rules.ts'
import { deliveryRepository } from './delivery.repository.ts'
import { payloadOf } from './event.rules.ts'
import type { Send } from './sender.adapter.ts'
import { secretsOf, toDelivery, toDeliveryDetail } from './webhook.rules.ts'
import type { WebhookRow } from './webhook.schema.ts'

const TEST_TYPE = 'webhook.test'

type DeliveryMethod =
  | 'testWebhook'
  | 'listWebhookDeliveries'
  | 'getWebhookDelivery'
  | 'resendWebhookDelivery'

/** The messages of one webhook. `find` returns the team's webhook or throws not_found. */
export const deliveryHandlers = (
  db: Kysely<LinkSchema>,
  find: (orgId: number, id: number) => Promise<WebhookRow>,
  send: Send,
  onDue: () => void,
): Pick<Handlers<WebhooksService>, DeliveryMethod> => {
  const deliveries = deliveryRepository(db)

  async function findDelivery(webhookId: number, id: number) {
    const row = await deliveries.find(webhookId, id)
    if (!row) throw notFound('There is no such delivery.')
    return row
  }

  return {
    async testWebhook({ id }, { caller }) {
      const row = await find(caller().orgId, id)
      const messageId = randomUUID()
      const data = { webhook_id: id }
      const payload = payloadOf(TEST_TYPE, new Date(), data)
      const secrets = secretsOf(row, new Date())
      const outcome = await send({ url: row.url, secrets, messageId, payload })
      const saved = await deliveries.save(id, messageId, TEST_TYPE, data, outcome)
      return toDeliveryDetail(saved, row.enabled)
    },

    async listWebhookDeliveries({ webhook_id, status, offset, limit }, { caller }) {
      const { enabled } = await find(caller().orgId, webhook_id)
      const wanted = status === undefined ? status : wordOf('status', DELIVERY_STATUSES, status)
      const { rows, total } = await deliveries.page(webhook_id, wanted, offset, limit)
      return { deliveries: rows.map((row) => toDelivery(row, enabled)), total }
    },

    async getWebhookDelivery({ webhook_id, id }, { caller }) {
      const { enabled } = await find(caller().orgId, webhook_id)
      return toDeliveryDetail(await findDelivery(webhook_id, id), enabled)
    },

    async resendWebhookDelivery({ webhook_id, id }, { caller }) {
      const { enabled } = await find(caller().orgId, webhook_id)
      if (!enabled) {
        throw conflict('webhook_disabled', 'The webhook is off. Turn it on, then send again.')
      }
      const queued = await deliveries.requeue(webhook_id, id)
      if (!queued) {
        await findDelivery(webhook_id, id)
        throw conflict('delivery_pending', 'This message is already queued.')
      }
      onDue()
      return toDeliveryDetail(queued, enabled)
    },
  }
}
