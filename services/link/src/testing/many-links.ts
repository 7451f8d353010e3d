import { join } from 'node:path'
import { createLog } from '@fingerpost/kit/process/log'
import { openPostgres } from '@fingerpost/kit/stores/postgres'
import { createTestDatabase } from '@fingerpost/kit/testing'
import { type Kysely, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'

const migrations = join(import.meta.dirname, '../../migrations')
export const MANY = 20_000
const PIECE = 1_000
export const BIG = 7
export const OTHER = 8

/**
 * Disables plans that are as fast for few rows, so that Postgres uses the indexes as it would for
 * many.
 */
const WITHOUT = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'].map(
  (it) => `-c ${it}=off`,
)

/**
 * Links that every filter matches; those without a folder and those of one domain are the oldest.
 */
async function seed(db: Kysely<LinkSchema>, orgId: number, count: number): Promise<void> {
  for (let from = 1; from <= count; from += PIECE)
    await sql`
  with made as (
    insert into links (org_id, user_id, domain_id, domain, slug, slug_key, url, title, folder_id,
      tag_ids, password_hash, expires_at, expires_after, created_at, updated_at)
    select ${orgId}::bigint, 1, domain_id, 'go' || domain_id || '.example', slug, slug,
      'https://shop.example/' || md5(n::text), md5('t' || n) || ' No. ' || n,
      case when age < ${count} / 2 then 1 + n % 20 end, case when n % 4 = 0 then array[n % 40, 50]::bigint[] else '{}' end,
      case when n % 30 = 0 then 'x' end,
      case when n % 15 = 0 then now() + (n % 2 - 0.5) * interval '1 day' end,
      case when n % 50 = 1 then 10 else 0 end,
      now() - age * interval '1 minute', now() - (n * 104729 % ${count}) * interval '1 minute'
    from generate_series(${from}::bigint, ${Math.min(count, from + PIECE - 1)}) as n, substr(md5(${orgId}::text || n), 1, 10) as slug,
      lateral (select n * 7919 % ${count} as age) as aged,
      lateral (select ${orgId * 10} + case when age > ${count} * 0.9 then 9 else n % 3 end as domain_id) as placed
    returning id
  ) select count(*) from made`.execute(db)
}

/** A database with 20,000 links of the team BIG and 500 of OTHER. */
export async function openManyLinks() {
  const own = await createTestDatabase('link', migrations)
  const url = `${own.url}?options=${encodeURIComponent(WITHOUT.join(' '))}`
  const postgres = openPostgres<LinkSchema>(url, createLog('test', 'silent'), 4)
  const { db } = postgres
  await seed(db, BIG, MANY)
  await seed(db, OTHER, 500)
  await sql`update link_clicks set clicks = link_id * 7919 % 1000, clicked_at = now() - (link_id * 31 % 1000)
    * interval '1 hour' where link_id % 3 > 0`.execute(db)
  await sql`vacuum analyze`.execute(db)
  return {
    db,
    async close(): Promise<void> {
      await postgres.close()
      await own.drop()
    },
  }
}
