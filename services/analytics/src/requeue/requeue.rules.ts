import { parseJson } from '@fingerpost/kit/text/json'
import type { Click } from '@fingerpost/protos/click/v1/click'
import { type ClickRow, EMPTY_ROW } from '../clicks/click.schema.ts'

/** Content that can be retried: a click as sent by redirect, or a row that the table refused. */
export type Content = { click: Partial<Click> } | { row: ClickRow }

/** Parses the content of a rejected click; undefined if its text was cut or is not a click. */
export function contentOf(text: string): Content | undefined {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || !('org_id' in value)) return undefined
  if ('created_at_ms' in value) return { click: value as Partial<Click> }
  const row = value as Partial<ClickRow>
  // A release before a new column stored a row without it.
  return typeof row.created_at === 'number'
    ? { row: { ...EMPTY_ROW, ...row } as ClickRow }
    : undefined
}
