import { createHash } from 'node:crypto'
import { countTo, flag, id, type MoveField, pastTime } from '@fingerpost/kit/move/field'
import { type MoveKind, type MovePiece, toLines } from '@fingerpost/kit/move/handlers'
import type { AddressPrecision } from '@fingerpost/kit/net/ip'
import type { KindOf } from '@fingerpost/protos/moved-kinds'
import { clickRepository } from '../clicks/click.repository.ts'
import {
  type ErasureState,
  erasureRepository,
  isErased,
  isErasedLate,
} from '../erasures/erasure.repository.ts'
import { retentionRepository } from '../retention/retention.repository.ts'
import { type ClickHouse, toDateTime } from '../store/clickhouse.client.ts'
import { CLICK_LINE, LINE_SQL, toClickRow } from './click.mapper.ts'

const PIECE_CLICKS = 8_192
const PIECE_BYTES = 8_000_000
const PIECE_COUNTS = 10_000
/** So that a thousand months of a link have an exact sum. */
const CLICKS_MAX = 1_000_000_000_000

/** The first instant whose clicks a team keeps; that of a team without a cutoff is 1970. */
const CUTOFF = '(SELECT max(cutoff) FROM cutoffs_v1 WHERE org_id = {orgId:UInt64})'
/**
 * The cutoff with milliseconds. Compared with a time in seconds, ClickHouse 26.7 skips a part whose oldest row is
 * less than a second before it.
 */
const CUTOFF_MS = `toDateTime64(${CUTOFF}, 3, 'UTC')`

/** The month of the counts of erased clicks in an export; a team with such counts has a later cutoff. */
const ERASED_MONTH = 'toDate(0)'
const AFTER_ERASED_MS = Date.UTC(1970, 1)

/**
 * Counts of clicks before the cutoff, with those of late ones, and of erased clicks that do count. Late clicks that
 * are being erased are left out although they are still stored: their counts stand for them.
 */
const retired = ({ erasing, counted }: Pick<ErasureState, 'erasing' | 'counted'>) => `
SELECT link_id, is_bot, toString(month) AS month, sum(counted) AS clicks,
  concat(replaceOne(toString(max(latest)), ' ', 'T'), 'Z') AS last
FROM (
  SELECT link_id, is_bot, month, max(clicks) AS counted, max(last) AS latest FROM retired_clicks_v1
  WHERE org_id = {orgId:UInt64} AND month < ${CUTOFF} GROUP BY link_id, is_bot, month
  UNION ALL
  SELECT link_id, is_bot, toStartOfMonth(created_at) AS month, uniqExact(id) AS counted,
    max(created_at) AS latest FROM late_clicks_v1
  WHERE org_id = {orgId:UInt64} AND created_at < ${CUTOFF_MS}
    ${erasing.map((it) => `AND NOT (${isErasedLate(it)})`).join(' ')}
  GROUP BY link_id, is_bot, month
  UNION ALL
  SELECT link_id, is_bot, ${ERASED_MONTH} AS month, max(clicks) AS counted, max(last) AS latest
  FROM erased_clicks_v1 WHERE org_id = {orgId:UInt64} AND (is_late OR erased_clicks_v1.month >= ${CUTOFF})
    AND ${counted}
  GROUP BY link_id, is_bot, erasure_id, round, is_late, erased_clicks_v1.month
)
GROUP BY link_id, is_bot, month ORDER BY link_id, month, is_bot
LIMIT {limit:UInt64} OFFSET {offset:UInt64}`

/** What ClickHouse stores of a team, for a move to another instance, which keeps this part of addresses. */
export const moveKinds = (
  clickhouse: ClickHouse,
  precision: AddressPrecision,
): Record<KindOf<'analytics'>, MoveKind> => ({
  cutoffs: cutoffKind(clickhouse),
  retired_clicks: retiredKind(clickhouse),
  clicks: {
    fields: CLICK_LINE,
    read: (orgId, after, beforeMs) => readClicks(clickhouse, orgId, after, beforeMs ?? Date.now()),
    async write({ orgId }, lines) {
      const rows = lines.map((line) => toClickRow(line, orgId, precision))
      // The same rows make the same token, so that a repeated insert changes nothing.
      const of = createHash('sha256')
      for (const row of rows) of.update(row.id)
      await clickRepository(clickhouse).insert(`import-${of.digest('hex')}`, rows)
    },
  },
})

