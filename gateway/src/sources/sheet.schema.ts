import type { FieldError } from '@fingerpost/kit/http/problem'

/** Columns of one file; each costs a pass over its rows. */
export const COLUMNS_MAX = 1_000

/** A file of links as a table of texts. */
export interface Sheet {
  /** Names of the columns, as the file has them. */
  columns: readonly string[]
  /** The rows that are not empty. */
  rows: readonly SheetRow[]
  /** Tables of the file that hold no links, with their number of rows. */
  tables: OtherTable[]
}

export interface SheetRow {
  /** A text for each column; empty for no value. */
  cells: readonly string[]
  /** What is wrong with the whole row. */
  fault?: FieldError
}

export interface OtherTable {
  name: string
  rows: number
}

/** The order of a date such as 3/4/26. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'

/** How a file is read. */
export interface ReadOptions {
  /** The IANA time zone of dates without an offset. */
  timezone: string
  /** The order of dates whose form does not tell; by default, the values of a column decide. */
  date_order?: DateOrder | undefined
  /** The field of a column by its name, or null to leave it out. */
  columns: Readonly<Record<string, string | null>>
  /** The maximum number of rows. */
  max: number
}
