import type {
  WebhookDelivery as DeliveryMessage,
  UpdateWebhookRequest,
  Webhook as WebhookMessage,
} from '@fingerpost/protos/link/v1/webhook'
import type { Static } from 'typebox'
import type { Delivery, DeliveryDetail, UpdateWebhook, Webhook } from './webhook.schema.ts'

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
export const toWebhookBody = (webhook: WebhookMessage): Static<typeof Webhook> => ({
  id: webhook.id,
  org_id: String(webhook.org_id),
  name: webhook.name,
  url: webhook.url,
  events: webhook.events,
  enabled: webhook.enabled,
  disabled_reason: webhook.disabled_reason ?? null,
  failures: webhook.failures,
  failing_since: webhook.failing_since?.toISOString() ?? null,
  previous_secret_until: webhook.previous_secret_until?.toISOString() ?? null,
  created_at: (webhook.created_at ?? new Date(0)).toISOString(),
  updated_at: (webhook.updated_at ?? new Date(0)).toISOString(),
})

export const toDeliveryBody = (delivery: DeliveryMessage): Static<typeof Delivery> => ({
  id: delivery.id,
  message_id: delivery.message_id,
  type: delivery.type,
  status: delivery.status,
  tries: delivery.tries,
  response_code: delivery.response_code ?? null,
  duration_ms: delivery.duration_ms ?? null,
  error: delivery.error ?? null,
  created_at: (delivery.created_at ?? new Date(0)).toISOString(),
  next_try_at: delivery.next_try_at?.toISOString() ?? null,
})

export const toDeliveryDetailBody = (delivery: DeliveryMessage): Static<typeof DeliveryDetail> => ({
  ...toDeliveryBody(delivery),
  payload: delivery.payload ?? null,
  response: delivery.response ?? null,
})
