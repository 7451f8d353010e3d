import type { EventType } from '@fingerpost/protos/words'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import type { CountedLinkRow } from '../links/row.schema.ts'
import { type ShortUrlBase, shortUrl } from '../slugs/slug.rules.ts'
import { linkData } from './event.rules.ts'

export interface LinkEvent {
  orgId: number
  linkId: number
  type: EventType
}

interface Event {
  orgId: number
  linkId: number | null
  type: EventType
  data: object
}

/**
 * Queues webhook messages in the transaction of the change itself, so that exactly the committed
 * changes are reported. Each method returns the number of messages it queued.
 */
export const eventRepository = (db: Kysely<LinkSchema>, base: ShortUrlBase) => {
  /** Events that a webhook is subscribed to, including paused webhooks. */
  async function wanted<E extends { orgId: number; type: EventType }>(events: readonly E[]) {
    if (events.length === 0) return []
    const hooks = await db
      .selectFrom('webhooks')
      .select(['org_id', 'events'])
      .where((of) => of.or([of('enabled', '=', true), of('disabled_reason', '=', 'failing')]))
      .where('org_id', 'in', [...new Set(events.map(({ orgId }) => orgId))])
      .execute()
    return events.filter(({ orgId, type }) =>
      hooks.some((hook) => hook.org_id === orgId && hook.events.includes(type)),
    )
  }

  /** `messageId` is a UUID for every message, or `gen_random_uuid()`. */
  async function insert(
    events: readonly Event[],
    messageId: RawBuilder<unknown>,
    onConflict: RawBuilder<unknown>,
  ): Promise<number> {
    if (events.length === 0) return 0
    const { rows } = await sql`
      insert into webhook_deliveries (webhook_id, message_id, link_id, type, data)
      select webhooks.id, ${messageId}, event.link_id, event.type, event.data::json
      from unnest(${events.map(({ orgId }) => orgId)}::bigint[],
        ${events.map(({ linkId }) => linkId)}::bigint[],
        ${events.map(({ type }) => type)}::text[],
        ${events.map(({ data }) => JSON.stringify(data))}::text[])
        as event (org_id, link_id, type, data)
      join webhooks on webhooks.org_id = event.org_id
        and (webhooks.enabled or webhooks.disabled_reason = 'failing')
        and event.type = any(webhooks.events)
      ${onConflict}
      returning 1`.execute(db)
    return rows.length
  }

  const add = (events: readonly Event[]) =>
    insert(
      events,
      sql`gen_random_uuid()`,
      sql`on conflict (webhook_id, link_id)
        where type = 'link.clicked' and status = 'pending' and tries = 0
        do update set data = excluded.data, created_at = excluded.created_at`,
    )

  return {
    add,

    /** Adds messages with this UUID, unless they were added before. */
    addOnce: (event: Event, id: string): Promise<number> =>
      insert(
        [event],
        sql`${id}::uuid`,
        sql`on conflict (webhook_id, message_id) where type like 'domain.%' do nothing`,
      ),

    /** Adds events of links, with the current state of the links. */
    async ofLinks(events: readonly LinkEvent[]): Promise<number> {
      const subscribed = await wanted(events)
      if (subscribed.length === 0) return 0
      const rows: CountedLinkRow[] = await db
        .selectFrom('links')
        .leftJoin('link_clicks', 'link_clicks.link_id', 'links.id')
        .selectAll('links')
        .select(['link_clicks.clicks', 'link_clicks.clicked_at'])
        .where('links.id', 'in', [...new Set(subscribed.map(({ linkId }) => linkId))])
        .execute()
      const byId = new Map(rows.map((row) => [row.id, row]))
      return add(
        subscribed.flatMap((event) => {
          const row = byId.get(event.linkId)
          if (!row) return []
          return [{ ...event, data: linkData(row, shortUrl(base, row.domain, row.slug)) }]
        }),
      )
    },
  }
}
