import { markFormula } from '@fingerpost/kit/text/formula'
import { stringify } from 'csv-stringify/sync'

/** How the rows of an export are serialized. */
export interface ExportFormat<Row> {
  type: string
  head: string
  row: (row: Row) => string
}

/**
 * CSV (RFC 4180) with these columns, every cell quoted. A cell that a spreadsheet would run as a
 * formula is prefixed with an apostrophe, which an import removes.
 */
export const csvFormat = <Row>(
  columns: readonly string[],
  cells: (row: Row) => Record<string, unknown>,
): ExportFormat<Row> => {
  const line = (values: unknown[]) =>
    stringify([values], {
      quoted: true,
      quoted_empty: true,
      record_delimiter: 'windows',
      cast: { boolean: String, string: markFormula },
    })
  return {
    type: 'text/csv; charset=utf-8',
    head: line([...columns]),
    row: (row) => {
      const known = cells(row)
      return line(columns.map((name) => known[name]))
    },
  }
}

/** One JSON object per line. */
export const ndjsonFormat = <Row>(): ExportFormat<Row> => ({
  type: 'application/x-ndjson; charset=utf-8',
  head: '',
  row: (row) => `${JSON.stringify(row)}\n`,
})

/** The text of an export in pieces; only one piece is in memory at a time. */
export async function* writeExport<Row>(
  { head, row }: ExportFormat<Row>,
  pieces: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  let before = head
  for await (const piece of pieces) {
    yield before + piece.map(row).join('')
    before = ''
  }
  if (before) yield before
}
