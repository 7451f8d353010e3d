import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'

export interface AbRow {
  id: number
  url: string
  percent: number
}

export interface GeoRow {
  id: number
  url: string
  country: string
}

/** A list stored as one JSON value. */
type Json<T> = ColumnType<T[], string | undefined, string>

interface LinkTable {
  id: GeneratedAlways<number>
  org_id: number
  user_id: number
  domain_id: number
  domain: string
  slug: string
  slug_key: string
  url: string
  title: Generated<string>
  folder_id: number | null
  tag_ids: Generated<number[]>
  utm_source: string | null
  utm_medium: string | null
  utm_campaign: string | null
  utm_term: string | null
  utm_content: string | null
  utm_reference: string | null
  redirect_code: number | null
  password_hash: string | null
  expires_at: Date | null
  expires_after: Generated<number>
  expire_url: string | null
  ios: string | null
  android: string | null
  ab: Json<AbRow>
  geo: Json<GeoRow>
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  deleted_at: Date | null
  idempotency_key: Generated<Buffer | null>
  /** The expiry that webhooks were last notified of. */
  told_expires_at: Generated<Date | null>
  told_expires_after: Generated<number | null>
  /** The link's version when its limit last changed, set by a database trigger. */
  limit_version: Generated<number>
  /** The version at which the link last went from no limit to a limit. */
  limit_started: Generated<number>
}

interface LinkClicksTable {
  link_id: number
  org_id: number
  clicks: Generated<number>
  clicked_at: Date | null
  taken: Generated<number>
  counter_id: string | null
  granted: Generated<number>
  used: Generated<number>
  limit_version: Generated<number>
  /** Copies of the link's columns, maintained by database triggers. */
  link_deleted_at: Generated<Date | null>
  link_expires_after: Generated<number | null>
}

interface OutboxTable {
  id: GeneratedAlways<number>
  link_id: number
  kind: 'created' | 'updated' | 'deleted'
  created_at: Generated<Date>
  left_domain_id: number | null
  left_slug_key: string | null
}

interface RepublicationTable {
  id: GeneratedAlways<number>
  after_id: Generated<number>
  records: Generated<number>
  asked_at: Generated<Date>
  finished_at: Date | null
}

export interface ImportFault {
  code: string
  detail: string
  field: string
}

interface ImportTable {
  id: GeneratedAlways<number>
  org_id: number
  user_id: number
  domain_id: number
  folder_id: number | null
  tag_ids: Generated<number[]>
  status: Generated<'filling' | 'queued' | 'running' | 'done'>
  created_at: Generated<Date>
  /** Null until the import is started, and for imports started by version 0.1. */
  next_piece_at: Date | null
  last_piece_at: Date | null
  request_key: Buffer | null
}

interface ImportRowTable {
  import_id: number
  index: number
  url: string
  domain: string | null
  slug: string | null
  cells: ColumnType<Record<string, string> | null, string | null, never>
  link_id: number | null
  error: ColumnType<ImportFault | null, string | null, string | null>
}

interface WebhookTable {
  id: GeneratedAlways<number>
  org_id: number
  user_id: number
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

interface WebhookDeliveryTable {
  id: GeneratedAlways<number>
  webhook_id: number
  message_id: Generated<string>
  link_id: number | null
  type: string
  data: ColumnType<unknown, string, never>
  status: Generated<'pending' | 'delivered' | 'failed'>
  tries: Generated<number>
  response_code: number | null
  duration_ms: number | null
  error: string | null
  created_at: Generated<Date>
  next_try_at: ColumnType<Date | null, Date | null | undefined>
}

/** The tables of the database `link` after all migrations. */
export interface LinkSchema {
  links: LinkTable
  link_clicks: LinkClicksTable
  outbox: OutboxTable
  republications: RepublicationTable
  imports: ImportTable
  import_rows: ImportRowTable
  webhooks: WebhookTable
  webhook_deliveries: WebhookDeliveryTable
}

export type ImportTask = Selectable<ImportTable>
export type LinkRow = Selectable<LinkTable>
export type WebhookRow = Selectable<WebhookTable>
export type DeliveryRow = Selectable<WebhookDeliveryTable>

/**
 * Columns by name: a prepared statement with `*` fails on open connections as soon as a migration
 * adds a column.
 */
const COLUMNS = [
  'id',
  'org_id',
  'user_id',
  'domain_id',
  'domain',
  'slug',
  'slug_key',
  'url',
  'title',
  'folder_id',
  'tag_ids',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_reference',
  'redirect_code',
  'password_hash',
  'expires_at',
  'expires_after',
  'limit_version',
  'expire_url',
  'ios',
  'android',
  'ab',
  'geo',
  'version',
  'created_at',
  'updated_at',
  'deleted_at',
] as const satisfies (keyof LinkRow)[]

/** All columns of a link, qualified with the table name. */
export const LINK_COLUMNS = COLUMNS.map((name) => `links.${name}`).join(', ')

/** A link with its click totals. */
export type CountedLinkRow = LinkRow & { clicks: number | null; clicked_at: Date | null }

export const UTM_FIELDS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_reference',
] as const