async function readClicks(
  clickhouse: ClickHouse,
  orgId: number,
  after: string | undefined,
  beforeMs: number,
): Promise<MovePiece> {
  const [ms, lastId] = after ? (JSON.parse(after) as [number, string]) : [0, '']
  const time = "fromUnixTimestamp64Milli({ms:Int64}, 'UTC')"
  const { erasing = [] } = (await erasureRepository(clickhouse).stateOf([orgId])) ?? {}
  const { text, last } = await clickhouse.readTexts(
    {
      text: `SELECT toUnixTimestamp64Milli(created_at), toString(id), ${LINE_SQL} FROM clicks_raw_v1
        WHERE org_id = {orgId:UInt64} AND created_at >= ${CUTOFF_MS}
          AND created_at < fromUnixTimestamp64Milli({beforeMs:Int64}, 'UTC')
          ${erasing.map((it) => `AND NOT (${isErased(it)})`).join(' ')}
          ${lastId ? `AND created_at >= ${time} AND (created_at, id) > (${time}, toUUID({lastId:String}))` : ''}
        ORDER BY created_at, id LIMIT ${PIECE_CLICKS}
        SETTINGS optimize_use_projections = 0, output_format_json_escape_forward_slashes = 0`,
      params: { orgId, beforeMs, ms, lastId },
    },
    PIECE_BYTES,
  )
  return { text, next: last && JSON.stringify([last.ms, last.id]) }
}

function cutoffKind(clickhouse: ClickHouse): MoveKind {
  return {
    fields: { cutoff: pastTime },
    async read(orgId) {
      const text = `SELECT max(ms) AS ms FROM (
          SELECT toUnixTimestamp(max(cutoff)) * 1000 AS ms FROM cutoffs_v1 WHERE org_id = {orgId:UInt64}
          UNION ALL
          SELECT ${AFTER_ERASED_MS} FROM erased_clicks_v1 WHERE org_id = {orgId:UInt64} LIMIT 1)`
      const [row] = await clickhouse.read<{ ms: number }>({ text, params: { orgId } })
      const state = await erasureRepository(clickhouse).stateOf([orgId])
      return {
        text: toLines(row?.ms ? [{ cutoff: new Date(row.ms) }] : []),
        version: state?.begun ?? 0,
      }
    },
    check: ({ cutoff }) =>
      /-01T00:00:00\.000Z$/.test(cutoff as string) && Date.parse(cutoff as string) <= Date.now()
        ? []
        : ['cutoff must be the start of a past month'],
    async write({ orgId }, lines) {
      for (const { cutoff } of lines) {
        const cutoff_ms = Date.parse(cutoff as string)
        const retention = retentionRepository(clickhouse, '')
        await retention.setCutoff({ org_id: orgId, cutoff_ms, set_at_ms: Date.now() })
      }
    },
  }
}

function retiredKind(clickhouse: ClickHouse): MoveKind {
  const month: MoveField = {
    must: 'must be the first day of a month',
    isValid: (value) =>
      typeof value === 'string' && /-01$/.test(value) && pastTime.isValid(`${value}T00:00:00.000Z`),
  }
  return {
    fields: {
      link_id: id('links'),
      is_bot: flag,
      month,
      clicks: countTo(CLICKS_MAX),
      last: pastTime,
    },
    async read(orgId, after = '0') {
      const offset = Number(after)
      const params = { orgId, offset, limit: PIECE_COUNTS }
      const state = await erasureRepository(clickhouse).stateOf([orgId])
      const rows = await clickhouse.read<object>({
        text: retired(state ?? { erasing: [], counted: 'true' }),
        params,
      })
      const next = rows.length < PIECE_COUNTS ? undefined : String(offset + PIECE_COUNTS)
      return { text: toLines(rows), next }
    },
    async write({ orgId }, lines) {
      const rows = lines.map((line) => ({
        ...line,
        org_id: orgId,
        last: toDateTime(Date.parse(line.last as string)),
      }))
      await clickhouse.insert('retired_clicks_v1', rows)
    },
  }
}
