import { type ImportItem, ImportsService } from '@fingerpost/protos/link/v1/import'
import type { Link } from '@fingerpost/protos/link/v1/link'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { caller, startTestLink, type TestLink } from '../testing/stack.ts'

/** Together more than the 32 MiB that a gRPC client accepts. Few links, larger than the rules allow, are enough. */
const COUNT = 34

let link: TestLink
let importId: number
let ids: number[]
const imports = () => link.client(ImportsService)

beforeAll(async () => {
  link = await startTestLink()
  const target = { domain_id: 1, tags: [] }
  const rows = [
    { url: 'no address' },
    ...Array.from({ length: COUNT }, (_, i) => ({ url: `https://e.com/${i}` })),
  ]
  importId = (await imports().createImport({ target }, { caller })).id
  await imports().addImportRows({ id: importId, first_index: 0, rows }, { caller })
  await imports().startImport({ id: importId }, { caller })
  await vi.waitFor(
    async () => expect(await imports().getImport(stateFrom(0, 0), { caller })).toMatchObject(DONE),
    { timeout: 15_000 },
  )
  const made = await link.db.selectFrom('links').select('id').orderBy('id').execute()
  ids = made.map(({ id }) => id)
  // One by one: together they take longer than a statement may on a busy machine.
  for (const id of ids)
    await sql`update links set expire_url = 'https://e.com/' || repeat('x', 1000000)
      where id = ${id}`.execute(link.db)
})
afterAll(() => link.close())

const DONE = { status: 'done', created: COUNT, failed: 1 }
const stateFrom = (items_offset: number, items_limit: number) => ({
  id: importId,
  items_offset,
  items_limit,
})
const idsOf = (links: readonly Link[]) => links.map(({ id }) => id)

/** Reads until nothing is left, and checks that every response is bounded. */
async function readAll<T>(read: (done: T[]) => Promise<T[]>): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const some = await read(all)
    expect(JSON.stringify(some).length).toBeLessThan(10_000_000)
    if (some.length === 0) return all
    all.push(...some)
  }
}

it('splits a page of large links', async () => {
  const found = await readAll<Link>(async (done) => {
    const request = { filter: { tag_ids: [] }, sort: 'created_at', order: 'asc' }
    const rest = { offset: done.length, limit: COUNT - done.length }
    const { links, total } = await link.links.listLinks({ ...request, ...rest }, { caller })
    expect(total).toBe(COUNT)
    return links
  })
  expect(idsOf(found)).toEqual(ids)
})

it('splits a piece of an export of large links', async () => {
  const found = await readAll<Link>(async (done) => {
    const request = { filter: { tag_ids: [] }, after_id: done.at(-1)?.id ?? 0, limit: 100 }
    return (await link.links.scanLinks(request, { caller })).links
  })
  expect(idsOf(found)).toEqual(ids)
})

it('returns the first of many large links by id and how many are left', async () => {
  const wanted = [...ids.toReversed(), 10 ** 9]
  const found = await readAll<Link>(async (done) => {
    const rest = wanted.slice(done.length)
    const { links, links_left: linksLeft } = await link.links.getLinks({ ids: rest }, { caller })
    expect(linksLeft ?? 0).toBe(COUNT - done.length - links.length)
    return links
  })
  expect(idsOf(found)).toEqual(ids.toReversed())
})

it('splits the items of an import of large links', async () => {
  const found = await readAll<ImportItem>(async (done) => {
    const state = await imports().getImport(stateFrom(done.length, 100), { caller })
    expect(state.items_left ?? 0).toBe(COUNT + 1 - done.length - state.items.length)
    return state.items
  })
  expect(found.map(({ index }) => index)).toEqual([...found.keys()])
  expect(
    found
      .slice(1)
      .map(({ link }) => link?.id ?? 0)
      .sort((a, b) => a - b),
  ).toEqual(ids)
})
