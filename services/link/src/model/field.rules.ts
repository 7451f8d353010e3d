import type { FieldError } from '@fingerpost/kit/http/problem'
import { forDestinations } from '@fingerpost/protos/redirect-rules'
import {
  count,
  folderId,
  type Kind,
  mainDestination,
  otherDestination,
  redirectCode,
  tagIds,
  text,
  time,
  title,
} from './value.rules.ts'

const UTM_MAX = 512

/**
 * The fields of a link that its team sets, by their names in messages. Columns, types, empty
 * values, validation and import cells derive from this table.
 */
export const LINK_FIELDS = {
  url: { ...mainDestination, isRequired: true },
  title,
  folder_id: folderId,
  tags: { ...tagIds, column: 'tag_ids' },
  utm_source: text(UTM_MAX),
  utm_medium: text(UTM_MAX),
  utm_campaign: text(UTM_MAX),
  utm_term: text(UTM_MAX),
  utm_content: text(UTM_MAX),
  utm_reference: text(UTM_MAX),
  redirect_code: redirectCode,
  expires_at: time,
  expires_after: count,
  expire_url: otherDestination(),
  ...forDestinations(() => otherDestination(true)),
} as const

type Fields = typeof LINK_FIELDS
export type LinkField = keyof Fields
type ColumnOf<Name extends LinkField> = Fields[Name] extends { column: infer Column extends string }
  ? Column
  : Name

type StoredOf<Name extends LinkField> = ReturnType<Fields[Name]['read']>

/** The columns of the fields. */
export type LinkColumns = { [Name in LinkField as ColumnOf<Name>]: StoredOf<Name> }

/** The values of a request; fields that it does not mention are absent. */
export type LinkValues = { [Name in LinkField]?: Parameters<Fields[Name]['read']>[0] | undefined }

/** Fields that messages show as catalog describes them. */
const LABELS = ['folder_id', 'tags'] as const

/** The values that messages show, without labels. */
type ShownValues = {
  [Name in Exclude<LinkField, (typeof LABELS)[number]>]: Shown<StoredOf<Name>>
}
type Shown<Stored> = null extends Stored ? Exclude<Stored, null> | undefined : Stored

interface Field extends Kind<unknown, unknown> {
  name: LinkField
  column: string
  isRequired: boolean
}

const FIELDS: readonly Field[] = Object.entries(LINK_FIELDS).map(([name, field]) => ({
  column: name,
  isRequired: false,
  ...(field as Kind<unknown, unknown>),
  name: name as LinkField,
}))

/** The columns of the fields, by name, with their types in Postgres. */
export const COLUMN_TYPES = Object.fromEntries(
  FIELDS.map(({ column, sql }) => [column, sql]),
) as Readonly<Record<keyof LinkColumns, string>>

/** The columns of a link for which no values are given. */
export const EMPTY = Object.fromEntries(
  FIELDS.map(({ column, empty }) => [column, empty]),
) as LinkColumns

/** Validates the values of a request. Returns the columns that it sets or clears, and all errors. */
export function readValues(
  values: LinkValues,
  clear: readonly string[],
): { columns: Partial<LinkColumns>; errors: FieldError[] } {
  const errors: FieldError[] = []
  const columns: Record<string, unknown> = {}
  for (const { name: field, column, empty, isRequired, read } of FIELDS) {
    const wrong = (code: string, detail: string) => errors.push({ field, code, detail })
    const given = values[field]
    if (given !== undefined) columns[column] = read(given, wrong)
    if (isRequired && given === '') wrong('required', 'is required')
    if (!clear.includes(field)) continue
    if (isRequired) wrong('required', 'cannot be null')
    else columns[column] = empty
  }
  return { columns: columns as Partial<LinkColumns>, errors }
}

/** The inverse of `readValues`: what a request would say to set these columns. */
export function valuesOf(columns: Readonly<Record<string, unknown>>): {
  values: LinkValues
  clear: LinkField[]
} {
  const values: Record<string, unknown> = {}
  const clear: LinkField[] = []
  for (const { name, column, sql } of FIELDS) {
    const stored = columns[column]
    if (stored === undefined) continue
    if (stored === null) clear.push(name)
    else if (sql === 'bigint[]') values[name] = { ids: stored }
    else values[name] = sql === 'timestamptz' ? new Date(stored as string) : stored
  }
  return { values: values as LinkValues, clear }
}

/** Parses the cells of an imported row. Returns its values, or the first error. */
export function readCells(cells: Readonly<Record<string, string>>): LinkValues | FieldError {
  const values: Record<string, unknown> = {}
  for (const { name: field, cell } of FIELDS) {
    const text = cells[field]
    if (!cell || text === undefined) continue
    if (cell.form && !cell.form.test(text)) {
      return { field, code: 'invalid_format', detail: cell.detail ?? '' }
    }
    values[field] = cell.parse(text)
  }
  return values as LinkValues
}

const SHOWN = FIELDS.filter(({ name }) => !(LABELS as readonly string[]).includes(name))

/** The values of a row as messages show them: absent instead of null, without labels. */
export function shownValues(row: LinkColumns): ShownValues {
  const shown: Record<string, unknown> = {}
  // A loop, because this runs for every link of a list.
  for (const { name, column } of SHOWN) shown[name] = row[column as keyof LinkColumns] ?? undefined
  return shown as ShownValues
}

/** The destinations among columns or cells, by name. */
export const destinationsOf = (
  values: Readonly<Record<string, unknown>>,
): Record<string, string | null | undefined> =>
  Object.fromEntries(
    FIELDS.flatMap(({ name, column, isDestination }) =>
      isDestination ? [[name, values[column] as string | null | undefined]] : [],
    ),
  )
