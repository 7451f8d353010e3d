import type { Label } from '@fingerpost/protos/catalog/v1/reference'
import { type CountedLinkRow, UTM_FIELDS } from '../link.schema.ts'
import { DEFAULT_REDIRECT_CODE, type Labels } from '../links/describe.rules.ts'

const DOMAIN_EVENTS = ['domain.verified', 'domain.failing', 'domain.unverified'] as const

/** The events that webhooks can subscribe to. */
export const EVENT_TYPES = [
  'link.created',
  'link.updated',
  'link.deleted',
  'link.expired',
  'link.clicked',
  'import.finished',
  ...DOMAIN_EVENTS,
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Whether this is a known event of catalog; a newer catalog may send others. */
export const isDomainEvent = (type: string): type is (typeof DOMAIN_EVENTS)[number] =>
  (DOMAIN_EVENTS as readonly string[]).includes(type)

export const TRIES = 8

/**
 * Milliseconds from a failed try to the next one: 4.4 s, then five times as long each time, so that
 * the eighth try is 23.9 hours after the first. Undefined after the last try.
 */
export const retryDelayMs = (tries: number): number | undefined =>
  tries < TRIES ? 4_400 * 5 ** (tries - 1) : undefined

/** A link as stored until delivery: as in the REST API, but with labels as ids. */
export const linkData = (row: CountedLinkRow, shortUrl: string) => ({
  id: String(row.id),
  organization_id: String(row.org_id),
  org_id: String(row.org_id),
  user_id: String(row.user_id),
  url: row.url,
  domain_id: row.domain_id,
  domain: row.domain,
  slug: row.slug,
  short_url: shortUrl,
  title: row.title,
  folder_id: row.folder_id,
  folder: null,
  tags: row.tag_ids,
  ...(Object.fromEntries(UTM_FIELDS.map((name) => [name, row[name]])) as UtmData),
  redirect_code: row.redirect_code ?? DEFAULT_REDIRECT_CODE,
  expires_at: row.expires_at?.toISOString() ?? null,
  expires_after: row.expires_after,
  expire_url: row.expire_url,
  ios: row.ios,
  android: row.android,
  ab: row.ab,
  geo: row.geo,
  has_password: row.password_hash !== null,
  clicks: row.clicks ?? 0,
  clicked_at: row.clicked_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

export type LinkData = ReturnType<typeof linkData>
type UtmData = Record<(typeof UTM_FIELDS)[number], string | null>

/** The same with folder and tags described; deleted labels are left out. */
export function describeLinkData(data: LinkData, { folders, tags }: Labels) {
  const folder = folders.get(data.folder_id ?? 0)
  return {
    ...data,
    folder_id: folder?.id ?? null,
    folder: folder ? toLabel(folder) : null,
    tags: data.tags.flatMap((id) => {
      const tag = tags.get(id)
      return tag ? [toLabel(tag)] : []
    }),
  }
}

const toLabel = ({ id, name, color }: Label) => ({ id, name, color: color ?? null })

/** The body of a message, which is also what is signed. */
export const payloadOf = (type: string, happenedAt: Date, data: unknown): string =>
  JSON.stringify({ type, timestamp: happenedAt.toISOString(), data })
