import { type Kysely, sql } from 'kysely'
import type { DeliveryRow, LinkSchema } from '../link.schema.ts'
import { FAILURES_MAX, retryDelayMs } from './event.rules.ts'

/** A message whose turn it is, and where it goes. */
export type DueDelivery = DeliveryRow & {
  url: string
  secret: string
  org_id: number
  user_id: number
}

/** What came of a try. */
export interface Outcome {
  responseCode: number | undefined
  durationMs: number
  /** Undefined when it was delivered. */
  error: string | undefined
}

/** A process that dies in the middle of a try leaves the message to others after this time. */
const LEASE = '20 seconds'
const KEPT = '30 days'
/** Messages of a webhook that stays paused are given up. */
const PENDING_FOR_AT_MOST = '48 hours'
const GONE = 410

/** Messages to webhooks: a queue and its log. */
export const deliveryRepository = (db: Kysely<LinkSchema>) => ({
  /**
   * Messages that are due, held for one try: a few of each webhook, and of each team no more than its
   * share of what `running` and these are together, so that slow receivers hold up no other team. The
   * webhooks of `running` are left out.
   */
  async claim(
    limit: number,
    perWebhook: number,
    perTeam: number,
    running: readonly Pick<DueDelivery, 'webhook_id' | 'org_id'>[],
  ): Promise<DueDelivery[]> {
    const { rows } = await sql<DueDelivery>`
      with running as (
        select * from unnest(${running.map((it) => it.org_id)}::bigint[],
          ${running.map((it) => it.webhook_id)}::bigint[]) as running (org_id, webhook_id)
      ), held as (select org_id, count(*) as messages from running group by org_id),
      ranked as (
        select message.*, coalesce(held.messages, 0)
          + row_number() over (partition by webhooks.org_id order by message.next_try_at) as place
        from webhooks left join held using (org_id) cross join lateral (
          select id, next_try_at from webhook_deliveries
          where webhook_id = webhooks.id and status = 'pending' and next_try_at <= now()
          order by next_try_at limit ${perWebhook}
          for update skip locked
        ) as message
        where webhooks.enabled and webhooks.id not in (select webhook_id from running)
      ), due as (
        select id from ranked where place <= ${perTeam} order by place, next_try_at limit ${limit}
      )
      update webhook_deliveries as message
      set tries = message.tries + 1, next_try_at = now() + ${LEASE}::interval
      from due, webhooks
      where message.id = due.id and webhooks.id = message.webhook_id
      returning message.*, webhooks.url, webhooks.secret, webhooks.org_id, webhooks.user_id`.execute(
      db,
    )
    return rows
  },

  /** Notes what came of a try, and what that means for the next one and for the webhook. */
  async finish({ id, webhook_id, tries }: DueDelivery, outcome: Outcome): Promise<void> {
    const { responseCode = null, durationMs, error = null } = outcome
    const gone = responseCode === GONE
    const delayMs = error === null || gone ? undefined : retryDelayMs(tries)
    const status = error === null ? 'delivered' : delayMs === undefined ? 'failed' : 'pending'
    await db.transaction().execute(async (tx) => {
      await sql`
        update webhook_deliveries
        set status = ${status}, response_code = ${responseCode}, duration_ms = ${durationMs},
          error = ${error}, next_try_at = now() + ${delayMs ?? null}::float8 * interval '1 millisecond'
        where id = ${id}`.execute(tx)
      if (error === null) {
        await sql`update webhooks set failures = 0 where id = ${webhook_id} and failures > 0`.execute(
          tx,
        )
      } else {
        await sql`
          update webhooks set failures = failures + 1,
            enabled = enabled and not ${gone} and failures + 1 < ${FAILURES_MAX},
            disabled_reason = case when not enabled then disabled_reason
              when ${gone} then 'gone' when failures + 1 >= ${FAILURES_MAX} then 'failing' end
          where id = ${webhook_id}`.execute(tx)
      }
    })
  },

  /** Keeps what came of a message that was sent once, out of turn. */
  keep: (
    webhookId: number,
    messageId: string,
    type: string,
    data: object,
    { responseCode, durationMs, error }: Outcome,
  ): Promise<DeliveryRow> =>
    db
      .insertInto('webhook_deliveries')
      .values({
        webhook_id: webhookId,
        message_id: messageId,
        type,
        data: JSON.stringify(data),
        status: error === undefined ? 'delivered' : 'failed',
        tries: 1,
        response_code: responseCode ?? null,
        duration_ms: durationMs,
        error: error ?? null,
        next_try_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),

  /** One page of a webhook's log, newest first, and how many there are in all. */
  async page(webhookId: number, status: string | undefined, offset: number, limit: number) {
    const ofHook = db
      .selectFrom('webhook_deliveries')
      .where('webhook_id', '=', webhookId)
      .$if(status !== undefined, (of) => of.where('status', '=', status as DeliveryRow['status']))
    const [rows, { total }] = await Promise.all([
      ofHook.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute(),
      ofHook.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ])
    return { rows: rows as DeliveryRow[], total }
  },

  /** Gives up what waited too long and forgets what is old. */
  async tidy(): Promise<void> {
    await sql`
      update webhook_deliveries set status = 'failed', next_try_at = null,
        error = coalesce(error, 'the webhook was not enabled')
      where status = 'pending' and created_at < now() - ${PENDING_FOR_AT_MOST}::interval`.execute(
      db,
    )
    await sql`
      delete from webhook_deliveries
      where created_at < now() - ${KEPT}::interval`.execute(db)
  },
})
