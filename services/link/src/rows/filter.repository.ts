import type { Reach } from '@fingerpost/kit/grpc/context'
import type { LinkFilter as LinkQuery } from '@fingerpost/protos/link/v1/link'
import { LINK_STATUSES, type LinkStatus } from '@fingerpost/protos/words'
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import { COLUMN_TYPES } from '../model/field.rules.ts'
import type { ShortUrlBase } from '../model/slug.rules.ts'
import { wordOf } from '../model/word.rules.ts'
import {
  type AddressMatch,
  hasSeveralWords,
  isCut,
  matchAddresses,
  type SearchText,
  textsOf,
  wordsOf,
} from './search.rules.ts'

/** A query with, for each word of its search text, the tags whose names contain it. */
export type SearchQuery = LinkQuery & { tagIds?: readonly (readonly number[])[] }

/** A query whose search text is prepared for SQL. */
export type LinkFilter = Omit<LinkQuery, 'search'> & { search?: Search }

/** The words of a search text; `none` for a text that matches no link. */
type Search = readonly Word[] | 'none'

/** Where links can contain a word. */
interface Word {
  word: string
  addresses: AddressMatch
  texts: readonly SearchText[]
  tagIds: readonly number[]
  /** Links with a note that contains the word. */
  notedIds: readonly number[]
}

/** Escapes `%`, `_` and `\` in a LIKE pattern. */
const literally = (text: string) => text.replace(/[%_\\]/g, '\\$&')

const UTM_FIELDS = Object.keys(COLUMN_TYPES).filter((name) => name.startsWith('utm_'))
// Must be the expression of the search index. No field can contain a line break, so that no match spans two of them.
const TEXT = sql<string>`(links.slug || E'\\n' || links.url || E'\\n' || links.title || E'\\n' || ${sql.join(
  UTM_FIELDS.map((name) => sql`coalesce(${sql.ref(`links.${name}`)}, '')`),
  sql` || E'\\n' || `,
)})`

// A slug with characters outside ASCII, percent-encoded as in its short URL.
const SHOWN = sql`(
  select string_agg(case when it ~ '[ -~]' then it else upper(
    regexp_replace(encode(convert_to(it, 'UTF8'), 'hex'), '(..)', '%\\1', 'g')) end, '' order by at)
  from regexp_split_to_table(links.slug, '') with ordinality as letters (it, at))`

/** Number of newest links in which common words are counted. */
const SAMPLE = 200
/** So many characters of each are enough, and quickly looked through. */
const SAMPLE_TEXT_MAX = 500

const DUE = sql<SqlBool>`links.expires_at <= now()`
const NOT_DUE = sql<SqlBool>`(links.expires_at is null or links.expires_at > now())`
/** Only evaluated for links with a limit. */
const USED_UP = sql<SqlBool>`links.expires_after <= (
  select greatest(clicks, taken + used) from link_clicks where link_id = links.id)`
// The condition that an index covers first, then the exact one.
const EXPIRED = sql<SqlBool>`(${DUE} or links.expires_after > 0) and (${DUE} or ${USED_UP})`
const ACTIVE = sql<SqlBool>`${NOT_DUE} and (links.expires_after = 0 or not (${USED_UP}))`
const WITH_STATUS: Record<LinkStatus, RawBuilder<SqlBool>> = { active: ACTIVE, expired: EXPIRED }

/** The expired links as two disjoint sets, each with its own index. */
export const expiredParts = (orgId: number): RawBuilder<SqlBool>[] => [
  DUE,
  sql`${NOT_DUE} and links.id in (
    select link_id from link_clicks where org_id = ${orgId} and link_deleted_at is null
    and link_expires_after > 0 and link_expires_after <= greatest(clicks, taken + used))`,
]

/** The SQL condition for the links within reach, including deleted ones. */
export const within = ({ orgId, ownerId }: Reach): RawBuilder<SqlBool> =>
  ownerId === undefined
    ? sql`links.org_id = ${orgId}`
    : sql`links.org_id = ${orgId} and links.user_id = ${ownerId}`

/** The SQL condition for the links within reach that match a filter. */
export function conditionsOf(reach: Reach, filter: LinkFilter): Expression<SqlBool> {
  return sql<SqlBool>`${within(reach)} and links.deleted_at is null ${sql.join(
    restrictionsOf(filter).map((it) => sql` and ${it}`),
    sql``,
  )}`
}

/** Whether a filter matches every link of the team. */
export const isAll = ({ ownerId }: Reach, filter: LinkFilter): boolean =>
  ownerId === undefined && restrictionsOf(filter).length === 0

/** Whether an index has exactly the links of a filter, in the order of their creation. */
export function isOrdered({ ownerId }: Reach, query: LinkFilter): boolean {
  const { search, tag_ids, status, ...filter } = query
  const { domain_id, folder_id, has_password } = filter
  const narrowing = [domain_id, folder_id, has_password].filter((it) => it !== undefined)
  const whole = !search && tag_ids.length === 0 && status === undefined
  return ownerId === undefined && whole && narrowing.length < 2 && has_password !== false
}

