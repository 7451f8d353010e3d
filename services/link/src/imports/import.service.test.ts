import type { Client } from '@fingerpost/kit/grpc/client'
import { ImportsService } from '@fingerpost/protos/link/v1/import'
import { LabelsService } from '@fingerpost/protos/link/v1/label'
import { SlugsService } from '@fingerpost/protos/link/v1/slug'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { caller, startTestLink, stranger, type TestLink } from '../testing/stack.ts'
import { truncate } from '../testing/truncate.ts'
import { importRepository } from './import.repository.ts'

let link: TestLink
let imports: Client<ImportsService>
beforeAll(async () => {
  link = await startTestLink()
  imports = link.client(ImportsService)
})
afterAll(() => link.close())
afterEach(async () => {
  Object.assign(link.catalog, { away: false, unlabeled: false })
  await truncate(link.db, 'links', 'imports', 'outbox')
})

const TARGET = { domain_id: 1, folder_id: 5, tags: [6] }
const urls = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ url: `https://e.com/${i}` }))
const keyOf = (name: string) => Buffer.from(name)

async function fill(count: number, key?: string, by = caller) {
  const request = { target: TARGET, ...(key && { idempotency_key: keyOf(key) }) }
  const { id } = await imports.createImport(request, { caller: by })
  await imports.addImportRows({ id, first_index: 0, rows: urls(count) }, { caller: by })
  return id
}
const start = (id: number, by = caller) => imports.startImport({ id }, { caller: by })
const read = (id: number, by = caller) => imports.getImport({ id, items_limit: 0 }, { caller: by })
const ended = (id: number, by = caller) =>
  vi.waitFor(
    async () => {
      const state = await read(id, by)
      expect(state.status).toBe('done')
      return state
    },
    { timeout: 15_000 },
  )
const links = () => link.db.selectFrom('links').selectAll().orderBy('id').execute()

describe('a repeated request', () => {
  it('continues the first import and creates no second link', async () => {
    const first = await fill(300, 'same')
    expect(await fill(300, 'same')).toBe(first)
    await Promise.all([start(first), start(first)])
    await ended(first)

    expect(await fill(300, 'same')).toBe(first)
    expect(await start(first)).toMatchObject({ status: 'done', total: 300 })
    expect(await links()).toHaveLength(300)
  })

  it('gets its import even after the folder is deleted', async () => {
    const id = await fill(1, 'same')
    link.catalog.unlabeled = true

    expect(await fill(1, 'same')).toBe(id)
  })

  it('from another team or after a day creates a new import', async () => {
    const first = await fill(1, 'same')
    expect(await fill(1, 'same', stranger)).not.toBe(first)
    await link.db
      .updateTable('imports')
      .set({ created_at: sql`now() - interval '25 hours'` })
      .execute()

    expect(await fill(1, 'same')).not.toBe(first)
  })
})

describe('an import whose folder and tag are deleted', () => {
  it('before its rows are processed creates its links without them', async () => {
    const id = await fill(3)
    link.catalog.unlabeled = true
    await start(id)

    expect(await ended(id)).toMatchObject({ created: 3, failed: 0 })
    expect(await links()).toMatchObject(Array(3).fill({ folder_id: null, tag_ids: [] }))
  })

  it('has them removed together with its links', async () => {
    const id = await fill(3)
    const labels = link.client(LabelsService)
    await labels.removeFolder({ org_id: caller.orgId, folder_id: 5 })
    await labels.removeTag({ org_id: caller.orgId, tag_id: 6 })
    await start(id)

    expect(await ended(id)).toMatchObject({ created: 3 })
    expect(await links()).toMatchObject(Array(3).fill({ folder_id: null, tag_ids: [] }))
  })
})

it('a small import of one team finishes while a large one of another team runs', async () => {
  const large = await fill(20_000)
  const small = await fill(5, undefined, stranger)
  await start(large)
  await vi.waitFor(async () => expect((await read(large)).done).toBeGreaterThan(0))
  await start(small, stranger)
  await ended(small, stranger)

  expect((await read(large)).done).toBeLessThan(20_000)
  await link.db.deleteFrom('imports').where('id', '=', large).execute()
})

it('an import waits while catalog is unavailable and continues afterwards', async () => {
  const id = await fill(3)
  link.catalog.away = true
  await start(id)
  await vi.waitFor(async () => {
    const { next_piece_at } = await link.db
      .selectFrom('imports')
      .select('next_piece_at')
      .executeTakeFirstOrThrow()
    expect(next_piece_at!.getTime()).toBeGreaterThan(Date.now())
  })
  link.catalog.away = false
  await link.db
    .updateTable('imports')
    .set({ next_piece_at: new Date(0) })
    .execute()

  expect(await ended(id)).toMatchObject({ created: 3 })
})

