import type { paths, Schemas } from '@fingerpost/client'
import { text } from '#messages/audit.ts'
import { fieldName } from '../../shared/field-name.rules.ts'
import type { Filters } from '../../shared/filter-values.rules.ts'

export type Entry = Schemas['AuditEntry']
export type AuditQuery = NonNullable<paths['/audit/export']['get']['parameters']['query']>

type Words<F extends 'object_kind' | 'operation' | 'actor_kind'> = NonNullable<AuditQuery[F]>

/** The kinds of objects with their names. */
export const KINDS: Readonly<Record<string, string>> = text.kinds satisfies Record<
  Words<'object_kind'>,
  string
>

export const OPERATIONS: Readonly<Record<string, string>> = text.operations satisfies Record<
  Words<'operation'>,
  string
>

const OBJECTS: Readonly<Record<string, string>> = text.objects satisfies Record<
  Words<'object_kind'>,
  string
>

type Deed = (values: { object: string; name: string }) => string
const DEEDS: Readonly<Record<string, Deed>> = text.deeds satisfies Record<Words<'operation'>, Deed>

/** Actors that are neither a person nor an API key. */
export const OTHERS: Readonly<Record<string, string>> = {
  operator: text.operator,
  system: 'Fingerpost',
  anonymous: text.anonymous,
} satisfies Record<Exclude<Words<'actor_kind'>, 'key' | 'user'>, string>

/** The query of the filters in the address: `actor=user:71&kind=link&from=2026-11-01`. */
export function toQuery({ actor, kind, change, from, to }: Filters): AuditQuery {
  const [actorKind, actorId] = actor?.split(':') ?? []
  const query = {
    actor_kind: actorKind,
    actor_id: actorId,
    object_kind: kind,
    operation: change,
    from: startOf(from, 0),
    to: startOf(to, 1),
  }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value)) as AuditQuery
}

/** The start of a day, or of one some days later, in the time zone of the browser. */
function startOf(day: string | undefined, daysLater: number): string | undefined {
  const start = new Date(`${day}T00:00`)
  if (Number.isNaN(start.getTime())) return undefined
  start.setDate(start.getDate() + daysLater)
  return start.toISOString()
}

/** Who made the change; `people` has the names of members by id. */
export function actorName({ actor }: Entry, people: ReadonlyMap<string, string>): string {
  const { kind, id, name } = actor
  if (kind === 'key') return text.apiKey(`${name ?? id}`)
  if (kind === 'user') return people.get(`${id}`) ?? name ?? text.formerMember(`${id}`)
  return OTHERS[kind] ?? kind
}

/** What was done, as the end of a sentence that begins with the actor: `changed link go/x`. */
export function deed({ operation, object, after }: Entry): string {
  if (object.kind === 'session' && operation === 'created') return text.signedIn
  const [kind, name] = [OBJECTS[object.kind] ?? object.kind, `${object.name ?? object.id}`]
  if (object.kind === 'erasure' && after?.done_at) return text.finished({ object: kind, name })
  return DEEDS[operation]?.({ object: kind, name }) ?? `${operation} ${kind} ${name}`
}

/** Entries of one request and actor that follow each other. */
export function grouped(entries: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    const isSame = entry.request_id && last?.[0]?.request_id === entry.request_id
    if (last && isSame && last[0]?.actor.id === entry.actor.id) last.push(entry)
    else groups.push([entry])
  }
  return groups
}

/** Where an object is shown, by its kind. */
const PLACES: Readonly<Record<string, (id: string) => string>> = {
  link: (id) => `/links/${id}`,
  note: () => '/analytics',
  domain: (id) => `/domains/${id}`,
  folder: (id) => `/links?folder=${id}`,
  tag: (id) => `/links?tags=${id}`,
  view: () => '/links',
  key: () => '/keys',
  erasure: () => '/settings',
  account: () => '/profile',
  passkey: () => '/profile',
  session: () => '/profile',
  member: () => '/members',
  invitation: () => '/members',
  webhook: () => '/webhooks',
  organization: () => '/settings',
  bio_page: () => '/bio',
  bio_link: () => '/bio',
}

/** The page of the object of an entry; that of a deleted link is the trash, others have none. */
export function placeOf({ object, operation }: Entry): string | undefined {
  if (operation === 'deleted') return object.kind === 'link' ? '/trash' : undefined
  if (operation === 'purged') return undefined
  return PLACES[object.kind]?.(`${object.id}`)
}

export interface Change {
  field: string
  before: string
  after: string
}

/** The names of objects that fields refer to, by `folder_id 5` or `tags 7`. */
export type Names = ReadonlyMap<string, string>

export const nameKey = (field: string, id: number | string) => `${field} ${id}`

/** The fields of an entry, as a person reads them; `labels` has the names of fields. */
export function changesOf(
  { before, after }: Entry,
  names: Names,
  labels: Readonly<Record<string, string>>,
): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields
    .filter((field) => field !== 'domain_id' || !fields.includes('domain'))
    .map((field) => ({
      field: fieldName(field.replace(/_id$/, ''), labels),
      before: valueText(field, before?.[field], names),
      after: valueText(field, after?.[field], names),
    }))
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

function valueText(field: string, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return '—'
  if (Array.isArray(value)) {
    return value.map((it) => valueText(field, it, names)).join(', ') || '—'
  }
  if (typeof value === 'boolean') return value ? text.yes : text.no
  if (typeof value === 'object') {
    return Object.entries(value)
      .filter(([, it]) => it !== null && it !== '')
      .map(([name, it]) => text.fieldAndValue({ field: name, value: valueText(name, it, names) }))
      .join(' · ')
  }
  const plain = String(value)
  if (TIME.test(plain)) return new Date(plain).toLocaleString()
  return names.get(nameKey(field, plain)) ?? plain
}
