import { OPERATOR } from '@fingerpost/kit/audit/actor'
import { wholeTeam } from '@fingerpost/kit/grpc/context'
import { createLog } from '@fingerpost/kit/process/log'
import { openPostgres, type Postgres } from '@fingerpost/kit/stores/postgres'
import { createTestDatabase } from '@fingerpost/kit/testing'
import type { LinkFilter as LinkQuery } from '@fingerpost/protos/link/v1/link'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countRepository } from '../counts/count.repository.ts'
import type { LinkSchema } from '../link.schema.ts'
import { watchQueries } from '../testing/plans.ts'
import { totalRepository } from '../totals/total.repository.ts'
import { changeRepository } from './change.repository.ts'
import { SORTS } from './id.repository.ts'
import { listRepository } from './list.repository.ts'

const base = { scheme: 'https', port: 0 }
const migrations = new URL('../../migrations', import.meta.url).pathname
const MANY = 20_000
const PIECE = 1_000
const BIG = 7
const OTHER = 8

/**
 * Disables plans that are as fast for few rows, so that Postgres uses the indexes as it would for
 * many.
 */
const WITHOUT = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'].map(
  (it) => `-c ${it}=off`,
)

let own: Awaited<ReturnType<typeof createTestDatabase>>
let postgres: Postgres<LinkSchema>
let db: Kysely<LinkSchema>

/**
 * Links that every filter matches; those without a folder and those of one domain are the oldest.
 */
