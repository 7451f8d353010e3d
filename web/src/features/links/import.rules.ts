import { text } from '#messages/links-import.ts'
import { fieldName } from '../../shared/field-name.rules.ts'
import { completeUrl } from '../../shared/url-input.rules.ts'
import { LIST_FIELDS, type ListField } from './destination.rules.ts'
import { LABELS, LINK_FIELDS, type LinkField } from './link-fields.rules.ts'
import { type Line, markFormula, namesOf, tagsCell, unmarkFormula } from './sheet.rules.ts'

type ColumnOf<Name extends LinkField> = (typeof LINK_FIELDS)[Name] extends {
  column: infer Column
}
  ? Column
  : Name

/** The fields that a column of a file can be mapped to: columns of an import. */
export type Field =
  | NonNullable<{ [Name in LinkField]: ColumnOf<Name> }[LinkField]>
  | ListField
  | 'has_password'

interface Columns {
  part: string
  column?: string | undefined
  aliases?: readonly string[]
}

/** Other names of columns in files. */
const ALIASES = new Map<Field, readonly string[]>([
  ...Object.entries<Columns>(LINK_FIELDS).flatMap(([name, field]): [Field, readonly string[]][] => {
    const { column = name, aliases = [] } = field
    return 'column' in field && !field.column ? [] : [[column as Field, aliases]]
  }),
  ...[...LIST_FIELDS, 'has_password' as const].map((it): [Field, readonly string[]] => [it, []]),
])
export const FIELDS = [...ALIASES.keys()]
/** The fields that most files have. */
export const MAIN: readonly Field[] = ['url', 'slug', 'domain', 'title', 'folder', 'tags']

const IMPORT_LABELS = { ...LABELS, has_password: text.hasPassword }

/** The label of a field, or of a field in an error of the API. */
export const labelOf = (field: string): string => fieldName(field, IMPORT_LABELS)

/** The column index of each field; -1 if there is none. */
export type Mapping = Readonly<Record<Field, number>>

/** A link that is to be imported, with its line in the file. */
export interface ImportRow {
  line: Line
  /** The cells of mapped fields; names of tags are separated by commas. */
  cells: Readonly<Partial<Record<Field, string>>>
}

/** A row that cannot be imported, or was not. */
export interface Fault {
  line: Line
  /** The name of the field in the API; empty if the fault concerns no single field. */
  field: string
  detail: string
}

const keyOf = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

/** Whether a file names a column as an import does, or nearly so. */
export const isKnown = (name: string): boolean =>
  FIELDS.some((field) => field === keyOf(name) || ALIASES.get(field)?.includes(keyOf(name)))

/**
 * Maps columns by common names; without a URL column by name, uses the first that contains URLs.
 */
export function guessMapping(header: readonly string[], lines: readonly Line[]): Mapping {
  const keys = header.map(keyOf)
  const named = (field: Field): number => {
    const own = keys.indexOf(field)
    return own < 0 ? keys.findIndex((key) => ALIASES.get(field)?.includes(key)) : own
  }
  const mapping = Object.fromEntries(FIELDS.map((field) => [field, named(field)])) as Mapping
  if (mapping.url >= 0) return mapping
  const url = header.findIndex((_, i) =>
    lines.some(({ cells }) => /^https?:/i.test(cells[i] ?? '')),
  )
  return { ...mapping, url }
}

/** The links of a file. */
export function toImportRows(lines: readonly Line[], mapping: Mapping): ImportRow[] {
  const mapped = FIELDS.filter((field) => mapping[field] >= 0)
  return lines.map((line) => {
    const cells = mapped.flatMap((field) => {
      const cell = read(field, unmarkFormula(line.cells[mapping[field]] ?? ''))
      return cell === '' ? [] : [[field, cell] as const]
    })
    return { line, cells: withAddress(Object.fromEntries(cells)) }
  })
}

/** A short URL in place of a slug is an address, which may be printed somewhere. */
function withAddress(cells: ImportRow['cells']): ImportRow['cells'] {
  const { slug = '' } = cells
  const url = URL.parse(/^[\w.-]+\.[\w-]+(:\d+)?\//.test(slug) ? `https://${slug}` : slug)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname === '/') return cells
  return { ...cells, domain: url.hostname, slug: decoded(url.pathname.slice(1)) }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Spaces around a value are part of it only in UTM parameters. */
function read(field: Field, text: string): string {
  if (field === 'url') return completeUrl(text)
  if (field === 'tags') return tagsCell(namesOf(text))
  return field.startsWith('utm_') ? text : text.trim()
}

/** A table for the API: its columns, and its cells row by row. */
export function toTable(rows: readonly ImportRow[]): { fields: Field[]; data: string[][] } {
  const used = new Set(rows.flatMap(({ cells }) => Object.keys(cells)))
  const fields = FIELDS.filter((it) => it === 'url' || used.has(it))
  const data = rows.map(({ cells }) => fields.map((field) => markFormula(cells[field] ?? '')))
  return { fields, data }
}

export const tagsOf = ({ cells }: ImportRow): string[] => namesOf(cells.tags ?? '')

/** A fault as the API reports it: its detail begins with the name of the field. */
export const faultOf = (
  { line }: ImportRow,
  { field, detail }: { field: string | null; detail: string },
): Fault => ({
  line,
  field: field ?? '',
  detail: field && detail.startsWith(`${field}: `) ? detail.slice(field.length + 2) : detail,
})

/** The lines of a file that failed, with their numbers and reasons, to be corrected and imported again. */
export function toFailedTable(
  header: readonly string[],
  faults: readonly Fault[],
): { fields: string[]; data: string[][] } {
  const others = header.flatMap((name, i) => (OWN.includes(name) ? [] : [i]))
  return {
    fields: [...others.map((i) => header[i] ?? ''), ...OWN],
    data: faults.map(({ line, field, detail }) => [
      ...others.map((i) => line.cells[i] ?? ''),
      `${line.number}`,
      field ? text.fault({ field: labelOf(field), detail }) : detail,
    ]),
  }
}

/** The columns that such a file has besides its own. */
const OWN = ['row', 'error']
