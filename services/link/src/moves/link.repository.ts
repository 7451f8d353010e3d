import { invalid } from '@fingerpost/kit/http/problem'
import {
  added,
  count,
  id,
  ids,
  list,
  type MoveField,
  type MoveLine,
  number,
  object,
  optional,
  pastTime,
  text,
  time,
} from '@fingerpost/kit/move/field'
import { type MoveKind, type MovePiece, toLines } from '@fingerpost/kit/move/handlers'
import { insertRows, reserveIds } from '@fingerpost/kit/move/table'
import type { Domain } from '@fingerpost/protos/catalog/v1/domain'
import { forLists, LIST_RULES, type ValueType, valueTypes } from '@fingerpost/protos/redirect-rules'
import { slugKey } from '@fingerpost/protos/slug-key'
import { type Kysely, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import { COLUMN_TYPES, EMPTY, type LinkColumns } from '../model/field.rules.ts'
import { TRASHED } from '../rows/read.repository.ts'
import { checkLinkLine, storedColumns } from './link.rules.ts'

const URL_MAX = 8_192
const PIECE_ROWS = 1_000
const PIECE_BYTES = 1_000_000

const BY_TYPE: Record<string, MoveField> = {
  bigint: count,
  smallint: count,
  text: text(URL_MAX),
  timestamptz: time,
  'bigint[]': ids('tags'),
}

/** The field of each column that a team sets. */
const COLUMNS = Object.fromEntries(
  Object.entries(COLUMN_TYPES).map(([name, type]) => {
    const field = name === 'folder_id' ? id('folders') : (BY_TYPE[type] as MoveField)
    return [name, EMPTY[name as keyof LinkColumns] === null ? optional(field) : field]
  }),
)

/** Values of items; the rules of links check them further. */
const VALUES: Record<ValueType, MoveField> = {
  string: text(1_000),
  number,
  conditions: { must: 'must be a list of conditions', isValid: Array.isArray },
}

const LISTS = forLists((name) => {
  const values = Object.entries(valueTypes(name)).map(([key, type]) => [key, VALUES[type]])
  const item = { id: id('list_items'), url: text(URL_MAX), ...Object.fromEntries(values) }
  return list(object(item), LIST_RULES[name].max)
})

/** Fields that are computed or stored beside the link. */
const COUNTS = { clicks: count, clicked_at: optional(pastTime), taken: count }

const FIELDS: Record<string, MoveField> = {
  id: id('links'),
  domain_id: id('domains'),
  slug: text(1_000),
  ...COLUMNS,
  ...LISTS,
  rules: added(LISTS.rules, []), // release 0.1 had none
  password_hash: optional(text(200)),
  ...COUNTS,
  created_at: pastTime,
  updated_at: pastTime,
  deleted_at: optional(pastTime),
}

/** Links are read by creation, and those in the trash by deletion: each has an index. */
const PHASES = [
  ['created_at', 'links.deleted_at is null'],
  ['deleted_at', TRASHED],
] as const

/** Finds these domains in catalog. */
export type FindDomains = (
  domainIds: readonly number[],
  team: { orgId: number; userId: number; requestId: string },
) => Promise<ReadonlyMap<number, Domain>>

/** Links with their click limits, also those in the trash. Their totals follow from the clicks. */
export const linkKind = (db: Kysely<LinkSchema>, findDomains: FindDomains): MoveKind => ({
  fields: FIELDS,
  reserveIds: reserveIds(db, { table: 'links' }),
  check: (line) => checkLinkLine(line).map(({ field, detail }) => `${field} ${detail}`),
  read: (orgId, after) => readLinks(db, orgId, after),

  async write(team, lines) {
    const domains = await findDomains(
      [...new Set(lines.map(({ domain_id: of }) => of as number))],
      team,
    )
    const rows = lines.flatMap(({ clicks: _, clicked_at: __, taken: ___, ...line }) => {
      const domain = domains.get(line.domain_id as number)
      // A domain can be deleted while links on it are in the trash; they cannot be restored.
      if (!domain && line.deleted_at !== null) return []
      if (!domain) {
        throw invalid([{ field: 'links', code: 'invalid', detail: `${line.slug} has no domain` }])
      }
      return {
        ...line,
        ...storedColumns(line),
        org_id: team.orgId,
        user_id: team.userId,
        domain: domain.name,
        slug_key: slugKey(line.slug as string, domain.case_sensitive),
      }
    })
    if (rows.length === 0) return
    await insertRows(db, 'links', rows, async (tx, made) => {
      await sql`
        update link_clicks set taken = given.taken, link_deleted_at = given.deleted_at
        from jsonb_to_recordset(${JSON.stringify(lines.map(takenOf))}::jsonb)
          as given (id bigint, taken bigint, deleted_at timestamptz)
        where link_id = given.id and link_id = any(${made})`.execute(tx)
      await sql`
        insert into outbox (org_id, link_id, kind)
        select org_id, id, case when deleted_at is null then 'created' else 'deleted' end
        from links where id = any(${made}) order by id`.execute(tx)
    })
  },
})

const takenOf = ({ id: of, taken, deleted_at }: MoveLine) => ({ id: of, taken, deleted_at })

async function readLinks(
  db: Kysely<LinkSchema>,
  orgId: number,
  after: string | undefined,
): Promise<MovePiece> {
  const [phase, at, lastId] = after ? (JSON.parse(after) as [number, string, number]) : START
  const [name, which] = PHASES[phase] ?? PHASES[0]
  const key = sql.ref(`links.${name}`)
  const columns = sql.join(Object.keys(FIELDS).map((it) => sql.ref(it)))
  const { rows } = await sql<MoveLine & { list_key: string; id: number }>`
    select ${columns}, list_key from (
      select *, sum(octet_length(given::text))
        over (order by place rows between unbounded preceding and 1 preceding) as bytes_before
      from (
        select links.*, ${key}::text as list_key, row_number() over (order by ${key}, links.id) as place,
          coalesce(clicks, 0) as clicks, clicked_at,
          greatest(coalesce(link_clicks.taken + used, 0), coalesce(clicks, 0)) as taken
        from links left join link_clicks on link_id = links.id
        where links.org_id = ${orgId} and ${sql.raw(which)}
          and (${key}, links.id) > (${at}::timestamptz, ${lastId}::bigint)
        order by ${key}, links.id limit ${PIECE_ROWS}
      ) as given
    ) as fitting
    where coalesce(bytes_before, 0) < ${PIECE_BYTES} order by place`.execute(db)
  const last = rows.at(-1)
  const next = last ? [phase, last.list_key, last.id] : [phase + 1, ...START.slice(1)]
  const ended = !last && phase + 1 === PHASES.length
  return {
    text: toLines(rows.map(({ list_key: _, ...line }) => line)),
    next: ended ? undefined : JSON.stringify(next),
  }
}

const START: [number, string, number] = [0, '-infinity', 0]
