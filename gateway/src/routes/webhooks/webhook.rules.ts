import type { UpdateWebhookRequest } from '@fingerpost/protos/link/v1/webhook'
import type { Static } from 'typebox'
import { bodyOf } from '../../schema/body.mapper.ts'
import { Delivery, DeliveryDetail, type UpdateWebhook, Webhook } from './webhook.schema.ts'

const CLEARABLE = ['name', 'enabled'] as const

/** Converts an update to link's request: absent keeps the value, null restores its default. */
export const toUpdateRequest = (
  id: number,
  body: Static<typeof UpdateWebhook>,
): UpdateWebhookRequest => ({
  id,
  url: body.url,
  events: body.events ? { types: body.events } : undefined,
  name: body.name ?? undefined,
  enabled: body.enabled ?? undefined,
  secret: body.secret ?? undefined,
  clear: CLEARABLE.filter((name) => body[name] === null),
})

/** A webhook as the API returns it. */
export const toWebhookBody = bodyOf(Webhook)

export const toDeliveryBody = bodyOf(Delivery)

export const toDeliveryDetailBody = bodyOf(DeliveryDetail)
