import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Clients } from '../../clients.ts'
import { pathId } from '../../schema/id.rules.ts'
import { pageOf } from '../../schema/shared.schema.ts'
import { DeletedById } from '../../schema/text.schema.ts'
import { deliveryRoutes } from './delivery.routes.ts'
import { toUpdateRequest, toWebhookBody } from './webhook.rules.ts'
import {
  CreatedWebhook,
  CreateWebhook,
  ListWebhooksQuery,
  UpdateWebhook,
  Webhook,
  WebhookList,
  WebhookParams,
} from './webhook.schema.ts'

export const webhookRoutes =
  ({ webhooks }: Pick<Clients, 'webhooks'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const config = { scope: 'webhook:manage' } as const
    const params = WebhookParams
    const one = '/webhook/:id'
    const idOf = ({ id }: { id: string }) => pathId(id, 'There is no such webhook.')

    app.get(
      '/webhook',
      { config, schema: { querystring: ListWebhooksQuery, response: { 200: WebhookList } } },
      async ({ query, caller, id: requestId }) => {
        const { offset, limit } = pageOf(query)
        const { sort = 'created_at', order = sort === 'name' ? 'asc' : 'desc' } = query
        const request = { offset, limit, sort, order }
        const found = await webhooks.listWebhooks(request, { caller, requestId })
        return { items: found.webhooks.map(toWebhookBody), total: found.total, offset, limit }
      },
    )

    app.post(
      '/webhook',
      { config, schema: { body: CreateWebhook, response: { 201: CreatedWebhook } } },
      async ({ body, caller, id: requestId }, reply) => {
        const { url, events, name, enabled, secret } = body
        const request = {
          url,
          events,
          name: name ?? undefined,
          enabled: enabled ?? undefined,
          secret: secret ?? undefined,
        }
        const made = await webhooks.createWebhook(request, { caller, requestId })
        return reply
          .code(201)
          .header('location', `/api/webhook/${made.id}`)
          .send({ ...toWebhookBody(made), secret: made.secret ?? '' })
      },
    )

    app.get(
      one,
      { config, schema: { params, response: { 200: Webhook } } },
      async ({ params, caller, id: requestId }) =>
        toWebhookBody(await webhooks.getWebhook({ id: idOf(params) }, { caller, requestId })),
    )

    app.route({
      method: ['PUT', 'PATCH'],
      url: one,
      config,
      schema: { params, body: UpdateWebhook, response: { 200: Webhook } },
      handler: async ({ params, body, caller, id: requestId }) => {
        const request = toUpdateRequest(idOf(params), body)
        return toWebhookBody(await webhooks.updateWebhook(request, { caller, requestId }))
      },
    })

    app.delete(
      one,
      { config, schema: { params, response: { 200: DeletedById } } },
      async ({ params, caller, id: requestId }) => {
        const id = idOf(params)
        await webhooks.deleteWebhook({ id }, { caller, requestId })
        return { id, deleted: true as const }
      },
    )

    await app.register(deliveryRoutes({ webhooks }))
  }
