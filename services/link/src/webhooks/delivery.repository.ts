import { conflict } from '@fingerpost/kit/http/problem'
import { isDuplicate } from '@fingerpost/kit/stores/postgres'
import { transact } from '@fingerpost/kit/stores/transact'
import type { DeliveryStatus } from '@fingerpost/protos/words'
import { type Kysely, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import { retryDelayMs } from './event.rules.ts'
import type { DeliveryRow, WebhookRow } from './webhook.schema.ts'

/** A message that is due, and the webhook it goes to. */
export type DueDelivery = DeliveryRow &
  Pick<
    WebhookRow,
    'url' | 'secret' | 'previous_secret' | 'previous_secret_until' | 'org_id' | 'user_id'
  >

/** The outcome of a try. */
export interface Outcome {
  /** The body that was sent. */
  payload: string
  responseCode: number | undefined
  /** The start of the response's body; undefined without a response. */
  response: string | undefined
  durationMs: number
  /** Undefined if the message was delivered. */
  error: string | undefined
}

/** The columns of the log; bodies are read one at a time. */
const LOGGED = [
  'id',
  'webhook_id',
  'message_id',
  'type',
  'status',
  'tries',
  'response_code',
  'duration_ms',
  'error',
  'created_at',
  'next_try_at',
] as const satisfies (keyof DeliveryRow)[]
export type LoggedDelivery = Pick<DeliveryRow, (typeof LOGGED)[number]>

/** If a process dies during a try, another one takes over the message after this time. */
const LEASE = '20 seconds'
const RETENTION = '30 days'
/** Messages pending for longer fail, unless their webhook is paused. */
const PENDING_FOR_AT_MOST = '48 hours'
/** A webhook whose tries have all failed for this long is paused. */
const FAILING_AT_MOST = '24 hours'
const GONE = 410

/** Messages to webhooks: a queue and its log. */
export const deliveryRepository = (db: Kysely<LinkSchema>) => ({
  /**
   * Leases due messages for one try: a few per webhook, and per team no more than its share
   * including `running`, so that slow receivers do not delay other teams. Webhooks in `running` are
   * skipped.
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
      returning message.*, webhooks.url, webhooks.secret, webhooks.previous_secret,
        webhooks.previous_secret_until, webhooks.org_id, webhooks.user_id`.execute(db)
    return rows
  },

  /**
   * Returns a message that was not sent; the try does not count. A message with an outdated click
   * total is dropped when a newer one is pending.
   */
  async giveBack(id: number, delayMs: number): Promise<void> {
    try {
      await sql`
        update webhook_deliveries set tries = tries - 1,
          next_try_at = now() + ${delayMs}::float8 * interval '1 millisecond'
        where id = ${id}`.execute(db)
    } catch (error) {
      if (!isDuplicate(error, 'webhook_deliveries_clicked')) throw error
      await db.deleteFrom('webhook_deliveries').where('id', '=', id).execute()
    }
  },

  /**
   * Records the outcome of a try and schedules the next one. Returns the reason if this try
   * disabled the webhook.
   */
  async finish(
    { id, webhook_id, tries }: DueDelivery,
    outcome: Outcome,
  ): Promise<WebhookRow['disabled_reason']> {
    const { payload, responseCode = null, response = null, durationMs, error = null } = outcome
    const gone = responseCode === GONE
    const delayMs = error === null || gone ? undefined : retryDelayMs(tries)
    const status = error === null ? 'delivered' : delayMs === undefined ? 'failed' : 'pending'
    return transact(db, async (tx) => {
      await sql`
        update webhook_deliveries
        set status = ${status}, response_code = ${responseCode}, duration_ms = ${durationMs},
          error = ${error}, payload = ${payload}, response = ${response},
          next_try_at = now() + ${delayMs ?? null}::float8 * interval '1 millisecond'
        where id = ${id}`.execute(tx)
      if (error === null) {
        await sql`
          update webhooks set failures = 0, failing_since = null
          where id = ${webhook_id} and (failures > 0 or failing_since is not null)`.execute(tx)
        return null
      }
      const { rows } = await sql<{ disabled_reason: WebhookRow['disabled_reason'] }>`
        with failing as (
          select id, enabled as was_enabled,
            case when failures > 0 then coalesce(failing_since, now()) else now() end as since
          from webhooks where id = ${webhook_id} for update
        )
        update webhooks set failures = failures + 1, failing_since = since,
          enabled = enabled and not ${gone} and since > now() - ${FAILING_AT_MOST}::interval,
          disabled_reason = case when not enabled then disabled_reason when ${gone} then 'gone'
            when since <= now() - ${FAILING_AT_MOST}::interval then 'failing' end
        from failing where webhooks.id = failing.id
        returning case when was_enabled then disabled_reason end as disabled_reason`.execute(tx)
      return rows[0]?.disabled_reason ?? null
    })
  },

  /**
   * Fails the pending messages of one webhook that its receiver ended, or of all such webhooks. Not
   * part of `finish`, where it could deadlock with the outcomes of other messages.
   */
  failEnded: async (webhookId?: number): Promise<void> =>
    void (await sql`
      update webhook_deliveries set status = 'failed', next_try_at = null,
        error = coalesce(error, 'the receiver ended the webhook (410)')
      from webhooks where webhooks.id = webhook_id and disabled_reason = 'gone'
        and status = 'pending'
        and webhooks.id = coalesce(${webhookId ?? null}::bigint, webhooks.id)`.execute(db)),

  /**
   * Queues the messages that a paused webhook missed: pending ones, and those that failed since its
   * tries began to fail. Of click totals, only the newest per link.
   */
  requeueMissed: async (webhookId: number): Promise<void> =>
    void (await sql`
      update webhook_deliveries as missed set status = 'pending', next_try_at = now(),
        queued_at = now(), tries = case missed.status when 'failed' then 0 else missed.tries end
      from webhooks
      where webhooks.id = ${webhookId} and webhooks.disabled_reason = 'failing'
        and missed.webhook_id = webhooks.id and missed.type <> 'webhook.test'
        and (missed.status = 'pending' or missed.status = 'failed'
          and missed.created_at >= coalesce(webhooks.failing_since, '-infinity')
          and not exists (
            select from webhook_deliveries as newer
            where missed.type = 'link.clicked' and newer.type = 'link.clicked'
              and newer.webhook_id = missed.webhook_id and newer.link_id = missed.link_id
              and newer.id <> missed.id and (newer.id > missed.id or newer.status = 'pending')
          ))`.execute(db)),

  /** Records the outcome of a message that was sent once, outside the queue. */
  save: (
    webhookId: number,
    messageId: string,
    type: string,
    data: object,
    { payload, responseCode, response, durationMs, error }: Outcome,
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
        payload,
        response: response ?? null,
        next_try_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),

  /** One page of a webhook's log, newest first, and the total. */
  async page(webhookId: number, status: DeliveryStatus | undefined, offset: number, limit: number) {
    const ofHook = db
      .selectFrom('webhook_deliveries')
      .where('webhook_id', '=', webhookId)
      .$if(status !== undefined, (of) => of.where('status', '=', status as DeliveryStatus))
    const [rows, { total }] = await Promise.all([
      ofHook.select(LOGGED).orderBy('id', 'desc').offset(offset).limit(limit).execute(),
      ofHook.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ])
    return { rows: rows as LoggedDelivery[], total }
  },

  find: (webhookId: number, id: number): Promise<DeliveryRow | undefined> =>
    db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('webhook_id', '=', webhookId)
      .where('id', '=', id)
      .executeTakeFirst(),

  /**
   * Queues a message again, with all its tries. Returns undefined if it is pending or gone; throws
   * if a newer click total of its link is pending.
   */
  async requeue(webhookId: number, id: number): Promise<DeliveryRow | undefined> {
    try {
      return await db
        .updateTable('webhook_deliveries')
        .set({ status: 'pending', tries: 0, next_try_at: sql`now()`, queued_at: sql`now()` })
        .where('webhook_id', '=', webhookId)
        .where('id', '=', id)
        .where('status', '<>', 'pending')
        .returningAll()
        .executeTakeFirst()
    } catch (error) {
      if (!isDuplicate(error, 'webhook_deliveries_clicked')) throw error
      throw conflict('delivery_pending', 'A newer click total of this link is already queued.')
    }
  },

  /** Fails messages that were pending too long and deletes old ones. */
  async tidy(): Promise<void> {
    await sql`
      update webhook_deliveries set status = 'failed', next_try_at = null,
        error = coalesce(error, 'the webhook was not enabled')
      from webhooks where webhooks.id = webhook_id and disabled_reason is distinct from 'failing'
        and status = 'pending'
        and webhook_deliveries.queued_at < now() - ${PENDING_FOR_AT_MOST}::interval`.execute(db)
    await sql`
      delete from webhook_deliveries
      where created_at < now() - ${RETENTION}::interval`.execute(db)
  },
})
