import { invalid } from '@fingerpost/kit/http/problem'
import type { ImportRow } from '@fingerpost/protos/link/v1/import'
import { isRedundant, mapColumns } from './column.rules.ts'
import { rowReader } from './row.rules.ts'
import type { OtherTable, ReadOptions, Sheet } from './sheet.schema.ts'
import { isValue } from './value.rules.ts'

/** The links of a file, and what of it is left out. */
export interface Links {
  rows: ImportRow[]
  /** Columns with values that are not imported, with their number of values. */
  left_out: { column: string; values: number }[]
  /** Other tables of a dump, which are not imported. */
  tables: OtherTable[]
}

/** What a file has, before it is imported. */
export interface Look {
  columns: {
    name: string
    /** The field that it is recognized as. */
    field: string | null
    /** The number of values that are lost if it is left out. */
    values: number
  }[]
  rows: (readonly string[])[]
  tables: OtherTable[]
}

/** The links of a table. Throws invalid if it is unclear which column has the destinations. */
export function readLinks(sheet: Sheet, options: ReadOptions): Links {
  checkZone(options.timezone)
  const { mapping, doubt } = mapColumns(sheet, options.columns)
  if (doubt) throw invalid([{ field: 'columns', code: 'unclear_destination', detail: doubt }])
  const left = lookAt(sheet, options).columns.filter(({ field, values }) => !field && values > 0)
  return {
    rows: sheet.rows.map(rowReader(sheet, mapping, options)),
    left_out: left.map(({ name, values }) => ({ column: name, values })),
    tables: sheet.tables,
  }
}

/** The columns of a table with the fields that they are recognized as, and its cells. */
export function lookAt(sheet: Sheet, options: Pick<ReadOptions, 'columns'>): Look {
  const { mapping } = mapColumns(sheet, options.columns)
  const fields = new Map([...mapping].map(([field, at]) => [at, field]))
  const columns = sheet.columns.map((name, at) => ({
    name,
    field: fields.get(at) ?? null,
    values: isRedundant(name)
      ? 0
      : sheet.rows.filter(({ cells }) => isValue(cells[at] ?? '')).length,
  }))
  return { columns, rows: sheet.rows.map(({ cells }) => cells), tables: sheet.tables }
}

function checkZone(timezone: string): void {
  try {
    if (/^[A-Za-z]/.test(timezone)) {
      return void new Intl.DateTimeFormat('en', { timeZone: timezone })
    }
  } catch {}
  const detail = 'must be the name of a time zone, such as Europe/Berlin'
  throw invalid([{ field: 'timezone', code: 'invalid_format', detail }])
}
