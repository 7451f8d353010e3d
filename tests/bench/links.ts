import { createLog } from '@fingerpost/kit/process/log'
import { openRedis } from '@fingerpost/kit/stores/redis'
import { createRecords } from '@fingerpost/kit/stores/versioned-cache'
import { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import pg from 'pg'
import type { TestStack } from './test-stack.ts'

const log = createLog('bench', 'silent')
const AT_ONCE = 1_000
const MANY = 200_000

/** The team and domain of links. */
export interface Place {
  orgId: number
  domainId: number
}
const FIRST: Place = { orgId: 1, domainId: 1 }

/**
 * Creates links `/b<start>` to `/b<count - 1>`, by default of the first team on localhost; returns the
 * first id. More than MANY are created without secondary indexes, which are built afterwards, and without audit entries.
 */
export async function seedLinks(
  testStack: TestStack,
  count: number,
  place = FIRST,
  start = 0,
): Promise<number> {
  const insert = `
insert into links (org_id, user_id, domain_id, domain, slug, slug_key, url, title, created_at)
select $3, 1, $4, 'localhost', 'b' || n, 'b' || n,
  'https://example.com/articles/' || n || '/a-title-of-a-few-words', 'Article ' || n,
  now() - n * interval '1 second'
from generate_series($1::int, $2::int - 1) as n
order by n
on conflict do nothing`
  const postgres = new pg.Client(testStack.databaseUrl('link'))
  await postgres.connect()
  try {
    const restore = count - start > MANY ? await dropIndexes(postgres) : async () => {}
    for (let from = start; from < count; from += AT_ONCE) {
      const to = Math.min(count, from + AT_ONCE)
      await postgres.query(insert, [from, to, place.orgId, place.domainId])
    }
    await restore()
    await postgres.query('vacuum analyze links')
    await postgres.query('vacuum analyze link_clicks')
    const { rows } = await postgres.query<{ id: string }>(
      'select id from links where domain_id = $1 and slug_key = $2',
      [place.domainId, `b${start}`],
    )
    return Number(rows[0]?.id ?? 0)
  } finally {
    await postgres.end()
  }
}

/** Drops the indexes without a constraint and disables the audit trigger; the result restores both. */
async function dropIndexes(postgres: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await postgres.query<{ name: string; definition: string }>(`
select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
from pg_index where indrelid in ('links'::regclass, 'link_clicks'::regclass) and not indisunique`)
  for (const { name } of rows) await postgres.query(`drop index ${name}`)
  await postgres.query('alter table links disable trigger audit_insert')
  return async () => {
    await postgres.query('alter table links enable trigger audit_insert')
    await postgres.query("set maintenance_work_mem = '1GB'")
    for (const { definition } of rows) await postgres.query(definition)
  }
}

/** Writes the slug records that redirect reads, in the format of the link service. */
export async function seedRecords(
  testStack: TestStack,
  firstId: number,
  count: number,
): Promise<void> {
  const redis = openRedis(testStack.facts.stores.redis_url, 'worker', log)
  const records = createRecords(redis, SlugRecord)
  for (let from = 0; from < count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) => from + i)
    await Promise.all(numbers.map((n) => records.put(`slug:1:b${n}`, recordOf(n, firstId + n))))
  }
  redis.disconnect()
}

const recordOf = (n: number, linkId: number): SlugRecord => ({
  version: linkId,
  link_id: linkId,
  org_id: 1,
  domain_id: 1,
  slug: `b${n}`,
  short_url: `http://localhost/b${n}`,
  title: `Article ${n}`,
  deleted: false,
  free: false,
  url: `https://example.com/articles/${n}/a-title-of-a-few-words`,
  redirect_code: 302,
  expires_after: 0,
  rules: [],
})
