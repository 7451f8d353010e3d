import type { FieldError } from '@fingerpost/kit/http/problem'
import { canonicalUrl, checkUrl } from '@fingerpost/kit/net/url'
import type {
  CreateWebhookRequest,
  WebhookDelivery as DeliveryMessage,
  UpdateWebhookRequest,
  Webhook as WebhookMessage,
} from '@fingerpost/protos/link/v1/webhook'
import { EVENT_TYPES, isOneOf } from '@fingerpost/protos/words'
import type { LoggedDelivery } from './delivery.repository.ts'
import type { DeliveryRow, WebhookRow } from './webhook.schema.ts'

const NAME_MAX = 64
/** The format that Standard Webhooks specifies. */
const SECRET = /^whsec_[A-Za-z0-9+/]+={0,2}$/
const SECRET_BYTES = { min: 24, max: 64 }

const NEW_SECRET_BYTES = 32

/** A secret of random bytes. */
export const newSecret = (draw: (bytes: number) => Buffer): string =>
  `whsec_${draw(NEW_SECRET_BYTES).toString('base64')}`

/** The columns that a team controls. */
export interface WebhookColumns {
  name: string
  url: string
  events: string[]
  enabled: boolean
  secret?: string
}

/** Validates a new webhook. Returns its columns, or all errors. */
export function checkCreate(request: CreateWebhookRequest): WebhookColumns | FieldError[] {
  const { errors, columns } = check({ ...request, events: { types: request.events } }, [])
  return errors.length > 0 ? errors : { name: '', url: '', events: [], enabled: true, ...columns }
}

/** Validates a change of a webhook. Returns the changed columns, or all errors. */
export function checkUpdate(request: UpdateWebhookRequest): Partial<WebhookColumns> | FieldError[] {
  const { errors, columns } = check(request, request.clear)
  return errors.length > 0 ? errors : columns
}

type Input = Pick<UpdateWebhookRequest, 'url' | 'events' | 'name' | 'enabled' | 'secret'>

function check({ url, events, name, enabled, secret }: Input, clear: readonly string[]) {
  const errors: FieldError[] = []
  const wrong = (field: string, code: string, detail: string) =>
    errors.push({ field, code, detail })
  const columns: Partial<WebhookColumns> = {}

  for (const field of ['url', 'events']) {
    if (clear.includes(field)) wrong(field, 'required', 'cannot be null')
  }
  if (url !== undefined) {
    const fault = checkUrl(url)
    if (fault) wrong('url', fault.code, fault.detail)
    else columns.url = canonicalUrl(url)
  }
  if (events) {
    columns.events = [...new Set(events.types)]
    if (events.types.length === 0) wrong('events', 'too_few', 'must contain at least one event')
    for (const [i, type] of events.types.entries()) {
      if (isOneOf(EVENT_TYPES, type)) continue
      wrong(`events.${i}`, 'not_allowed', `must be one of ${EVENT_TYPES.join(', ')}`)
    }
  }
  if (name !== undefined) {
    columns.name = name.trim()
    if (columns.name.length > NAME_MAX) {
      wrong('name', 'too_long', `must not be longer than ${NAME_MAX} characters`)
    }
    if (/\p{Cc}/u.test(columns.name)) wrong('name', 'invalid_text', 'holds a control character')
  }
  if (enabled !== undefined) columns.enabled = enabled
  if (secret !== undefined) {
    columns.secret = secret
    const bytes = SECRET.test(secret) ? Buffer.from(secret.slice(6), 'base64').length : 0
    if (bytes < SECRET_BYTES.min || bytes > SECRET_BYTES.max) {
      const { min, max } = SECRET_BYTES
      wrong('secret', 'invalid_format', `must be whsec_ and ${min} to ${max} bytes in base64`)
    }
  }
  if (clear.includes('name')) columns.name = ''
  if (clear.includes('enabled')) columns.enabled = true
  return { errors, columns }
}

/** A webhook as the API shows it, without its secret. */
export const toWebhook = (row: WebhookRow): WebhookMessage => ({
  id: row.id,
  org_id: row.org_id,
  name: row.name,
  url: row.url,
  events: row.events,
  enabled: row.enabled,
  disabled_reason: row.disabled_reason ?? undefined,
  failures: row.failures,
  failing_since: row.failures > 0 ? (row.failing_since ?? undefined) : undefined,
  previous_secret_until: row.previous_secret_until ?? undefined,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** A message of the log. While its webhook is not `enabled`, no next try is due. */
export const toDelivery = (row: LoggedDelivery, enabled: boolean): DeliveryMessage => ({
  id: row.id,
  message_id: messageName(row.message_id),
  type: row.type,
  status: row.status,
  tries: row.tries,
  response_code: row.response_code ?? undefined,
  duration_ms: row.duration_ms ?? undefined,
  error: row.error ?? undefined,
  created_at: row.created_at,
  next_try_at: enabled ? (row.next_try_at ?? undefined) : undefined,
})

/** A message of the log with what was sent and what came back. */
export const toDeliveryDetail = (row: DeliveryRow, enabled: boolean): DeliveryMessage => ({
  ...toDelivery(row, enabled),
  payload: row.payload ?? undefined,
  response: row.response ?? undefined,
})

/** The secrets that sign: the current one, and the previous one while it is valid. */
export function secretsOf(
  row: Pick<WebhookRow, 'secret' | 'previous_secret' | 'previous_secret_until'>,
  at: Date,
): string[] {
  const { secret, previous_secret: previous, previous_secret_until: until } = row
  return previous && until && at < until ? [secret, previous] : [secret]
}

/** The webhook-id header of a message. */
export const messageName = (id: string) => `msg_${id}`
