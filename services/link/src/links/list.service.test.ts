import { OPERATOR } from '@fingerpost/kit/audit/actor'
import { wholeTeam } from '@fingerpost/kit/grpc/context'
import type { LinkFilter as LinkQuery } from '@fingerpost/protos/link/v1/link'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countRepository } from '../counts/count.repository.ts'
import type { LinkSchema } from '../link.schema.ts'
import { BIG, MANY, OTHER, openManyLinks } from '../testing/many-links.ts'
import { watchQueries } from '../testing/plans.ts'
import { totalRepository } from '../totals/total.repository.ts'
import { changeRepository } from './change.repository.ts'
import { SORTS } from './id.repository.ts'
import { listRepository } from './list.repository.ts'

const base = { scheme: 'https', port: 0 }

let manyLinks: Awaited<ReturnType<typeof openManyLinks>>
let db: Kysely<LinkSchema>

beforeAll(async () => {
  manyLinks = await openManyLinks()
  db = manyLinks.db
})
afterAll(() => manyLinks.close())

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
    const earlier = await rows()

    await sql`select after_restore()`.execute(db)

    expect(await rows()).toEqual(earlier)
    expect(earlier.length).toBeGreaterThan(0)
  })
})

function hoursAgo(hours: number): Date {
  return new Date(Date.now() - hours * 3_600_000)
}
