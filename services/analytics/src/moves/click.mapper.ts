import { createHash } from 'node:crypto'
import {
  count,
  flag,
  id,
  type MoveField,
  type MoveLine,
  pastTime,
  type Renumber,
  text,
} from '@fingerpost/kit/move/field'
import { type AddressPrecision, truncateAddress } from '@fingerpost/kit/net/ip'
import { CLICK_FIELDS, type ClickField } from '@fingerpost/protos/dimensions'
import { CLICK_COLUMNS, type ClickColumn, type ClickRow } from '../clicks/click.schema.ts'

/** Longer than any text of a click. */
const TEXT_MAX = 200_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const LIST_ITEM = /^([a-z_]+):(\d{1,15})$/

/** Visitor ids are only valid on one instance, and the team has another id. */
const LEFT_OUT: readonly ClickColumn[] = ['org_id', 'visitor']
const COLUMNS = (Object.keys(CLICK_COLUMNS) as ClickColumn[]).filter((it) => !LEFT_OUT.includes(it))

const BY_TYPE: Record<(typeof CLICK_COLUMNS)[ClickColumn]['type'], MoveField> = {
  UUID: {
    must: 'must be a UUID',
    isValid: (value) => typeof value === 'string' && UUID.test(value),
  },
  "DateTime64(3, 'UTC')": pastTime,
  UInt64: count,
  String: text(TEXT_MAX),
  'LowCardinality(String)': text(TEXT_MAX),
  Bool: flag,
}

/** Columns that the API returns as JSON. */
const HAS_JSON = new Set(
  Object.keys(CLICK_FIELDS).filter((it) => CLICK_FIELDS[it as ClickField] === 'json'),
)

const JSON_OBJECT: MoveField = {
  must: `must be a text of at most ${TEXT_MAX} characters that is a JSON object or empty`,
  isValid: (value) =>
    text(TEXT_MAX).isValid(value) && (value === '' || isJsonObject(value as string)),
}

function isJsonObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** The fields of a click; those with ids or JSON, and otherwise by the type of the column. */
export const CLICK_LINE: Record<string, MoveField> = {
  ...Object.fromEntries(
    COLUMNS.map((name) => [
      name,
      HAS_JSON.has(name) ? JSON_OBJECT : BY_TYPE[CLICK_COLUMNS[name].type],
    ]),
  ),
  link_id: id('links'),
  domain_id: {
    ...count,
    renumber: (value: number, to: Renumber) => (value === 0 ? 0 : to('domains', value)),
  },
  variant: {
    ...text(TEXT_MAX),
    renumber: (value: string, to: Renumber) =>
      value.replace(LIST_ITEM, (_, list, item) => `${list}:${to('list_items', Number(item))}`),
  },
}

const JSON_OF: Record<string, (name: string) => string> = {
  UUID: (name) => `'"', toString(${name}), '"'`,
  "DateTime64(3, 'UTC')": (name) => `'"', replaceOne(toString(${name}), ' ', 'T'), 'Z"'`,
  UInt64: (name) => `toString(${name})`,
  Bool: (name) => `toString(${name})`,
}

/** SQL for the line of a click. */
export const LINE_SQL = `concat('{', ${COLUMNS.map((name) => {
  const { type } = CLICK_COLUMNS[name]
  return `'"${name}":', ${JSON_OF[type]?.(name) ?? `toJSONString(${name})`}`
}).join(", ',', ")}, '}\\n')`

/**
 * The row of a line. Its id follows from the team and the id that the click had, so an import that is
 * repeated finds it, and two teams can have the same click. The time in the id stays. The address
 * is reduced like that of a new click.
 */
export function toClickRow(line: MoveLine, orgId: number, precision: AddressPrecision): ClickRow {
  const { id: old, created_at, ip } = line as { id: string; created_at: string; ip: string }
  const hex = createHash('sha256').update(`${orgId} ${old}`).digest('hex')
  return {
    ...(line as unknown as ClickRow),
    id: `${old.slice(0, 14)}7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`,
    created_at: Date.parse(created_at),
    ip: truncateAddress(ip, precision),
    org_id: orgId,
    visitor: '0',
  }
}
