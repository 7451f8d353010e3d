import type { Kysely } from 'kysely'
import type { LinkSchema, WebhookRow } from '../link.schema.ts'
import type { WebhookColumns } from './webhook.rules.ts'

export type WebhookSort = 'created_at' | 'name'

/** The webhooks of teams. */
export const webhookRepository = (db: Kysely<LinkSchema>) => ({
  create: (
    orgId: number,
    userId: number,
    secret: string,
    columns: WebhookColumns,
  ): Promise<WebhookRow> =>
    db
      .insertInto('webhooks')
      .values({ ...columns, org_id: orgId, user_id: userId, secret })
      .returningAll()
      .executeTakeFirstOrThrow(),

  find: (orgId: number, id: number): Promise<WebhookRow | undefined> =>
    db
      .selectFrom('webhooks')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .executeTakeFirst(),

  async count(orgId: number): Promise<number> {
    const { total } = await db
      .selectFrom('webhooks')
      .select((of) => of.fn.countAll<number>().as('total'))
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow()
    return total
  },

  page: (
    orgId: number,
    sort: WebhookSort,
    order: 'asc' | 'desc',
    offset: number,
    limit: number,
  ): Promise<WebhookRow[]> =>
    db
      .selectFrom('webhooks')
      .selectAll()
      .where('org_id', '=', orgId)
      .orderBy(sort, order)
      .orderBy('id', order)
      .offset(offset)
      .limit(limit)
      .execute(),

  /** Undefined when the team has no such webhook. One that is enabled starts with a clean record. */
  update: (
    orgId: number,
    id: number,
    columns: Partial<WebhookColumns>,
  ): Promise<WebhookRow | undefined> =>
    db
      .updateTable('webhooks')
      .set({
        ...columns,
        ...(columns.enabled === undefined ? {} : { disabled_reason: null, failures: 0 }),
        updated_at: new Date(),
      })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst(),

  /** False when the team has no such webhook. */
  async remove(orgId: number, id: number): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('webhooks')
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})
