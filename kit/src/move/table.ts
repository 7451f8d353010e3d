import { type Kysely, type RawBuilder, sql } from 'kysely'
import { OPERATOR } from '../audit/actor.ts'
import { changeAs } from '../audit/change-as.ts'
import { invalid } from '../http/problem.ts'
import { isRepeated, lockName } from '../stores/postgres.ts'
import { transact } from '../stores/transact.ts'
import type { MoveField, MoveLine } from './field.ts'
import { type MoveKind, type MoveTeam, type ReserveIds, toLines } from './handlers.ts'

const PIECE_ROWS = 1_000
const PIECE_BYTES = 1_000_000

/** How the rows of a table are moved. */
interface MoveTable<Schema> {
  db: Kysely<Schema>
  table: string
  /** The columns that an export contains; `id` is one of them. */
  fields: Readonly<Record<string, MoveField>>
  /** Where rows are read from; by default, the table. */
  from?: RawBuilder<unknown>
  check?: MoveKind['check']
  keys?: MoveKind['keys']
  /** The columns to store for a line; by default, its fields. */
  toRow?(line: MoveLine, team: MoveTeam): MoveLine
}

/** A kind whose lines are the rows of a table with `id` and `org_id`. */
export const tableKind = <Schema>(given: MoveTable<Schema>): MoveKind => ({
  fields: given.fields,
  reserveIds: reserveIds(given.db, given),
  read: (orgId, after) => readRows(given, orgId, Number(after ?? 0)),
  ...(given.check && { check: given.check }),
  ...(given.keys && { keys: given.keys }),
  async write(team, lines) {
    const { db, table, toRow = (line) => line } = given
    const rows = lines.map((line) => ({ ...toRow(line, team), org_id: team.orgId }))
    await insertRows(db, table, rows)
  },
})

/** The next rows of a table in the order of their ids, limited by number and bytes. */
export async function readRows<Schema>(
  {
    db,
    table,
    fields,
    from = sql.table(table),
  }: Omit<MoveTable<Schema>, 'check' | 'keys' | 'toRow'>,
  orgId: number,
  after: number,
) {
  const columns = sql.join(Object.keys(fields).map((name) => sql.ref(name)))
  const { rows } = await sql<MoveLine & { id: number }>`
    select ${columns} from (
      select ${columns}, sum(octet_length(given::text))
        over (order by id rows between unbounded preceding and 1 preceding) as bytes_before
      from (
        select * from ${from} as kept
        where org_id = ${orgId} and id > ${after} order by id limit ${PIECE_ROWS}
      ) as given
    ) as fitting
    where coalesce(bytes_before, 0) < ${PIECE_BYTES} order by id`.execute(db)
  return { text: toLines(rows), next: rows.at(-1)?.id.toString() }
}

/**
 * Inserts rows with their ids, except those that exist, and then runs `also` with the ids of new rows in
 * the same transaction. Throws invalid.
 */
export async function insertRows<Schema>(
  db: Kysely<Schema>,
  table: string,
  rows: readonly MoveLine[],
  also?: (tx: Kysely<Schema>, ids: number[]) => Promise<unknown>,
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  try {
    await changeAs(db, OPERATOR, async (tx) => {
      const { rows: made } = await sql<{ id: number }>`
        insert into ${sql.table(table)} (${columns}) overriding system value
        select ${columns}
        from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
        on conflict (id) do nothing returning id`.execute(tx)
      const ids = made.map(({ id }) => id)
      if (ids.length > 0) await also?.(tx, ids)
    })
  } catch (error) {
    if (!isRepeated(error)) throw error
    const detail = 'are listed twice, or the team has them under other ids'
    throw invalid([{ field: table, code: 'duplicate', detail }])
  }
}

/** Other inserts that draw ids between the two steps of a reservation stay below this distance. */
const MARGIN = 100_000

/**
 * Reserves ids of a table, or of a sequence by its name. Concurrent reservations of one sequence wait
 * for each other; otherwise, the second could set it back into the ids of the first.
 */
export const reserveIds =
  <Schema>(
    db: Kysely<Schema>,
    { table, sequence }: { table?: string; sequence?: string },
  ): ReserveIds =>
  (count) =>
    transact(db, async (tx) => {
      await lockName(tx, 'reserved ids', sequence ?? table ?? '')
      const of = sequence
        ? sql`${sequence}::regclass`
        : sql`pg_get_serial_sequence(${table}, 'id')::regclass`
      const { rows } = await sql<{ last: number }>`
        select setval(${of}, nextval(${of}) + ${MARGIN + count}) as last`.execute(tx)
      return (rows[0]?.last ?? 0) - count + 1
    })
