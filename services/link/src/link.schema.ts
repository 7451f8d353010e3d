import type { ImportRowTable, ImportTable } from './imports/import.schema.ts'
import type { LinkClicksTable, LinkTable } from './model/row.schema.ts'
import type { NoteTable } from './notes/note.schema.ts'
import type { OutboxTable } from './outbox/outbox.schema.ts'
import type { RepublicationTable } from './republish/republication.schema.ts'
import type { VisitorSaltTable } from './salts/salt.schema.ts'
import type { WebhookDeliveryTable, WebhookTable } from './webhooks/webhook.schema.ts'

/** The tables of the database `link` after all migrations. */
export interface LinkSchema {
  links: LinkTable
  link_clicks: LinkClicksTable
  outbox: OutboxTable
  republications: RepublicationTable
  imports: ImportTable
  import_rows: ImportRowTable
  notes: NoteTable
  visitor_salts: VisitorSaltTable
  webhooks: WebhookTable
  webhook_deliveries: WebhookDeliveryTable
}
