import type { Order, WebhookSort } from '@fingerpost/protos/words'
import { type Kysely, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import type { WebhookColumns } from './webhook.rules.ts'
import type { WebhookRow } from './webhook.schema.ts'

/** A replaced secret keeps signing for 24 hours. */
const replaced = (secret: string) => {
  const changed = sql<boolean>`webhooks.secret <> ${secret}`
  return {
    previous_secret: sql<string>`case when ${changed} then webhooks.secret else previous_secret end`,
    previous_secret_until: sql<Date>`case when ${changed} then now() + interval '24 hours'
      else previous_secret_until end`,
  }
}

/** The person and the API key, if one was used, with which a webhook stops. */
export interface Director {
  userId: number
  keyId: number | null
}

/** A change of the receiver makes the webhook that of the caller: it must not outlive their access. */
const redirected = ({ url, secret }: Partial<WebhookColumns>, by: Director) => {
  const changed = sql<boolean>`webhooks.url <> ${url ?? null}::text
    or webhooks.secret <> ${secret ?? null}::text`
  return {
    user_id: sql<number>`case when ${changed} then ${by.userId}::bigint else user_id end`,
    key_id: sql<number | null>`case when ${changed} then ${by.keyId}::bigint else key_id end`,
  }
}

/** The webhooks of teams. */
export const webhookRepository = (db: Kysely<LinkSchema>) => ({
  create: (
    orgId: number,
    { userId, keyId }: Director,
    secret: string,
    columns: WebhookColumns,
  ): Promise<WebhookRow> =>
    db
      .insertInto('webhooks')
      .values({ ...columns, org_id: orgId, user_id: userId, key_id: keyId, secret })
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
    order: Order,
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

  /** Returns undefined if the team has no such webhook. Enabling a webhook resets its failures. */
  update: (
    orgId: number,
    id: number,
    columns: Partial<WebhookColumns>,
    by: Director,
  ): Promise<WebhookRow | undefined> =>
    db
      .updateTable('webhooks')
      .set({
        ...columns,
        ...redirected(columns, by),
        ...(columns.secret && replaced(columns.secret)),
        ...(columns.enabled === undefined
          ? {}
          : { disabled_reason: null, failures: 0, failing_since: null }),
        updated_at: new Date(),
      })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst(),

  /** Returns false if the team has no such webhook. */
  async remove(orgId: number, id: number): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('webhooks')
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})
