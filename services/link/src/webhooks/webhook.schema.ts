import type { DeliveryStatus } from '@fingerpost/protos/words'
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'

declare module '../link.schema.ts' {
  interface LinkSchema {
    webhooks: WebhookTable
    webhook_deliveries: WebhookDeliveryTable
  }
}

export interface WebhookTable {
  id: GeneratedAlways<number>
  org_id: number
  /** Who set its URL and secret, or took it over from a person who left. */
  user_id: number
  /** The API key that did so. */
  key_id: number | null
  name: Generated<string>
  url: string
  events: string[]
  secret: string
  enabled: Generated<boolean>
  disabled_reason: 'failing' | 'gone' | null
  failures: Generated<number>
  failing_since: Date | null
  previous_secret: string | null
  previous_secret_until: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export interface WebhookDeliveryTable {
  id: GeneratedAlways<number>
  webhook_id: number
  message_id: Generated<string>
  link_id: number | null
  type: string
  data: ColumnType<unknown, string, never>
  status: Generated<DeliveryStatus>
  tries: Generated<number>
  response_code: number | null
  duration_ms: number | null
  error: string | null
  /** The body that the last try sent. */
  payload: string | null
  /** The start of the last response's body. */
  response: string | null
  created_at: Generated<Date>
  next_try_at: ColumnType<Date | null, Date | null | undefined>
  queued_at: Generated<Date>
}

export type WebhookRow = Selectable<WebhookTable>
export type DeliveryRow = Selectable<WebhookDeliveryTable>
