import type { ClickRecord } from '@fingerpost/protos/analytics/v1/analytics'
import { CLICK_FIELDS, type ClickField, type FieldKind } from '@fingerpost/protos/dimensions'

const FIELDS = Object.entries(CLICK_FIELDS) as [ClickField, FieldKind][]
const OPTIONAL = FIELDS.flatMap(([name, kind]) => (kind === 'optional' ? [name] : []))

/** The columns of a click with the field names of the proto, as a list for SELECT. */
export const CLICK = FIELDS.filter(([, kind]) => kind !== 'time')
  .map(([name, kind]) => (kind === 'json' ? `${name} AS ${name}_json` : name))
  .concat('toUnixTimestamp64Milli(created_at) AS created_at_ms')
  .join(', ')

/** Converts missing values: empty in the table, absent in the proto. */
export function toRecord(row: ClickRecord): ClickRecord {
  const record: Record<string, unknown> = { ...row }
  for (const name of OPTIONAL) record[name] ||= undefined
  return record as unknown as ClickRecord
}