it('imported links are written to Redis at their first visit and not before', async () => {
  const id = await fill(5)
  await start(id)
  await ended(id)
  await vi.waitFor(async () =>
    expect(await link.db.selectFrom('outbox').selectAll().execute()).toEqual([]),
  )
  expect(await link.redis.keys('slug:*')).toEqual([])

  const [made] = await links()
  const requests = [{ domain_id: 1, slug_key: made!.slug_key }]
  await link.client(SlugsService).getSlugRecords({ requests })
  expect(await link.redis.keys('slug:*')).toEqual([`slug:1:${made!.slug_key}`])
})

it('an import is deleted after 30 days, and one that was never started after a day', async () => {
  const [old, fresh, abandoned] = [await fill(3), await fill(3), await fill(3)]
  const age = (id: number, days: number, status: 'done' | 'filling') =>
    link.db
      .updateTable('imports')
      .set({ status, created_at: sql`now() - ${days} * interval '1 day'` })
      .where('id', '=', id)
      .execute()
  await age(old, 31, 'done')
  await age(fresh, 29, 'done')
  await age(abandoned, 2, 'filling')
  while (await importRepository(link.db).tidy(2));

  const rows = await link.db.selectFrom('import_rows').select('import_id').distinct().execute()
  expect(rows).toEqual([{ import_id: fresh }])
  expect(await link.db.selectFrom('imports').select('id').execute()).toEqual([{ id: fresh }])
})

it('a row is deleted but for its result, once it has one', async () => {
  const id = await fill(2)
  const cells = { values: { title: 'Title' } }
  const rows = [
    { url: 'https://e.com/', slug: 'asked', domain: '1', cells },
    { url: 'no address', cells },
  ]
  await imports.addImportRows({ id, first_index: 2, rows }, { caller })
  await start(id)
  expect(await ended(id)).toMatchObject({ created: 3, failed: 1 })

  const stored = await link.db.selectFrom('import_rows').selectAll().execute()
  expect(stored).toHaveLength(4)
  for (const row of stored) {
    expect(row).toMatchObject({ url: '', domain: null, slug: null, cells: null })
  }
})

it('a row is read with the additional columns of an export, or rejected if one is invalid', async () => {
  const { id } = await imports.createImport({ target: { domain_id: 1, tags: [] } }, { caller })
  const cells = (values: Record<string, string>) => ({ url: 'https://e.com', cells: { values } })
  const rows = [
    cells({
      title: 'Title',
      redirect_code: '301',
      expires_at: '2030-01-02T03:04:05.000Z',
      expires_after: '7',
      expire_url: 'https://e.com/late',
      ios: 'https://e.com/ios',
      utm_source: ' mail ',
      has_password: 'false',
      folder: 'Five',
      tags: '["Six"]',
      ab: '[{"id":9,"url":"https://e.com/a","percent":50}]',
      geo: '[{"url":"https://e.com/de","country":"DE"}]',
    }),
    cells({ redirect_code: 'moved' }),
    cells({ expires_at: '2030-01-02' }),
    cells({ has_password: 'true' }),
    cells({ folder: 'Four' }),
    cells({ tags: 'Six' }),
    cells({ ab: '[null]' }),
    cells({ title: 'x'.repeat(600) }),
  ]
  await imports.addImportRows({ id, first_index: 0, rows }, { caller })
  await start(id)
  await ended(id)

  const { items } = await imports.getImport({ id, items_limit: 10 }, { caller })
  expect(items.map(({ error }) => error?.field)).toEqual([
    'redirect_code',
    'expires_at',
    'has_password',
    'folder',
    'tags',
    'ab',
    'title',
    undefined,
  ])
  expect(items.at(-1)?.link).toMatchObject({
    title: 'Title',
    redirect_code: 301,
    expires_at: new Date('2030-01-02T03:04:05.000Z'),
    expires_after: 7,
    expire_url: 'https://e.com/late',
    ios: 'https://e.com/ios',
    utm_source: ' mail ',
    folder: { id: 5 },
    tags: [{ id: 6 }],
    ab: [{ id: expect.any(Number), url: 'https://e.com/a', percent: 50 }],
    geo: [{ id: expect.any(Number), url: 'https://e.com/de', country: 'DE' }],
  })
})
