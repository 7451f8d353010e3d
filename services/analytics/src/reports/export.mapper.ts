import { invalid } from '@fingerpost/kit/http/problem'
import { FORMULA, FORMULA_BYTES } from '@fingerpost/kit/text/formula'
import { ExportClicksResponse } from '@fingerpost/protos/analytics/v1/analytics'
import { CLICK_FIELDS, type FieldKind } from '@fingerpost/protos/dimensions'

const TIME = "concat(replaceOne(toString(created_at), ' ', 'T'), 'Z')"

/** SQL for the value of a field. */
const VALUES: Partial<Record<FieldKind, (name: string) => string>> = {
  id: (name) => `toString(${name})`,
  time: () => TIME,
  json: (name) => `if(${name} = '', '{}', ${name})`,
}

/** The columns of an export, in the order and with the names of the REST API. */
const COLUMNS = (Object.entries(CLICK_FIELDS) as [string, FieldKind][]).map(
  ([name, kind]) => [name, VALUES[kind]?.(name) ?? name, kind] as const,
)

/** Kinds without quotation marks in JSON. */
const PLAIN: readonly FieldKind[] = ['integer', 'boolean']

const asJson = (sql: string, kind: FieldKind): string => {
  if (kind === 'json') return sql
  if (PLAIN.includes(kind)) return `toString(${sql})`
  const text = `toJSONString(${sql})`
  return kind === 'optional' ? `if(${sql} = '', 'null', ${text})` : text
}

// Checking the first byte decides most cases and is cheaper than the regular expression.
const IS_FORMULA = `(ascii($) IN (${FORMULA_BYTES}) AND match($, '${FORMULA.replaceAll('\\', '\\\\')}'))`

/** Escapes a cell that a spreadsheet would run as a formula, as other exports do. */
const asCell = (sql: string, kind: FieldKind): string => {
  if (PLAIN.includes(kind)) return `toString(${sql})`
  const harmless = `if(${IS_FORMULA.replaceAll('$', sql)}, concat('\\'', ${sql}), ${sql})`
  const quoted = `concat('"', replaceAll(${harmless}, '"', '""'), '"')`
  return `if(match(${sql}, '[",\\r\\n]'), ${quoted}, ${harmless})`
}

interface ExportFormat {
  /** The text before the first click. */
  head: string
  /** SQL for the line of one click, with the line feed. */
  line: string
}

export const EXPORT_FORMATS: Record<string, ExportFormat> = {
  csv: {
    head: `${COLUMNS.map(([name]) => name).join(',')}\n`,
    line: `concat(${COLUMNS.map(([, sql, kind]) => asCell(sql, kind)).join(", ',', ")}, '\\n')`,
  },
  ndjson: {
    head: '',
    line: `concat('{', ${COLUMNS.map(([name, sql, kind]) => `'"${name}":', ${asJson(sql, kind)}`).join(", ',', ")}, '}\\n')`,
  },
}

/** Throws invalid_request for an unknown format. */
export function checkFormat(format: string): void {
  if (Object.hasOwn(EXPORT_FORMATS, format)) return
  const detail = `must be one of ${Object.keys(EXPORT_FORMATS).join(', ')}`
  throw invalid([{ field: 'format', code: 'not_allowed', detail }])
}

/**
 * Serializes a piece like the generated code, but copies the text once instead of three times:
 * field 1 is the text, prefixed with its length.
 */
export function exportBytes({ text, ...rest }: ExportClicksResponse): Buffer {
  const end = ExportClicksResponse.encode({ ...rest, text: new Uint8Array() }).finish()
  const head = [10]
  for (let length = text.length; ; length >>>= 7) {
    head.push(length < 128 ? length : (length & 127) | 128)
    if (length < 128) break
  }
  return Buffer.concat([Buffer.from(head), text, end])
}
