import { text } from '#messages/links-import.ts'
import { fieldName } from '../../shared/field-name.rules.ts'
import { LIST_FIELDS, type ListField } from './destination.rules.ts'
import { LABELS, LINK_FIELDS, type LinkField } from './link-fields.rules.ts'
import { type Line, namesOf, type Sheet } from './sheet.rules.ts'

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

/** The fields that a column can be mapped to, in the order of the form. */
export const FIELDS: readonly Field[] = [
  ...Object.entries<{ part: string; column?: string | undefined }>(LINK_FIELDS).flatMap(
    ([name, field]) =>
      'column' in field && !field.column ? [] : [(field.column ?? name) as Field],
  ),
  ...LIST_FIELDS,
  'has_password' as const,
]
/** The fields that most files have. */
export const MAIN: readonly Field[] = ['url', 'slug', 'domain', 'title', 'folder', 'tags']

const IMPORT_LABELS = { ...LABELS, has_password: text.hasPassword }

/** The label of a field, or of a field in an error of the API. */
export const labelOf = (field: string): string => fieldName(field, IMPORT_LABELS)

/** The column index of each field; -1 if there is none. */
export type Mapping = Readonly<Record<Field, number>>

/** A row of the file as a link, for the preview. */
export interface ImportRow {
  line: Line
  cells: Readonly<Partial<Record<Field, string>>>
}

/** A row that cannot be imported, or was not. */
export interface Fault {
  line: Line
  /** The name of the field in the API; empty if the fault concerns no single field. */
  field: string
  code: string
  detail: string
}

/** The mapping that the API has found; it reads further columns, such as the day of creation, on its own. */
export const foundMapping = ({ fields }: Sheet): Mapping =>
  Object.fromEntries(FIELDS.map((field) => [field, fields.indexOf(field)])) as Mapping

/** The fields of columns that differ from those that the API has found, for a request. */
export function changedColumns(sheet: Sheet, mapping: Mapping): Record<string, string | null> {
  const changed: Record<string, string | null> = {}
  for (const [i, name] of sheet.header.entries()) {
    const found = FIELDS.find((field) => field === sheet.fields[i])
    const field = FIELDS.find((it) => mapping[it] === i)
    if (field !== found) changed[name] = field ?? null
  }
  return changed
}

/** The columns with values that are not imported. */
export const leftOut = (
  { header, fields, values }: Sheet,
  mapping: Mapping,
): { name: string; values: number }[] =>
  header.flatMap((name, i) => {
    const found = fields[i] ?? null
    const isOfApi = found !== null && !FIELDS.includes(found as Field)
    const isMapped = isOfApi || FIELDS.some((field) => mapping[field] === i)
    const lost = values[i] ?? 0
    return isMapped || lost === 0 ? [] : [{ name, values: lost }]
  })

/** The first links of a file. */
export function firstRows({ lines, fields }: Sheet, mapping: Mapping, count: number): ImportRow[] {
  const short = fields.indexOf('short_url')
  return lines.slice(0, count).map((line) => {
    const cells = FIELDS.map((field) => [field, (line.cells[mapping[field]] ?? '').trim()])
    const given = Object.fromEntries(cells.filter(([, cell]) => cell !== '')) as ImportRow['cells']
    const slug = given.slug ?? line.cells[short]
    return { line, cells: slug ? withAddress({ ...given, slug }) : given }
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

export const tagsOf = ({ cells }: ImportRow): string[] => namesOf(cells.tags ?? '')

/** A fault as the API reports it: its detail begins with the name of the field. */
export const faultOf = (
  line: Line,
  { field, code, detail }: { field: string | null; code: string; detail: string },
): Fault => ({
  line,
  code,
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
