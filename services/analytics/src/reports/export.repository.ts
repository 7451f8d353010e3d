import type { ExportClicksResponse } from '@fingerpost/protos/analytics/v1/analytics'
import type { ClickHouse } from '../store/clickhouse.client.ts'
import { EXPORT_FORMATS } from './export.mapper.ts'
import { after, type LastClick } from './scan.repository.ts'
import { readClicks } from './scope.repository.ts'
import type { Scope } from './scope.rules.ts'

/** One granule of the table: smaller pieces would read some clicks twice. */
const PIECE = 8_192
const PIECE_BYTES = 8_000_000

export const exportRepository = (clickhouse: ClickHouse) => ({
  /**
   * The next piece of an export, newest first, formatted by ClickHouse; limited by clicks and
   * bytes.
   */
  async write(
    scope: Scope,
    format: string,
    last: LastClick | undefined,
  ): Promise<ExportClicksResponse> {
    const { head = '', line = "''" } = EXPORT_FORMATS[format] ?? {}
    const { conditions, params } = after(last)
    const clicks = readClicks(scope, {
      select: '*',
      and: conditions.join(' AND ') || undefined,
      rest: 'ORDER BY created_at DESC, id DESC LIMIT {limit:UInt64}',
      params: { limit: PIECE, ...params },
    })
    const {
      text,
      rows,
      last: end,
      ended,
    } = await clickhouse.readTexts(
      {
        text: `SELECT toUnixTimestamp64Milli(created_at), toString(id), ${line} FROM (${clicks.text})
          ORDER BY created_at DESC, id DESC SETTINGS output_format_json_escape_forward_slashes = 0`,
        params: clicks.params,
      },
      PIECE_BYTES,
    )
    return {
      text: last || head === '' ? text : Buffer.concat([Buffer.from(head), text]),
      before_ms: end?.ms,
      before_id: end?.id,
      ended: ended && rows < PIECE,
    }
  },
})

export type ExportRepository = ReturnType<typeof exportRepository>
