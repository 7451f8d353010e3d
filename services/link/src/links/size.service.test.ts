import { setPace } from '@fingerpost/kit/process/pace'
import { AuditService, type Entry } from '@fingerpost/protos/audit/v1/audit'
import { type ImportItem, ImportsService } from '@fingerpost/protos/link/v1/import'
import type { DeletedLink, Link } from '@fingerpost/protos/link/v1/link'
import { WebhooksService } from '@fingerpost/protos/link/v1/webhook'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { inPieces } from '../rows/read.repository.ts'
import { caller, startTestLink, type TestLink } from '../testing/stack.ts'

/** Together more than the 32 MiB that a gRPC client accepts. Few links, larger than the rules allow, are enough. */
const COUNT = 34

let link: TestLink
let importId: number
let ids: number[]
const imports = () => link.client(ImportsService)

beforeAll(async () => {
  setPace(10) // On a busy machine, an answer of this size takes longer than a call may.
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
afterAll(async () => {
  setPace(1)
  await link.close()
})

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

it('publishes the records of large links in pieces after a bulk change', async () => {
  await link.redis.flushdb()
  const some = ids.slice(0, 6)
  const { changed } = await link.links.moveLinks({ ids: some, folder_id: 5 }, { caller })
  expect(changed.toSorted((a, b) => a - b)).toEqual(some)
  await vi.waitFor(async () => expect(await link.redis.keys('slug:*')).toHaveLength(some.length), {
    timeout: 15_000,
  })

  const pieces: number[] = []
  for await (const rows of inPieces(link.db, ids, 4_000_000)) pieces.push(rows.length)
  expect(pieces).toEqual([4, 4, 4, 4, 4, 4, 4, 6])
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

it('splits the audit log, whose entries have the fields of large links', async () => {
  const found = await readAll<Entry>(async (done) => {
    const { entries, entries_left: left } = await link
      .client(AuditService)
      .listEntries(
        { limit: 2 * COUNT - done.length, before_id: done.at(-1)?.id, object_kind: 'link' },
        { caller },
      )
    expect(left ?? 0).toBe(2 * COUNT - done.length - entries.length)
    return entries
  })
  expect(found).toHaveLength(2 * COUNT)
})

it('lists webhook messages without their bodies, which repeat the link', async () => {
  const webhooks = link.client(WebhooksService)
  const { id } = await webhooks.createWebhook(
    { url: 'https://e.com/', events: ['link.created'], enabled: false },
    { caller },
  )
  await sql`insert into webhook_deliveries (webhook_id, type, status, data, payload, response)
    select ${id}, 'link.created', 'delivered', json_build_object('url', repeat('x', 1000000)),
      repeat('x', 1000000), repeat('x', 1000) from generate_series(1, ${COUNT})`.execute(link.db)
  const { deliveries } = await webhooks.listWebhookDeliveries(
    { webhook_id: id, offset: 0, limit: COUNT },
    { caller },
  )
  expect(deliveries).toHaveLength(COUNT)
  expect(JSON.stringify(deliveries).length).toBeLessThan(100_000)
})

it('splits the trash', async () => {
  for (const id of ids)
    await sql`update links set deleted_at = now() where id = ${id}`.execute(link.db)
  const found = await readAll<DeletedLink>(async (done) => {
    const rest = { offset: done.length, limit: COUNT - done.length }
    return (await link.links.listDeletedLinks(rest, { caller })).links
  })
  expect(found).toHaveLength(COUNT)
})
