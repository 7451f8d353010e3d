import { invalid } from '@fingerpost/kit/http/problem'
import { FORMULA, FORMULA_BYTES } from '@fingerpost/kit/text/formula'

/** Format of an exported column; `absent` writes null for an empty text. */
type Kind = 'plain' | 'text' | 'absent' | 'json'

const TIME = "concat(replaceOne(toString(created_at), ' ', 'T'), 'Z')"
const text = (name: string): [string, string, Kind] => [name, name, 'text']
const absent = (name: string): [string, string, Kind] => [name, name, 'absent']

/** The columns of an export, in the order and with the names of the REST API. */
const COLUMNS: readonly [name: string, sql: string, kind: Kind][] = [
  ['id', 'toString(id)', 'text'],
  ['link_id', 'toString(link_id)', 'text'],
  ['domain_id', 'domain_id', 'plain'],
  ...['domain', 'slug', 'url'].map(text),
  ['created_at', TIME, 'text'],
  ['updated_at', TIME, 'text'], // clicks never change
  ...['title', 'ip', 'browser', 'os', 'device', 'language', 'platform', 'brand'].map(text),
  ...['referer', 'continent', 'country', 'region', 'city'].map(text),
  absent('color_scheme'),
  ['is_mobile', 'is_mobile', 'plain'],
  ['is_eu', 'is_eu', 'plain'],
  ['geo', "if(geo = '', '{}', geo)", 'json'],
  ['query', "if(query = '', '{}', query)", 'json'],
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_term'].map(absent),
  ...['utm_content', 'utm_reference'].map(absent),
  ['is_bot', 'is_bot', 'plain'],
  ...['variant', 'trigger'].map(text),
]

const asJson = (sql: string, kind: Kind): string => {
  if (kind === 'json') return sql
  if (kind === 'plain') return `toString(${sql})`
  return kind === 'text' ? `toJSONString(${sql})` : `if(${sql} = '', 'null', toJSONString(${sql}))`
}

// Checking the first byte decides most cases and is cheaper than the regular expression.
const IS_FORMULA = `(ascii($) IN (${FORMULA_BYTES}) AND match($, '${FORMULA.replaceAll('\\', '\\\\')}'))`

/** Escapes a cell that a spreadsheet would run as a formula, as other exports do. */
const asCell = (sql: string, kind: Kind): string => {
  if (kind === 'plain') return `toString(${sql})`
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
