import type { paths, Schemas } from '@fingerpost/client'
import { fieldName } from '../../shared/field-name.rules.ts'
import type { Filters } from '../../shared/filter-values.rules.ts'

export type Entry = Schemas['AuditEntry']
export type AuditQuery = NonNullable<paths['/audit/export']['get']['parameters']['query']>

type Words<F extends 'object_kind' | 'operation' | 'actor_kind'> = NonNullable<AuditQuery[F]>

/** The kinds of objects with their names. */
export const KINDS: Readonly<Record<string, string>> = {
  link: 'Link',
  folder: 'Folder',
  tag: 'Tag',
  view: 'Saved view',
  note: 'Note',
  domain: 'Domain',
  bio_page: 'Bio page',
  bio_link: 'Bio link',
  key: 'API key',
  webhook: 'Webhook',
  organization: 'Team',
  member: 'Member',
  invitation: 'Invitation',
  account: 'Account',
  session: 'Session',
  passkey: 'Passkey',
  identity: 'Sign-in identity',
} satisfies Record<Words<'object_kind'>, string>

export const OPERATIONS: Readonly<Record<string, string>> = {
  created: 'Created',
  updated: 'Changed',
  deleted: 'Deleted',
  restored: 'Restored',
  purged: 'Permanently deleted',
  refused: 'Refused',
} satisfies Record<Words<'operation'>, string>

/** Actors that are neither a person nor an API key. */
export const OTHERS: Readonly<Record<string, string>> = {
  operator: 'Operator',
  system: 'Fingerpost',
  anonymous: 'Anonymous client',
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
  if (kind === 'key') return `API key ${name ?? id}`
  if (kind === 'user') return people.get(`${id}`) ?? name ?? `Former member ${id}`
  return OTHERS[kind] ?? kind
}

/** What was done, as the end of a sentence that begins with the actor: `changed link go/x`. */
export function deed({ operation, object }: Entry): string {
  const name = object.name ?? object.id
  if (operation === 'refused') return `failed to sign in as ${name}`
  if (object.kind === 'session' && operation === 'created') return 'signed in'
  const verb = (OPERATIONS[operation] ?? operation).toLowerCase()
  const noun = KINDS[object.kind] ?? object.kind
  const kind = noun.startsWith('API') ? noun : noun.toLowerCase()
  return `${verb} ${kind} ${name}`
}

export interface Change {
  field: string
  before: string
  after: string
}

/** The names of objects that fields refer to, by `folder_id 5` or `tags 7`. */
export type Names = ReadonlyMap<string, string>

/** The fields of an entry, as a person reads them. */
export function changesOf({ before, after }: Entry, names: Names): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields
    .filter((field) => field !== 'domain_id' || !fields.includes('domain'))
    .map((field) => ({
      field: fieldName(field.replace(/_id$/, '')),
      before: valueText(field, before?.[field], names),
      after: valueText(field, after?.[field], names),
    }))
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

function valueText(field: string, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return '—'
  if (Array.isArray(value)) return value.map((it) => valueText(field, it, names)).join(', ') || '—'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'object') {
    return Object.entries(value)
      .filter(([, it]) => it !== null && it !== '')
      .map(([name, it]) => `${name}: ${valueText(name, it, names)}`)
      .join(' · ')
  }
  const text = String(value)
  if (TIME.test(text)) return new Date(text).toLocaleString()
  return names.get(`${field} ${text}`) ?? text
}
