import type { Schemas } from '@fingerpost/client'

/** A row of a file, with its number there. */
export interface Line {
  number: number
  cells: readonly string[]
}

/** A file as the API reads it. */
export interface Sheet {
  file: File
  type: string
  header: readonly string[]
  /** The field that each column is recognized as, of those in the API. */
  fields: readonly (string | null)[]
  /** How many values of each column are lost if it is left out. */
  values: readonly number[]
  lines: readonly Line[]
  tables: readonly { name: string; rows: number }[]
}

const TYPES = new Map([
  ['json', 'application/json'],
  ['jsonl', 'application/x-ndjson'],
  ['ndjson', 'application/x-ndjson'],
  ['sql', 'application/sql'],
  ['htm', 'text/html'],
  ['html', 'text/html'],
])

/** The content type of a file by its name. */
export const typeOf = (name: string): string =>
  TYPES.get(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '') ?? 'text/csv'

/** A file and what the API has found in it. */
export function sheetOf(file: File, { columns, rows, tables }: Schemas['ImportLook']): Sheet {
  const type = typeOf(file.name)
  const header = columns.map(({ name }) => name)
  const hasHeader = type === 'text/csv' && !header.every((name) => /^column \d+$/.test(name))
  return {
    file,
    type,
    header,
    fields: columns.map(({ field }) => field),
    values: columns.map(({ values }) => values),
    lines: rows.map((cells, i) => ({ number: i + (hasHeader ? 2 : 1), cells })),
    tables,
  }
}

/** The names of tags in a cell: of a JSON list, or separated; distinct without regard to case. */
export function namesOf(cell: string): string[] {
  const names = jsonNames(cell) ?? separated(cell)
  const alike = Map.groupBy(names.filter(Boolean), (name) => name.toLowerCase())
  return [...alike.values()].flatMap((spelled) => spelled.slice(0, 1))
}

const separated = (cell: string) =>
  [...cell.matchAll(/\s*"((?:[^"]|"")*)"\s*(?=[,;|]|$)|[^,;|]+/g)].map(([name, quoted]) =>
    (quoted?.replaceAll('""', '"') ?? name).trim(),
  )

function jsonNames(cell: string): string[] | undefined {
  if (!cell.startsWith('[')) return undefined
  try {
    return (JSON.parse(cell) as (string | { name?: string })[]).map((it) =>
      typeof it === 'string' ? it : (it.name ?? ''),
    )
  } catch {
    return undefined
  }
}
