import { wholeTeam } from '@fingerpost/kit/grpc/context'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LinkSchema } from '../link.schema.ts'
import { BIG, openManyLinks } from '../testing/many-links.ts'
import { watchQueries } from '../testing/plans.ts'
import { listRepository } from './list.repository.ts'

const base = { scheme: 'https', port: 0 }
const all = { tag_ids: [] }

let manyLinks: Awaited<ReturnType<typeof openManyLinks>>
let db: Kysely<LinkSchema>
beforeAll(async () => {
  manyLinks = await openManyLinks()
  db = manyLinks.db
})
afterAll(() => manyLinks.close())

describe('a search among many links', () => {
  it('reads the index once for a text that few links contain', async () => {
    const { watched, facts } = watchQueries(db)
    const query = { ...all, search: 'no. 1234' }

    await listRepository(watched, base).page(wholeTeam(BIG), query, 'title', 'asc', 0, 25)

    expect((await facts()).indexes.filter((it) => it.startsWith('links_search'))).toHaveLength(1)
  })

  it('says what to do if it takes too long', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
    const holder = db.transaction().execute(async (transaction) => {
      await sql`lock table links in access exclusive mode`.execute(transaction)
      lock()
      await held
    })
    await locked
    const search = db.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 50`.execute(transaction)
      const query = { ...all, search: 'shop' }
      return listRepository(transaction, base).page(wholeTeam(BIG), query, 'title', 'asc', 0, 25)
    })

    await expect(search).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('Search for a longer text'),
    })
    release()
    await holder
  })

  it('does not count many matches after a slow look at the index', async () => {
    const withoutTime = listRepository(db, base, 0)
    const page = (search: string) =>
      withoutTime.page(wholeTeam(BIG), { ...all, search }, 'title', 'asc', 0, 25)

    await expect(page('shop')).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await page('no. 1234')).toMatchObject({ total: 42 })
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

  it('looks up a rare word, and not the common ones beside it', async () => {
    const { watched, facts } = watchQueries(db)
    const query = { ...all, search: 'No. shop 81dc9bdb' }

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
    expect(searched).toEqual([expect.stringContaining("'%81dc9bdb%'")])
  })

  it.each([
    '1234 no.',
    'https://shop.example/81D',
    'shop.example/8 No',
    'no. 12',
    '81dc9bdb No. 1234',
    'shop/1',
  ])('has exactly the links that contain all words of %j', async (search) => {
    const list = listRepository(db, base)
    const { rows } = await sql<{ count: number }>`
        select count(*) from links where org_id = ${BIG} and not exists (
          select from unnest(${search.toLowerCase().split(' ')}::text[]) as word
          where position(word in lower(slug || E'\n' || url || E'\n' || title)) = 0)`.execute(db)

    const { total } = await list.page(wholeTeam(BIG), { ...all, search }, 'slug', 'asc', 0, 25)

    expect(total).toBe(rows[0]?.count)
  })
})
