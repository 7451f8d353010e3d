import type { Entry as EntryMessage, ListEntriesResponse } from '@fingerpost/protos/audit/v1/audit'
import type { Entry } from './audit.schema.ts'

/** Columns that have other names in the API. */
const NAMES: Record<string, string> = { tag_ids: 'tags', password_hash: 'password' }

/** An entry as the API shows it. */
export const toEntryBody = (entry: EntryMessage): Entry => ({
  id: entry.id,
  at: (entry.at ?? new Date(0)).toISOString(),
  actor: {
    kind: entry.actor_kind,
    id: entry.actor_id === undefined ? null : String(entry.actor_id),
    name: entry.actor_name ?? null,
    user_id: entry.user_id === undefined ? null : String(entry.user_id),
  },
  address: entry.address ?? null,
  request_id: entry.request_id ?? null,
  operation: entry.operation,
  object: {
    kind: entry.object_kind,
    id: String(entry.object_id),
    name: entry.object_name ?? null,
  },
  before: fieldsOf(entry.before),
  after: fieldsOf(entry.after),
})

function fieldsOf(json: string | undefined): Record<string, unknown> | null {
  if (json === undefined) return null
  const columns = Object.entries(JSON.parse(json) as object)
  return Object.fromEntries(columns.map(([name, value]) => [NAMES[name] ?? name, value]))
}

/** The newest entries of several logs, each newest first, and whether there are more. */
export function mergeLogs(
  logs: readonly ListEntriesResponse[],
  limit: number,
): { entries: EntryMessage[]; more: boolean } {
  const cut = logs.filter(({ entries_left: left }) => left)
  // Between entries older than the last of a cut log, others of that log would be missing.
  const oldest = cut.map(({ entries }) => entries.at(-1)?.id ?? '').reduce(later, '')
  const found = logs
    .flatMap(({ entries }) => entries)
    .filter(({ id }) => id >= oldest)
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
  return { entries: found.slice(0, limit), more: cut.length > 0 || found.length > limit }
}

const later = (a: string, b: string) => (a > b ? a : b)
