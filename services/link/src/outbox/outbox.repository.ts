import type { OutboxLag } from '@fingerpost/kit/queue/outbox-gauges'
import type { SlugAddress } from '@fingerpost/protos/redis-keys'
import type { ChangeKind } from '@fingerpost/protos/words'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import { byIds, fittingIds } from '../links/read.repository.ts'
import type { LinkRow } from '../links/row.schema.ts'

export interface OutboxRow {
  id: number
  kind: ChangeKind
  link: LinkRow
  /** The address that the link had before. */
  left: SlugAddress | undefined
}

/** Rows of the outbox of some links, and the links. */
export interface OutboxBatch {
  /** All rows. */
  ids: number[]
  linkIds: number[]
  /** Those whose link exists. */
  rows: OutboxRow[]
  /** Whether there may be more. */
  more: boolean
}

const DUE = sql<SqlBool>`(due_at is null or due_at <= now())`
const ofLinks = (linkIds: readonly number[]) => sql<SqlBool>`link_id = any(${linkIds}::bigint[])`

/** Maximum number of other rows of the links of a batch, which are published with it. */
const OTHERS = 2_000

/** Which rows to take. */
interface Part {
  end?: 'oldest' | 'newest'
  only?: readonly number[] | undefined
}

const dueRows = (db: Kysely<LinkSchema>) =>
  db
    .selectFrom('outbox')
    .select(['id', 'link_id', 'kind', 'left_domain_id', 'left_slug_key'])
    .where(DUE)
    .forUpdate()
    .skipLocked()

export const outboxRepository = (db: Kysely<LinkSchema>) => ({
  /**
   * Locks due rows that no other relay has locked, until the transaction ends: from one end of the
   * outbox, of these links if given. Returns those of the first links that fit into `maxBytes`, at
   * least of one, with the other rows of these links, in the order of the changes.
   */
  async take(
    limit: number,
    maxBytes: number,
    { end = 'oldest', only }: Part = {},
  ): Promise<OutboxBatch> {
    const ofPart = only ? dueRows(db).where(ofLinks(only)) : dueRows(db)
    const held = await ofPart
      .orderBy('id', end === 'oldest' ? 'asc' : 'desc')
      .limit(limit)
      .execute()
    const linkIds = await fittingIds(db, [...new Set(held.map(({ link_id }) => link_id))], maxBytes)
    const first = held.filter(({ link_id }) => linkIds.includes(link_id))
    const heldIds = held.map(({ id }) => id)
    const others = dueRows(db)
      .where(ofLinks(linkIds))
      .where(sql<SqlBool>`id <> all(${heldIds}::bigint[])`)
    const rest = held.length < limit ? [] : await others.orderBy('id').limit(OTHERS).execute()
    const taken = [...first, ...rest].sort((a, b) => a.id - b.id)
    // After the rows: a change whose row is taken must be in the state that is published.
    const links = await byIds(db, linkIds)
    const byId = new Map(links.map((link) => [link.id, link]))
    const rows = taken.flatMap(({ id, link_id, kind, left_domain_id, left_slug_key }) => {
      const link = byId.get(link_id)
      const left =
        left_domain_id !== null && left_slug_key !== null
          ? { domainId: left_domain_id, slugKey: left_slug_key }
          : undefined
      return link ? [{ id, kind, link, left }] : []
    })
    return {
      ids: taken.map(({ id }) => id),
      linkIds,
      rows,
      more: held.length === limit || first.length < held.length,
    }
  },

  /** Up to `limit` other links than these with changes that are due. */
  async others(linkIds: readonly number[], limit: number): Promise<number[]> {
    const rows = await db
      .selectFrom('outbox')
      .select('link_id')
      .distinct()
      .where(DUE)
      .where(sql<SqlBool>`link_id <> all(${linkIds}::bigint[])`)
      .limit(limit)
      .execute()
    return rows.map(({ link_id }) => link_id)
  },

  /** Sets the due changes of these links aside, for longer after each failure: 5 s to 10 minutes. */
  setAside: async (linkIds: readonly number[]): Promise<void> =>
    void (await sql`
      update outbox set tries = least(tries + 1, 10),
        due_at = now() + least(5 * power(2, tries), 600) * interval '1 second'
      where link_id = any(${linkIds}::bigint[]) and ${DUE}`.execute(db)),

  /** The number of unpublished rows, and the age of the oldest. */
  async lag(): Promise<OutboxLag> {
    const row = await db
      .selectFrom('outbox')
      .select((it) => it.fn.countAll<number>().as('rows'))
      .select(
        sql<number>`coalesce(extract(epoch from now() - min(created_at)), 0)::float8`.as('age'),
      )
      .executeTakeFirstOrThrow()
    return { rows: row.rows, oldestSeconds: row.age }
  },

  /** Deletes published rows. */
  remove: async (ids: number[]): Promise<void> =>
    void (await db.deleteFrom('outbox').where('id', 'in', ids).execute()),
})