function restrictionsOf(filter: LinkFilter): RawBuilder<SqlBool>[] {
  const { domain_id, folder_id, tag_ids, status, has_password, created_from, created_to } = filter
  const all: RawBuilder<SqlBool>[] = filter.search ? [isFound(filter.search)] : []
  if (domain_id !== undefined) all.push(sql`links.domain_id = ${domain_id}`)
  if (folder_id === 0) all.push(sql`links.folder_id is null`)
  else if (folder_id !== undefined) all.push(sql`links.folder_id = ${folder_id}`)
  if (tag_ids.length > 0) all.push(sql`links.tag_ids @> ${tag_ids}::bigint[]`)
  if (status !== undefined) all.push(WITH_STATUS[wordOf('status', LINK_STATUSES, status)])
  if (has_password === true) all.push(sql`links.password_hash is not null`)
  if (has_password === false) all.push(sql`links.password_hash is null`)
  if (created_from) all.push(sql`links.created_at >= ${created_from}`)
  if (created_to) all.push(sql`links.created_at <= ${created_to}`)
  return all
}

/**
 * The condition that the text of a link contains this one. Its rare parts use the index; because of `|| ''`, the
 * comparison of the whole text does not.
 */
function contains({ text, parts }: SearchText): RawBuilder<SqlBool> {
  const pattern = (part: string) => `%${literally(part)}%`
  const indexed = parts.map((part) => sql`${TEXT} ilike ${pattern(part)}`)
  if (indexed.length === 0) return sql`${TEXT} || '' ilike ${pattern(text)}`
  if (parts[0] === text) return sql`${indexed[0]}`
  return sql`(${sql.join(indexed, sql` and `)} and ${TEXT} || '' ilike ${pattern(text)})`
}

function isFound(search: Search): RawBuilder<SqlBool> {
  if (search === 'none') return sql`false`
  return sql<SqlBool>`(${sql.join(search.map(containsWord), sql` and `)})`
}

function containsWord({ word, addresses, texts, tagIds, notedIds }: Word): RawBuilder<SqlBool> {
  const { domainIds, startDomainIds, slugStart } = addresses
  const places = texts.map(contains)
  if (isCut(word))
    places.push(sql`(links.slug ~ '[^ -~]' and ${SHOWN} ilike ${`%${literally(word)}%`})`)
  if (tagIds.length > 0) places.push(sql`links.tag_ids && ${tagIds}::bigint[]`)
  if (notedIds.length > 0) places.push(sql`links.id = any(${notedIds}::bigint[])`)
  if (domainIds.length > 0) places.push(sql`links.domain_id = any(${domainIds}::bigint[])`)
  if (startDomainIds.length > 0)
    places.push(sql`links.domain_id = any(${startDomainIds}::bigint[])
      and ${TEXT} ilike ${`${literally(slugStart)}%`}`)
  return sql<SqlBool>`(${sql.join(places, sql` or `)})`
}

/** Finds which of the team's addresses and notes contain each word, and which words are common. */
export async function prepareSearch(
  db: Kysely<LinkSchema>,
  base: ShortUrlBase,
  orgId: number,
  query: SearchQuery,
): Promise<LinkFilter> {
  const { search, tagIds = [], ...rest } = query
  if (!search) return rest
  const words = wordsOf(search)
  if (words.length === 0 || search.includes('\n')) return { ...rest, search: 'none' }
  const [domains, sample, noted] = await Promise.all([
    domainsOf(db, orgId),
    hasSeveralWords(search) ? sampleOf(db, orgId) : [],
    notedOf(db, orgId, words),
  ])
  const texts = textsOf(words, sample)
  const found = words.map((word, at) => ({
    word,
    addresses: matchAddresses(word, domains, base),
    texts: texts[at] ?? [],
    tagIds: tagIds[at] ?? [],
    notedIds: noted.filter(({ place }) => place === at + 1).map(({ link_id }) => link_id),
  }))
  return { ...rest, search: found }
}

/** The links with notes that contain these words, by the place of the word. */
async function notedOf(db: Kysely<LinkSchema>, orgId: number, words: readonly string[]) {
  const { rows } = await sql<{ place: number; link_id: number }>`
    select distinct place, notes.link_id
    from unnest(${words.map((word) => `%${literally(word)}%`)}::text[]) with ordinality as words (pattern, place)
      join notes on notes.org_id = ${orgId} and notes.link_id is not null and notes.text ilike pattern
    `.execute(db)
  return rows
}

async function domainsOf(db: Kysely<LinkSchema>, orgId: number) {
  const { rows } = await sql<{ id: number; name: string }>`
    select used.domain_id as id, link.domain as name from (
      select domain_id from link_counts where org_id = ${orgId} and tag_id = 0
      union
      select domain_id from link_count_changes where org_id = ${orgId} and tag_id = 0
    ) as used cross join lateral (
      select domain from links
      where org_id = ${orgId} and domain_id = used.domain_id and deleted_at is null
      order by created_at limit 1
    ) as link`.execute(db)
  return rows
}

/** The beginnings of the texts of the newest links, in lower case. */
async function sampleOf(db: Kysely<LinkSchema>, orgId: number): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select lower(left(${TEXT}, ${SAMPLE_TEXT_MAX})) as text from links where org_id = ${orgId} and deleted_at is null
    order by created_at desc, id desc limit ${SAMPLE}`.execute(db)
  return rows.map(({ text }) => text)
}
