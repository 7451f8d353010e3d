import { download } from '../../shared/download.ts'

/** Downloads the table of an element as CSV; times are as in the API, and unknown numbers empty. */
export function saveTable(panel: HTMLElement | null): void {
  const rows = [...(panel?.querySelectorAll('tr') ?? [])].map((row) =>
    [...row.cells].map(contentOf),
  )
  const lines = rows.map((row) => `${row.map(quoted).join(',')}\r\n`)
  void download(new Blob(lines, { type: 'text/csv' }), 'chart.csv')
}

function contentOf(cell: HTMLTableCellElement): string {
  const value = cell.querySelector('time')?.dateTime ?? cell.textContent
  return cell.tagName === 'TD' && !/\d/.test(value) ? '' : value
}

/** A name that looks like a formula is prefixed, so that a spreadsheet does not run it. */
const quoted = (value: string): string =>
  `"${value.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`
