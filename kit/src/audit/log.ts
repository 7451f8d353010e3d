import { type Kysely, type RawBuilder, sql } from 'kysely'
import { startLoop } from '../async/loop.ts'
import type { Logger } from '../process/log.ts'
import type { Postgres } from '../stores/postgres.ts'

/** Which entries of a log to read. */
export interface AuditFilter {
  limit: number
  /** Only entries older than this one. */
  before_id?: string | undefined
  actor_kind?: string | undefined
  actor_id?: number | undefined
  operation?: string | undefined
  object_kind?: string | undefined
  object_id?: number | undefined
  /** At this time or later. */
  from?: Date | undefined
  /** Before this time. */
  to?: Date | undefined
}

/** One change of one object. */
export interface AuditEntry {
  id: string
  at: Date
  actor_kind: string
  actor_id?: number
  actor_name?: string
  user_id?: number
  address?: string
  request_id?: string
  operation: string
  object_kind: string
  object_id: number
  object_name?: string
  /** The changed columns as JSON. */
  before?: string
  after?: string
}

/** Maximum size of the changed columns in one response; the last entry may exceed it. */
const ANSWER_BYTES = 4_000_000

const EQUAL = ['actor_kind', 'actor_id', 'operation', 'object_kind', 'object_id'] as const
const SHOWN = sql.raw(`id, at, actor_kind, actor_id, actor_name, user_id, address, request_id,
  operation, object_kind, object_id, object_name, before::text as before, after::text as after`)

/** Serves the log of the database of a service. */
export const auditLogHandlers = <Schema>({ db }: Pick<Postgres<Schema>, 'db'>) => ({
  async listEntries(
    filter: AuditFilter,
    { caller }: { caller: () => { orgId: number } },
  ): Promise<{ entries: AuditEntry[]; entries_left: number }> {
    const { before_id, from, to, limit } = filter
    const conditions: RawBuilder<unknown>[] = [sql`org_id = ${caller().orgId}`]
    if (before_id !== undefined) conditions.push(sql`id < ${before_id}`)
    if (from) conditions.push(sql`id >= ${firstIdAt(from)}`)
    if (to) conditions.push(sql`id < ${firstIdAt(to)}`)
    for (const name of EQUAL) {
      if (filter[name] !== undefined) conditions.push(sql`${sql.ref(name)} = ${filter[name]}`)
    }
    // Sizes are summed before rows are sent, so that entries that do not fit never leave Postgres.
    const { rows } = await sql<Record<string, unknown> & { found: number }>`
      select * from (
        select *, count(*) over ()::int as found, sum(octet_length(concat(before, after))) over (
          order by id desc rows between unbounded preceding and 1 preceding) as bytes_before
        from (
          select ${SHOWN} from audit_log where ${sql.join(conditions, sql` and `)}
          order by id desc limit ${limit}
        ) as page
      ) as page
      where coalesce(bytes_before, 0) < ${ANSWER_BYTES} order by id desc`.execute(db)
    return {
      entries: rows.map(({ found: _, bytes_before: __, ...row }) => withoutNulls(row)),
      entries_left: (rows[0]?.found ?? 0) - rows.length,
    }
  },
})

/** The smallest id of this millisecond. */
function firstIdAt(time: Date): string {
  const ms = Math.min(Math.max(time.getTime(), 0), 2 ** 48 - 1)
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

const withoutNulls = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null),
  ) as unknown as AuditEntry

const TIDY_EVERY_MS = 3_600_000
const TIDY_AT_ONCE = 5_000

/** Deletes entries that are older than `days`; 0 keeps them forever. */
export const startAuditTidying = <Schema>(
  { db }: Pick<Postgres<Schema>, 'db'>,
  days: number,
  log: Logger,
) =>
  startLoop(
    { everyMs: TIDY_EVERY_MS, failing: 'removing old audit entries failed, retrying', log },
    async () => {
      if (days === 0) return false
      const old = sql`at < now() - ${days} * interval '1 day'`
      return (await removeEntries(db, old)) === TIDY_AT_ONCE
    },
  )

/** Deletes entries of a team. Returns whether there may be more. */
export const removeAudit = async <Schema>(db: Kysely<Schema>, orgId: number): Promise<boolean> =>
  (await removeEntries(db, sql`org_id = ${orgId}`)) === TIDY_AT_ONCE

async function removeEntries<Schema>(
  db: Kysely<Schema>,
  which: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from audit_log where (org_id, id) in (
      select org_id, id from audit_log where ${which} limit ${TIDY_AT_ONCE})`.execute(db)
  return Number(numAffectedRows)
}
