import { parseJson } from '@fingerpost/kit/text/json'
import { type ClickRow, EMPTY_ROW } from '../clicks/click.schema.ts'

/** Content that can be retried: clicks as sent by redirect, or a row that the table refused. */
export type Content = { clicks: unknown[] } | { row: ClickRow }

/** Parses the content of a rejected click; undefined if its text was cut or is not a click. */
export function contentOf(text: string): Content | undefined {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null) return undefined
  if ('clicks' in value) return Array.isArray(value.clicks) ? { clicks: value.clicks } : undefined
  if ('org_id' in value) {
    const row = value as Partial<ClickRow>
    // A release before a new column stored a row without it.
    return typeof row.created_at === 'number'
      ? { row: { ...EMPTY_ROW, ...row } as ClickRow }
      : undefined
  }
  return 'orgId' in value ? { clicks: [value] } : undefined
}
