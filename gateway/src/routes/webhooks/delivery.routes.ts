import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Clients } from '../../clients.ts'
import { pathId } from '../../schema/id.rules.ts'
import { IdParams, pageOf } from '../../schema/shared.schema.ts'
import { toDeliveryBody, toDeliveryDetailBody } from './webhook.rules.ts'
import {
  DeliveryDetail,
  DeliveryList,
  DeliveryParams,
  ListDeliveriesQuery,
} from './webhook.schema.ts'

/** Exceeds the ten seconds for which link waits for the receiver of a test message. */
const TEST_MS = 13_000

/** The messages of a webhook: what was sent and what came back. */
export const deliveryRoutes =
  ({ webhooks }: Pick<Clients, 'webhooks'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const config = { scope: 'webhook:manage' } as const
    const log = '/webhook/:id/delivery'
    const idOf = (id: string) => pathId(id, 'There is no such webhook.')
    const deliveryOf = (params: { id: string; delivery_id: string }) => ({
      webhook_id: idOf(params.id),
      id: pathId(params.delivery_id, 'There is no such delivery.'),
    })
    const one = { params: DeliveryParams, response: { 200: DeliveryDetail } }

    app.post(
      '/webhook/:id/test',
      { config, schema: { params: IdParams, response: { 200: DeliveryDetail } } },
      async ({ params, caller, id: requestId }) => {
        const call = { caller, requestId, timeoutMs: TEST_MS }
        return toDeliveryDetailBody(await webhooks.testWebhook({ id: idOf(params.id) }, call))
      },
    )

    app.get(
      log,
      {
        config,
        schema: {
          params: IdParams,
          querystring: ListDeliveriesQuery,
          response: { 200: DeliveryList },
        },
      },
      async ({ params, query, caller, id: requestId }) => {
        const { offset, limit } = pageOf(query)
        const request = { webhook_id: idOf(params.id), status: query.status, offset, limit }
        const found = await webhooks.listWebhookDeliveries(request, { caller, requestId })
        return { items: found.deliveries.map(toDeliveryBody), total: found.total, offset, limit }
      },
    )

    app.get(
      `${log}/:delivery_id`,
      { config, schema: one },
      async ({ params, caller, id: requestId }) =>
        toDeliveryDetailBody(
          await webhooks.getWebhookDelivery(deliveryOf(params), { caller, requestId }),
        ),
    )

    app.post(
      `${log}/:delivery_id/resend`,
      { config, schema: one },
      async ({ params, caller, id: requestId }) =>
        toDeliveryDetailBody(
          await webhooks.resendWebhookDelivery(deliveryOf(params), { caller, requestId }),
        ),
    )
  }
