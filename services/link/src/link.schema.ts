import type { LinkClicksTable, LinkTable } from './model/row.schema.ts'

/** The tables of the database `link` after all migrations; features add theirs to this interface. */
export interface LinkSchema {
  links: LinkTable
  link_clicks: LinkClicksTable
}
