import { invalid } from '@fingerpost/kit/http/problem'
import { Check } from 'typebox/value'
import type { DateOrder, ReadOptions } from '../../sources/sheet.schema.ts'
import { ImportColumns, ROWS_MAX } from './import.schema.ts'

/**
 * How the body of a request is read. Its query is validated only afterwards. Throws invalid for
 * columns in another form.
 */
export function readOptions(query: Readonly<Record<string, unknown>>): ReadOptions {
  const given = (name: string) => (typeof query[name] === 'string' ? query[name] : undefined)
  return {
    timezone: given('timezone') ?? 'UTC',
    date_order: given('date_order') as DateOrder | undefined,
    columns: columnsOf(given('columns') ?? '{}'),
    max: ROWS_MAX,
  }
}

function columnsOf(text: string): ReadOptions['columns'] {
  try {
    const columns: unknown = JSON.parse(text)
    if (Check(ImportColumns, columns)) return columns
  } catch {}
  const detail = 'must be a JSON object with the field, or null, of each named column'
  throw invalid([{ field: 'columns', code: 'invalid_format', detail }])
}
