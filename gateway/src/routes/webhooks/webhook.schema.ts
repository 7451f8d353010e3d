import { DELIVERY_STATUSES, EVENT_TYPES, WEBHOOK_SORTS } from '@fingerpost/protos/words'
import { Type } from 'typebox'
import {
  DateTime,
  Envelope,
  Nullable,
  OptionalText,
  PageQuery,
  PathId,
  SortQuery,
} from '../../schema/shared.schema.ts'
import { ignored } from '../../schema/text.schema.ts'

const fields = {
  id: Type.Integer(),
  org_id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  disabled_reason: Nullable(Type.String()),
  failures: Type.Integer(),
  failing_since: Nullable(DateTime),
  previous_secret_until: Nullable(DateTime),
  created_at: DateTime,
  updated_at: DateTime,
}

export const Webhook = Type.Object(fields, { title: 'Webhook' })

/** The only response that contains the secret. */
export const CreatedWebhook = Type.Object(
  { ...fields, secret: Type.String() },
  { title: 'CreatedWebhook' },
)

const url = Type.Unsafe<string>({ type: 'string', 'x-url': 'http' })
const events = Type.Unsafe<string[]>({
  type: 'array',
  items: { type: 'string', enum: [...EVENT_TYPES] },
  minItems: 1,
  maxItems: 50,
})
const settable = {
  ...ignored([
    'id',
    'org_id',
    'disabled_reason',
    'failures',
    'failing_since',
    'previous_secret_until',
    'created_at',
    'updated_at',
  ]),
  name: OptionalText(64),
  secret: OptionalText(128),
  enabled: Type.Optional(Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] })),
}

export const CreateWebhook = Type.Object(
  { ...settable, url, events },
  { additionalProperties: false },
)

export const UpdateWebhook = Type.Object(
  { ...settable, url: Type.Optional(url), events: Type.Optional(events) },
  { additionalProperties: false },
)

export const ListWebhooksQuery = Type.Object(
  { ...PageQuery, ...SortQuery(WEBHOOK_SORTS) },
  { additionalProperties: false },
)

const delivery = {
  id: Type.Integer(),
  message_id: Type.String(),
  type: Type.String(),
  status: Type.String(),
  tries: Type.Integer(),
  response_code: Nullable(Type.Integer()),
  duration_ms: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
  created_at: DateTime,
  next_try_at: Nullable(DateTime),
}

/** A message to a webhook and its delivery state. */
export const Delivery = Type.Object(delivery, { title: 'Delivery' })

/** A message with what the last try sent and received. */
export const DeliveryDetail = Type.Object(
  { ...delivery, payload: Nullable(Type.String()), response: Nullable(Type.String()) },
  { title: 'DeliveryDetail' },
)

export const DeliveryParams = Type.Object({ id: PathId, delivery_id: PathId })

export const DeliveryList = Envelope(Delivery)

export const ListDeliveriesQuery = Type.Object(
  {
    ...PageQuery,
    status: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: [...DELIVERY_STATUSES] })),
  },
  { additionalProperties: false },
)
