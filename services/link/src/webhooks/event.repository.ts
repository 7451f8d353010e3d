import type { EventType } from '@fingerpost/protos/words'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import type { CountedLinkRow } from '../model/row.schema.ts'
import { type ShortUrlBase, shortUrl } from '../model/slug.rules.ts'
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

/** An event with its data as JSON. */
type Message = Omit<Event, 'data'> & { json: string }

/** Links whose data is in memory at once. */
const LINKS_AT_ONCE = 50
/** Size of the messages of one statement; the last one may exceed it. */
const STATEMENT_BYTES = 1_000_000

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
    events: readonly Message[],
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
        ${events.map(({ json }) => json)}::text[])
        as event (org_id, link_id, type, data)
      join webhooks on webhooks.org_id = event.org_id
        and (webhooks.enabled or webhooks.disabled_reason = 'failing')
        and event.type = any(webhooks.events)
      ${onConflict}
      returning 1`.execute(db)
    return rows.length
  }

  /** Each message repeats its link, so they are added in pieces. */
  async function addAll(messages: readonly Message[]): Promise<number> {
    let queued = 0
    for (let start = 0; start < messages.length; ) {
      let end = start
      for (let bytes = 0; end < messages.length && bytes < STATEMENT_BYTES; end++) {
        bytes += messages[end]?.json.length ?? 0
      }
      queued += await insert(
        messages.slice(start, end),
        sql`gen_random_uuid()`,
        sql`on conflict (webhook_id, link_id)
          where type = 'link.clicked' and status = 'pending' and tries = 0
          do update set data = excluded.data, created_at = excluded.created_at`,
      )
      start = end
    }
    return queued
  }

  /** The data of links as JSON, by id. */
  async function jsonOf(linkIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows: CountedLinkRow[] = await db
      .selectFrom('links')
      .leftJoin('link_clicks', 'link_clicks.link_id', 'links.id')
      .selectAll('links')
      .select(['link_clicks.clicks', 'link_clicks.clicked_at'])
      .where('links.id', 'in', linkIds)
      .execute()
    return new Map(
      rows.map((row) => [
        row.id,
        JSON.stringify(linkData(row, shortUrl(base, row.domain, row.slug))),
      ]),
    )
  }

  return {
    add: (events: readonly Event[]): Promise<number> => addAll(events.map(toMessage)),

    /** Adds messages with this UUID, unless they were added before. */
    addOnce: (event: Event, id: string): Promise<number> =>
      insert(
        [toMessage(event)],
        sql`${id}::uuid`,
        sql`on conflict (webhook_id, message_id) where type like 'domain.%' do nothing`,
      ),

    /** Adds events of links, with the current state of the links. */
    async ofLinks(events: readonly LinkEvent[]): Promise<number> {
      const subscribed = await wanted(events)
      const linkIds = [...new Set(subscribed.map(({ linkId }) => linkId))]
      let queued = 0
      for (let i = 0; i < linkIds.length; i += LINKS_AT_ONCE) {
        const json = await jsonOf(linkIds.slice(i, i + LINKS_AT_ONCE))
        queued += await addAll(
          subscribed.flatMap((event) => {
            const of = json.get(event.linkId)
            return of === undefined ? [] : [{ ...event, json: of }]
          }),
        )
      }
      return queued
    },
  }
}

const toMessage = ({ data, ...event }: Event): Message => ({ ...event, json: JSON.stringify(data) })
