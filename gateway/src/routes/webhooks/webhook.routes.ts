import type { FastifyPluginAsync } from 'fastify'
import type { Clients } from '../../clients.ts'
import { resourceRoutes } from '../resource.routes.ts'
import { deliveryRoutes } from './delivery.routes.ts'
import { toUpdateRequest, toWebhookBody } from './webhook.rules.ts'
import {
  CreatedWebhook,
  CreateWebhook,
  ListWebhooksQuery,
  UpdateWebhook,
  Webhook,
} from './webhook.schema.ts'

const config = { scope: 'webhook:manage' } as const

export const webhookRoutes =
  ({ webhooks }: Pick<Clients, 'webhooks'>): FastifyPluginAsync =>
  async (app) => {
    await app.register(
      resourceRoutes({
        path: '/webhook',
        noun: 'webhook',
        read: config,
        write: config,
        schemas: {
          query: ListWebhooksQuery,
          one: Webhook,
          create: CreateWebhook,
          made: CreatedWebhook,
          update: UpdateWebhook,
        },
        async list({ offset, limit, sort = 'created_at', order }, call) {
          const sorted = { sort, order: order ?? (sort === 'name' ? 'asc' : 'desc') }
          const found = await webhooks.listWebhooks({ offset, limit, ...sorted }, call)
          return { items: found.webhooks.map(toWebhookBody), total: found.total }
        },
        async create({ url, events, name, enabled, secret }, call) {
          const request = {
            url,
            events,
            name: name ?? undefined,
            enabled: enabled ?? undefined,
            secret: secret ?? undefined,
          }
          const made = await webhooks.createWebhook(request, call)
          return { ...toWebhookBody(made), secret: made.secret ?? '' }
        },
        get: async (it, call) => toWebhookBody(await webhooks.getWebhook(it, call)),
        update: async (id, body, call) =>
          toWebhookBody(await webhooks.updateWebhook(toUpdateRequest(id, body), call)),
        remove: webhooks.deleteWebhook,
      }),
    )
    await app.register(deliveryRoutes({ webhooks }))
  }
