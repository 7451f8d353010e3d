import type { ListField, Lists } from '@fingerpost/protos/redirect-rules'
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'
import type { LinkColumns } from './field.rules.ts'

/** A list stored as one JSON value. */
type Json<T> = ColumnType<T[], string | undefined, string>

type ListColumns = { [F in ListField]: Json<Lists[F][number]> }

export interface LinkTable extends LinkColumns, ListColumns {
  id: GeneratedAlways<number>
  org_id: number
  user_id: number
  domain_id: number
  domain: string
  slug: string
  slug_key: string
  password_hash: string | null
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  deleted_at: Date | null
  /** The last change, if only the service itself has changed the link. */
  system_updated_at: Generated<Date | null>
  /** When the link was deleted permanently. */
  purged_at: Generated<Date | null>
  idempotency_key: Generated<Buffer | null>
  /** The expiry that webhooks were last notified of. */
  reported_expires_at: Generated<Date | null>
  reported_expires_after: Generated<number | null>
  /** The link's version when its limit last changed, set by a database trigger. */
  limit_version: Generated<number>
  /** The version at which the link last went from no limit to a limit. */
  limit_started: Generated<number>
}

export interface LinkClicksTable {
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

export type LinkRow = Selectable<LinkTable>

/** A link with its click totals. */
export type CountedLinkRow = LinkRow & { clicks: number | null; clicked_at: Date | null }
