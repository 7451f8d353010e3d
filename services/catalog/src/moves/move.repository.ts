import { OPERATOR } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import type { FieldError } from '@fingerpost/kit/http/problem'
import {
  count,
  flag,
  id,
  type MoveField,
  type MoveLine,
  optional,
  pastTime,
  text,
  word,
} from '@fingerpost/kit/move/field'
import { type MoveKind, toLines } from '@fingerpost/kit/move/handlers'
import { tableKind } from '@fingerpost/kit/move/table'
import type { KindOf } from '@fingerpost/protos/moved-kinds'
import { nameKey } from '@fingerpost/protos/name'
import { FORWARD_MODES, VIEW_PAGES } from '@fingerpost/protos/words'
import type { Kysely } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import { checkNewDomain } from '../domains/domain.rules.ts'
import { isTaken } from '../domains/hold.repository.ts'
import { checkNewLabel } from '../labels/label.rules.ts'
import { organizationRepository } from '../organizations/organization.repository.ts'
import { checkOrganizationUpdate } from '../organizations/organization.rules.ts'
import { checkNewView } from '../views/view.rules.ts'
import { viewQuery } from './query.mapper.ts'

const dates = { created_at: pastTime, updated_at: pastTime }
const url = text(8_192)
const LIST_MAX = 1_000

/** Sentences about a line, from the result of a check. */
const faults = (checked: object | FieldError[]): string[] =>
  Array.isArray(checked) ? checked.map(({ field, detail }) => `${field} ${detail}`) : []

/** The values of a line without nulls, as a request has them. */
const given = (line: MoveLine) =>
  Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null)) as never

/** Which names of domains this instance allows. */
export interface DomainNames {
  instanceHost: string
  singleLabels: boolean
  /** That of the operator, which is allowed whatever the others say. */
  initialDomain: string
}

/** What catalog stores of a team, for a move to another instance. */
export const moveKinds = (
  db: Kysely<CatalogSchema>,
  names: DomainNames,
): Record<KindOf<'catalog'>, MoveKind> => ({
  organization: organizationKind(db),
  members: memberKind(db),
  domains: domainKind(db, names),
  folders: labelKind(db, 'folders'),
  tags: labelKind(db, 'tags'),
  views: tableKind({
    db,
    table: 'views',
    fields: {
      id: id('views'),
      name: text(100),
      page: word(VIEW_PAGES),
      query: viewQuery,
      ...dates,
    },
    check: (line) => faults(checkNewView(given(line))),
    keys: ({ page, name }) => [`${page} ${nameKey(name as string)}`],
    toRow: (line, { userId }) => ({ ...named(line), created_by: userId }),
  }),
})

const named = (line: MoveLine) => ({ ...line, name_key: nameKey(line.name as string) })

const labelKind = (db: Kysely<CatalogSchema>, table: 'folders' | 'tags'): MoveKind =>
  tableKind({
    db,
    table,
    fields: { id: id(table), name: text(200), color: optional(text(7)), ...dates },
    check: (line) => faults(checkNewLabel(given(line))),
    keys: ({ name }) => [nameKey(name as string)],
    toRow: named,
  })

/** Domains become claims: the other instance has its own proofs. */
function domainKind(
  db: Kysely<CatalogSchema>,
  { instanceHost, singleLabels, initialDomain }: DomainNames,
): MoveKind {
  const fields: Record<string, MoveField> = {
    id: id('domains'),
    name: text(253),
    verified: flag,
    slug_length: count,
    allow_preview: flag,
    owner: optional(text(512)),
    root_url: optional(url),
    not_found_url: optional(url),
    expired_url: optional(url),
    case_sensitive: flag,
    forward_query: word(FORWARD_MODES),
    is_default: flag,
    ...dates,
  }
  return tableKind({
    db,
    table: 'domains',
    fields,
    async check(line, orgId = 0) {
      const allowed =
        line.name === initialDomain ? { local: true } : { instanceHost, local: singleLabels }
      const checked = checkNewDomain(given(line), allowed)
      if (Array.isArray(checked)) return faults(checked)
      if (checked.name !== line.name) return [`name must be ${checked.name}`]
      const taken = `name ${line.name} is taken by another team of this instance, or reserved for it`
      return (await isTaken(db, orgId, line.name as string)) ? [taken] : []
    },
    keys: ({ name, is_default }) => [name as string, ...(is_default ? ['is_default'] : [])],
    toRow: ({ verified: _, ...line }) => line,
  })
}

function organizationKind(db: Kysely<CatalogSchema>): MoveKind {
  const fields = {
    name: text(512),
    slug: text(64),
    logo: optional(url),
    time_zone: optional(text(64)),
    click_retention_months: optional(count),
  }
  return {
    fields,
    async read(orgId) {
      const { id: _, ...team } = (await organizationRepository(db).get(orgId)) ?? {}
      return { text: toLines([team]) }
    },
    check: ({ slug: _, ...line }) =>
      faults(checkOrganizationUpdate({ ...(given(line) as object), clear: [] }, 0)),
    // A new team has its name and slug already; an existing one keeps them.
    write: ({ orgId }, [line]) =>
      changeAs(db, OPERATOR, async (tx) => {
        const { name: _, slug: __, ...settings } = line ?? {}
        await organizationRepository(tx).update(orgId, settings)
      }),
  }
}

/** People sign in to the other instance on their own, so members are for information. */
function memberKind(db: Kysely<CatalogSchema>): MoveKind {
  const fields = {
    email: optional(text(512)),
    name: text(1_000),
    role: text(32),
    own_links_only: flag,
    created_at: pastTime,
  }
  return {
    fields,
    async read(orgId, after = '0') {
      const rows = await db
        .selectFrom('memberships as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .select(['m.id', 'u.email', 'u.name', 'm.role', 'm.own_links_only', 'm.created_at'])
        .where('m.org_id', '=', orgId)
        .where('m.id', '>', Number(after))
        .orderBy('m.id')
        .limit(LIST_MAX)
        .execute()
      const lines = rows.map(({ id: _, ...member }) => member)
      return { text: toLines(lines), next: rows.at(-1)?.id.toString() }
    },
  }
}
