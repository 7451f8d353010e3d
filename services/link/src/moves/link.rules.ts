import type { FieldError } from '@fingerpost/kit/http/problem'
import { forLists, LIST_FIELDS, type ListField } from '@fingerpost/protos/redirect-rules'
import { COLUMN_TYPES, type LinkColumns, readValues, valuesOf } from '../model/field.rules.ts'
import { checkSlug } from '../model/slug.rules.ts'
import { checkBytes, faultsOf, replaceList } from '../variants/variant.rules.ts'

/** A hash as this product makes it: others could take any amount of memory to verify. */
const HASH = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/

type Line = Readonly<Record<string, unknown>>

/** The columns of a valid line as a request with the same values would store them. */
export const storedColumns = (line: Line) => ({
  ...readColumns(line).columns,
  ...forLists((field) => replaceList(...kept(field, line[field]))),
})

function readColumns(line: Line): { columns: Partial<LinkColumns>; errors: FieldError[] } {
  const names = Object.keys(COLUMN_TYPES)
  const { values, clear } = valuesOf(Object.fromEntries(names.map((name) => [name, line[name]])))
  return readValues(values, clear)
}

/** What the rules of links say about a line of an export. */
export function checkLinkLine(line: Line): FieldError[] {
  const { password_hash: hash } = line
  const { errors } = readColumns(line)
  const slug = checkSlug(line.slug as string)
  if (slug) errors.push(slug)
  if (hash !== null && !HASH.test(hash as string)) {
    errors.push({
      field: 'password_hash',
      code: 'invalid',
      detail: 'must be an argon2id hash with the parameters of this product',
    })
  }
  const ofLists = LIST_FIELDS.flatMap((field) => faultsOf(...kept(field, line[field])))
  if (ofLists.length > 0) return [...errors, ...ofLists]
  const fault = checkBytes(storedColumns(line))
  return fault ? [...errors, { field: 'lists', ...fault }] : errors
}

/** The arguments of `replaceList` for a list that keeps its ids. */
function kept(field: ListField, items: unknown) {
  const given = items as Parameters<typeof replaceList<ListField>>[1]
  return [field, given, given as readonly { id: number }[], [], field] as const
}