async function seed(orgId: number, count: number): Promise<void> {
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

beforeAll(async () => {
  own = await createTestDatabase('link', migrations)
  const url = `${own.url}?options=${encodeURIComponent(WITHOUT.join(' '))}`
  postgres = openPostgres<LinkSchema>(url, createLog('test', 'silent'), 4)
  db = postgres.db
  await seed(BIG, MANY)
  await seed(OTHER, 500)
  await sql`update link_clicks set clicks = link_id * 7919 % 1000, clicked_at = now() - (link_id * 31 % 1000)
    * interval '1 hour' where link_id % 3 > 0`.execute(db)
  await sql`vacuum analyze`.execute(db)
})

afterAll(async () => {
  await postgres.close()
  await own.drop()
})

const all = { tag_ids: [] }
const FILTERS: Record<string, Omit<LinkQuery, 'tag_ids'> & { tag_ids?: number[] }> = {
  none: {},
  'a domain': { domain_id: 71 },
  'an old domain': { domain_id: 79 },
  'a folder': { folder_id: 4 },
  'no folder': { folder_id: 0 },
  'a tag': { tag_ids: [8] },
  'two tags': { tag_ids: [8, 50] },
  active: { status: 'active' },
  expired: { status: 'expired' },
  'with a password': { has_password: true },
  'without a password': { has_password: false },
  'a day': { created_from: hoursAgo(48), created_to: hoursAgo(24) },
  'a title': { search: 'no. 1234' },
  'an address': { search: 'https://go71.example/abc' },
  'a folder and a tag': { folder_id: 4, tag_ids: [50] },
  'a tag and a title': { tag_ids: [50], search: 'No. 123' },
  'active of a domain': { domain_id: 71, status: 'active' },
}

describe('a list of a team with many links', () => {
  for (const [name, filter] of Object.entries(FILTERS)) {
    for (const sort of Object.keys(SORTS) as (keyof typeof SORTS)[]) {
      it(`by ${sort}, ${name}: avoids sequential scans and large sorts`, async () => {
        const { watched, facts } = watchQueries(db)
        const list = listRepository(watched, base)

        const { rows, total } = await list.page(
          wholeTeam(BIG),
          { ...all, ...filter },
          sort,
          'desc',
          0,
          25,
        )

        expect(rows.length).toBe(Math.min(25, total))
        const { scanned, looked, sorted } = await facts()
        expect(scanned).not.toContain('links')
        expect(scanned).not.toContain('link_clicks')
        expect(looked).toBeLessThan(MANY / 4)
        expect(sorted).toBeLessThan(MANY / 10)
      })
    }
  }

  it('is read from its nearer end, and not at all beyond the end', async () => {
    const { watched, facts } = watchQueries(db)
    const list = listRepository(watched, base)

    const last = await list.page(wholeTeam(BIG), all, 'title', 'asc', MANY - 10, 25)
    const first = await list.page(wholeTeam(BIG), all, 'title', 'desc', 0, 10)

    expect(last.rows.map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id).toReversed())
    expect((await list.page(wholeTeam(BIG), all, 'title', 'asc', 25_000_000, 25)).rows).toEqual([])
    expect((await facts()).looked).toBeLessThan(1_000)
  })

  it('is the same in one piece, in pages, and with every plan', async () => {
    const list = listRepository(db, base)
    const searches = [{ search: 'no. 123' }, { search: 'no. 1' }]
    const filters = [{ folder_id: 4 }, { tag_ids: [50] }, { status: 'expired' }, ...searches]
    for (const filter of filters) {
      for (const sort of ['clicks', 'clicked_at', 'title'] as const) {
        const query = { ...all, ...filter }
        const page = (offset: number, limit: number) =>
          list.page(wholeTeam(BIG), query, sort, 'asc', offset, limit)
        const { rows, total } = await page(0, MANY)
        expect(rows.length).toBe(total)
        for (const offset of [0, 100, 1_100, total - 60]) {
          const ids = (await page(offset, 50)).rows.map(({ id }) => id)
          expect(ids).toEqual(rows.slice(offset, offset + 50).map(({ id }) => id))
        }
      }
    }
  })

  it('searches once for a text that few links contain', async () => {
    const { watched, facts } = watchQueries(db)
    const query = { ...all, search: 'no. 1234' }

    await listRepository(watched, base).page(wholeTeam(BIG), query, 'title', 'asc', 0, 25)

    expect((await facts()).indexes.filter((it) => it.startsWith('links_search'))).toHaveLength(1)
  })

  it('says what to do if a search takes too long', async () => {
    const search = db.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 1`.execute(transaction)
      const query = { ...all, search: 'shop' }
      return listRepository(transaction, base).page(wholeTeam(BIG), query, 'title', 'asc', 0, 25)
    })

    await expect(search).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('Search for a longer text'),
    })
  })

  it('looks up only the rare words of a text', async () => {
    const { watched, facts } = watchQueries(db)
    const query = { ...all, search: 'https://shop.example/81dc9bdb' } // MD5 of 1234

    const { total } = await listRepository(watched, base).page(
      wholeTeam(BIG),
      query,
      'title',
      'asc',
      0,
      25,
    )

    expect(total).toBe(1)
    const searched = (await facts()).indexes.filter((it) => it.startsWith('links_search'))
    expect(searched).toEqual([expect.stringContaining("'%/81dc9bdb%'")])
  })

  it.each([
    'https://shop.example/81D',
    'shop.example/8 No',
    'no. 12',
    '81dc9bdb No. 1234',
    'shop/1',
  ])('has exactly the links that contain %j', async (search) => {
    const list = listRepository(db, base)
    const { rows } = await sql<{ count: number }>`
        select count(*) from links where org_id = ${BIG} and position(lower(${search})
          in lower(slug || E'\n' || url || E'\n' || title)) > 0`.execute(db)

    const { total } = await list.page(wholeTeam(BIG), { ...all, search }, 'slug', 'asc', 0, 25)

    expect(total).toBe(rows[0]?.count)
  })

  it('is read completely in batches, with and without a filter', async () => {
    const list = listRepository(db, base)
    for (const filter of [{}, { folder_id: 4 }, { search: 'no. 12' }]) {
      const query = { ...all, ...filter }
      const ids: number[] = []
      for (let after = 0; ; ) {
        const piece = await list.after(wholeTeam(OTHER), query, after, 100)
        if (piece.length === 0) break
        ids.push(...piece.map(({ id }) => id))
        after = piece.at(-1)?.id ?? 0
      }
      const { total } = await list.page(wholeTeam(OTHER), query, 'slug', 'asc', 0, 10)
      expect(new Set(ids).size).toBe(total)
      expect(ids.length).toBe(total)
    }
  })
})

describe('the link counts', () => {
  const total = async (filter: object) =>
    (await countRepository(db).totals(wholeTeam(OTHER), { ...all, ...filter })).total
  /** All pairs of filters. */
  const filters = Object.values(FILTERS).flatMap((one) =>
    [{}, { folder_id: 0 }, { tag_ids: [50] }, { has_password: false }, { status: 'active' }].map(
      (other) => ({ ...one, ...other, ...('domain_id' in one && { domain_id: 81 }) }),
    ),
  )
  async function expectTotals(): Promise<void> {
    const list = listRepository(db, base)
    for (const filter of filters) {
      const { rows, total } = await list.page(
        wholeTeam(OTHER),
        { ...all, ...filter },
        'slug',
        'asc',
        0,
        1_000,
      )
      expect([filter, total]).toEqual([filter, rows.length])
    }
  }
  const idsWhere = async (condition: string): Promise<number[]> => {
    const { rows } = await sql<{ id: number }>`
      select id from links where org_id = ${OTHER} and deleted_at is null and ${sql.raw(condition)}`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  }

  it('are right for every filter after any change of links, before and after folding', async () => {
    const change = changeRepository(db)
    await expectTotals()
    await change.move(OPERATOR, wholeTeam(OTHER), await idsWhere('id % 3 = 0'), 4)
    await change.move(OPERATOR, wholeTeam(OTHER), await idsWhere('id % 7 = 0'), null)
    await change.tag(OPERATOR, wholeTeam(OTHER), await idsWhere('id % 2 = 0'), [50, 8], 'add')
    await change.tag(OPERATOR, wholeTeam(OTHER), await idsWhere('id % 6 = 0'), [8], 'remove')
    await change.remove(OPERATOR, wholeTeam(OTHER), await idsWhere('id % 11 = 0'))
    const [locked = 0, freed = 0, limited = 0] = await idsWhere('password_hash is null')
    await change.change(OPERATOR, wholeTeam(OTHER), locked, async () => ({
      password_hash: 'x',
      domain_id: 81,
    }))
    await change.change(OPERATOR, wholeTeam(OTHER), freed, async () => ({
      tag_ids: [],
      expires_at: new Date(0),
    }))
    await change.change(OPERATOR, wholeTeam(OTHER), limited, async () => ({ expires_after: 3 }))
    await sql`update link_clicks set taken = 3 where link_id = ${limited}`.execute(db)
    await expectTotals()
    const before = await total({})

    const folded = await Promise.all([1, 2].map(() => countRepository(db).fold(100_000)))

    expect(Math.max(...folded)).toBeGreaterThan(0)
    expect(await countRepository(db).fold(100_000)).toBe(0)
    expect(await total({})).toBe(before)
    await expectTotals()
  })

  it('stay right while click totals are set, without deadlocks', async () => {
    const [low = 0, middle = 0, high = 0] = (await idsWhere('true')).toSorted((a, b) => a - b)
    const totals = [high, middle, low].map((link_id) => ({
      link_id,
      clicks: 9_000,
      clicked_at_ms: 1,
    }))
    const waiting = async () =>
      (
        await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      ).rows.length
    let both: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (tx) => {
      await sql`select from link_clicks where link_id = ${middle} for update`.execute(tx)
      both = Promise.all([
        totalRepository(db).set(totals),
        sql`update links set expires_after = 7 where id in (${low}, ${middle}, ${high})`.execute(
          db,
        ),
      ])
      both.catch(() => {})
      await expect.poll(waiting).toBe(2)
    })
    await both
    await expectTotals()
  })

  it('are the same after a recount', async () => {
    const rows = async () =>
      (
        await sql`select org_id, tag_id, domain_id, folder_id, has_password, links
        from link_counts where links <> 0 order by 1, 2, 3, 4, 5`.execute(db)
      ).rows
    const kept = await rows()

    await sql`select after_restore()`.execute(db)

    expect(await rows()).toEqual(kept)
    expect(kept.length).toBeGreaterThan(0)
  })
})

function hoursAgo(hours: number): Date {
  return new Date(Date.now() - hours * 3_600_000)
}
