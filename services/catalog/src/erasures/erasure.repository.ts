import { lockName } from '@fingerpost/kit/stores/postgres'
import type { Report } from '@fingerpost/protos/catalog/v1/erasure'
import { type Kysely, sql } from 'kysely'
import type { CatalogSchema, ErasureRow } from '../catalog.schema.ts'
import { type Criteria, HOURLY_MAX } from './erasure.rules.ts'

/** Stands for the operator in `created_by`. */
const OPERATOR_ID = 0
/** Longer than a copy of redirect serves a link that it cannot refresh. */
const REDIRECTED_FOR = "interval '1 hour'"

export const erasureRepository = (db: Kysely<CatalogSchema>) => ({
  /** Erases clicks from before now, or all clicks of links that have been deleted permanently. */
  insert: (
    orgId: number,
    { to, ...criteria }: Criteria,
    { userId, ofDeletedLinks }: { userId: number; ofDeletedLinks: boolean },
  ): Promise<ErasureRow> =>
    db
      .insertInto('erasures')
      .values({
        ...criteria,
        to,
        org_id: orgId,
        until: ofDeletedLinks
          ? sql<Date>`now() + ${sql.raw(REDIRECTED_FOR)}`
          : sql<Date>`least(${to}::timestamptz, now())`,
        of_deleted_links: ofDeletedLinks,
        created_by: userId,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),

  /** Has the team's other requests for erasures wait for the end of the transaction. */
  lock: (orgId: number): Promise<void> => lockName(db, 'erasures', String(orgId)),

  /** How many erasures of a team, without those of the operator, are not done, and are at most an hour old. */
  async load(orgId: number): Promise<{ unfinished: number; recent: number }> {
    const own = db
      .selectFrom('erasures')
      .where('org_id', '=', orgId)
      .where('created_by', '<>', OPERATOR_ID)
    const unfinished = await own
      .where('state', '<>', 'done')
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    // Reads at most HOURLY_MAX rows.
    const newest = await own
      .select(sql<boolean>`created_at > now() - interval '1 hour'`.as('recent'))
      .orderBy('id', 'desc')
      .limit(HOURLY_MAX)
      .execute()
    return { unfinished: unfinished.count, recent: newest.filter(({ recent }) => recent).length }
  },

  /** Whether a domain is or was the team's: the audit log knows deleted ones. */
  async hadDomain(orgId: number, domainId: number): Promise<boolean> {
    const { rows } = await sql`
      select 1 from domains where org_id = ${orgId} and id = ${domainId}
      union all
      select 1 from audit_log
      where org_id = ${orgId} and object_kind = 'domain' and object_id = ${domainId}
      limit 1`.execute(db)
    return rows.length > 0
  },

  /** The erasure of these deleted links. */
  ofDeletedLinks: (orgId: number, linkIds: number[]): Promise<ErasureRow | undefined> =>
    db
      .selectFrom('erasures')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('of_deleted_links', '=', true)
      .where(sql<boolean>`link_ids @> ${linkIds}::bigint[]`)
      .orderBy('id')
      .executeTakeFirst(),

  /** Requests an erasure in each team that exists and has no such erasure that is not done. */
  async insertForOperator(orgIds: readonly number[], { to, ...criteria }: Criteria): Promise<void> {
    const open = await this.openForOperator({ to, ...criteria })
    const busy = open.map(({ org_id }) => org_id)
    const teams = await db
      .selectFrom('organizations')
      .select('id')
      .where('id', 'in', orgIds.filter((id) => !busy.includes(id)).concat(0))
      .orderBy('id')
      .execute()
    const by = { userId: OPERATOR_ID, ofDeletedLinks: false }
    for (const { id } of teams) await this.insert(id, { to, ...criteria }, by)
  },

  /** Erasures of the operator with these criteria that are not done, of all teams. */
  openForOperator: ({ address, from, to }: Criteria): Promise<ErasureRow[]> =>
    db
      .selectFrom('erasures')
      .selectAll()
      .where('created_by', '=', OPERATOR_ID)
      .where('state', '<>', 'done')
      .where('address', '=', address)
      .where('from', 'is not distinct from', from)
      .where('to', 'is not distinct from', to)
      .orderBy('id')
      .execute(),

  get: (orgId: number, id: number): Promise<ErasureRow | undefined> =>
    db
      .selectFrom('erasures')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .executeTakeFirst(),

  /** One page, newest first, and the total. */
  async list(orgId: number, { offset, limit }: { offset: number; limit: number }) {
    const all = db.selectFrom('erasures').where('org_id', '=', orgId)
    const [rows, counted] = await Promise.all([
      all.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute(),
      all.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ])
    return { rows, total: counted.total }
  },

  /** Erasures of all teams after this id, in order. */
  after: (id: number, limit: number, which: 'open' | 'all'): Promise<ErasureRow[]> =>
    db
      .selectFrom('erasures')
      .selectAll()
      .where('id', '>', id)
      .$if(which === 'open', (query) => query.where('state', '<>', 'done'))
      .orderBy('id')
      .limit(limit)
      .execute(),

  async report(reports: readonly Report[]): Promise<void> {
    for (const { id, progress } of reports) {
      if (!progress) continue
      const isDone = progress.state === 'done'
      await db
        .updateTable('erasures')
        .set({
          state: progress.state,
          found: progress.found,
          remaining: progress.left,
          failure: progress.failure ?? null,
          done_at: isDone ? sql<Date>`coalesce(done_at, now())` : null,
        })
        .where('id', '=', id)
        .execute()
    }
  },
})
