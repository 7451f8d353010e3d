import type {
  ClickRecord,
  ScanClicksRequest,
  ScanClicksResponse,
} from '@fingerpost/protos/analytics/v1/analytics'
import type { ClickHouse, Query } from '../store/clickhouse.client.ts'
import { CLICK, toRecord } from './record.mapper.ts'
import { readClicks } from './scope.repository.ts'
import type { Scope } from './scope.rules.ts'

const PIECE_BYTES = 3_000_000

type Piece = Omit<ScanClicksRequest, 'filter'>

export const scanRepository = (clickhouse: ClickHouse) => ({
  /** The next piece of a scope's clicks, newest first, limited by rows and bytes. */
  async scan(scope: Scope, piece: Piece): Promise<ScanClicksResponse> {
    const rows = await clickhouse.read<ClickRecord>(readPiece(scope, piece))
    const items = withinBytes(rows, PIECE_BYTES).map(toRecord)
    return { items, ended: items.length < piece.limit && items.length === rows.length }
  },
})

export type ScanRepository = ReturnType<typeof scanRepository>

/** The query of one piece. */
export function readPiece(scope: Scope, piece: Piece): Query {
  const { limit, since_ms = scope.period.fromMs, delivered } = piece
  const fromMs = Math.max(scope.period.fromMs, since_ms)
  const asked = { ...scope, period: { ...scope.period, fromMs } }
  const { conditions, params } = after(lastOf(piece))
  if (delivered) conditions.push(`${SLOT} GLOBAL NOT IN (${readDelivered(asked)})`)
  return readClicks(asked, {
    select: CLICK,
    and: conditions.join(' AND ') || undefined,
    rest: 'ORDER BY created_at DESC, id DESC LIMIT {limit:UInt64}',
    params: { limit, ...params, ...delivered },
  })
}

const SLOT = 'intDiv(toUnixTimestamp64Milli(created_at), {slot_ms:Int64})'

/** Slots of which the caller has received all clicks. GLOBAL, because slots span several shards. */
const readDelivered = (scope: Scope): string =>
  readClicks(scope, {
    select: `${SLOT} AS slot`,
    rest: `GROUP BY slot
      HAVING count() = transform(slot, {slots:Array(Int64)}, {clicks:Array(Int64)}, 0)`,
  }).text

/** The cursor at the end of a piece. */
export interface LastClick {
  before_ms: number
  before_id: string
}

/** The cursor of a request, if it has one. */
export const lastOf = (asked: {
  before_ms?: number | undefined
  before_id?: string | undefined
}): LastClick | undefined =>
  asked.before_ms === undefined || asked.before_id === undefined
    ? undefined
    : { before_ms: asked.before_ms, before_id: asked.before_id }

/** Conditions for clicks after a cursor: the time uses the primary key, the pair makes it exact. */
export function after(last: LastClick | undefined) {
  if (!last) return { conditions: [] as string[], params: {} }
  const time = "fromUnixTimestamp64Milli({before_ms:Int64}, 'UTC')"
  return {
    conditions: [
      `created_at <= ${time}`,
      `(created_at, id) < (${time}, toUUID({before_id:String}))`,
    ],
    params: { ...last },
  }
}

/** The first rows within the size limit, at least one. */
function withinBytes(rows: readonly ClickRecord[], maxBytes: number): ClickRecord[] {
  let bytes = 0
  const end = rows.findIndex((row, i) => {
    for (const value of Object.values(row)) {
      bytes += typeof value === 'string' ? Buffer.byteLength(value) : 8
    }
    return bytes > maxBytes && i > 0
  })
  return end === -1 ? [...rows] : rows.slice(0, end)
}
