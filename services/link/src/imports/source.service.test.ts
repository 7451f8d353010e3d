import type { Client } from '@fingerpost/kit/grpc/client'
import { type ImportRow, ImportsService, type LeftOut } from '@fingerpost/protos/link/v1/import'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { caller } from '../testing/stack.ts'
import { truncate } from '../testing/truncate.ts'
import { type LinkOnTwoDomains, startOnTwoDomains } from '../testing/two-domains.ts'

let imports: Client<ImportsService>
let link: LinkOnTwoDomains
beforeAll(async () => {
  link = await startOnTwoDomains()
  imports = link.client(ImportsService)
})
afterAll(() => link.close())
beforeEach(() => truncate(link.db, 'links', 'imports', 'outbox'))

const target = { domain_id: 1, tags: [] }

async function importAll(rows: ImportRow[], left_out?: LeftOut) {
  const { id } = await imports.createImport({ target, left_out }, { caller })
  await imports.addImportRows({ id, first_index: 0, rows }, { caller })
  await imports.startImport({ id }, { caller })
  const read = () => imports.getImport({ id, items_limit: 100 }, { caller })
  await vi.waitFor(async () => expect((await read()).status).toBe('done'), { timeout: 15_000 })
  return read()
}
const check = async (rows: ImportRow[]) =>
  (await imports.checkImportRows({ target, rows, first_index: 0 }, { caller })).rows
const links = () => link.db.selectFrom('links').selectAll().orderBy('slug').execute()
const row = (slug: string, values?: Record<string, string>, domain?: string): ImportRow => ({
  url: 'https://e.com/',
  slug,
  ...(domain && { domain }),
  ...(values && { cells: { values } }),
})

it('keeps the day a link was created, and undo takes it as unchanged', async () => {
  const created = '2019-10-27T01:30:00.000Z'
  const { id, items } = await importAll([row('old', { created_at: created }), row('new')])

  expect(items.find(({ index }) => index === 0)?.link?.created_at?.toISOString()).toBe(created)
  expect(items.find(({ index }) => index === 1)?.link?.created_at?.getFullYear()).not.toBe(2019)
  expect(await imports.undoImport({ id, include_changed: false }, { caller })).toMatchObject({
    deleted: 2,
    kept: 0,
  })
})

it.each([
  ['2999-01-01T00:00:00Z', 'out_of_range'],
  ['2026-02-30T00:00:00Z', 'invalid_format'],
  ['yesterday', 'invalid_format'],
])('refuses %s as the day a link was created', async (created_at, code) => {
  expect(await check([row('a', { created_at })])).toMatchObject([
    { error: { code, field: 'created_at' } },
  ])
})

it('fails rows that the gateway has found wrong, and imports the others', async () => {
  const error = { code: 'not_allowed', detail: 'password: x', field: 'password' }
  const rows = [{ url: '', error }, row('good')]
  const left_out = { left_out: [{ column: 'Campaign', values: 2 }], tables: [] }

  expect(await check(rows)).toMatchObject([{ index: 0, error }, { index: 1 }])
  expect(await importAll(rows, left_out)).toMatchObject({
    ...{ total: 2, done: 2, created: 1, failed: 1, left_out },
    items: [{ index: 0, error }, { index: 1 }],
  })
})

it('names the slug from which another differs in case only', async () => {
  await importAll([row('Sale')])
  const rows = [row('SALE'), row('Sale')]
  const expected = [
    { error: { code: 'case_clash', detail: expect.stringContaining('"Sale" in case only') } },
    { error: { code: 'slug_taken' } },
  ]

  expect(await check(rows)).toMatchObject(expected)
  expect((await importAll(rows)).items).toMatchObject(expected)
  const sensitive = await importAll([row('a', {}, '2'), row('A', {}, '2')])
  expect(sensitive).toMatchObject({ created: 2 })
})

it('makes a link of each further short URL of a row, which counts once', async () => {
  const also = JSON.stringify([{ slug: 'two' }, { slug: 'three', domain: '2' }, { slug: 'taken' }])
  await importAll([row('taken')])
  const { id, ...job } = await importAll([row('one', { also, title: 'T' }), row('other')])

  expect(job).toMatchObject({ total: 3, created: 2, failed: 1 })
  expect(job.items.map(({ index, error }) => [index, error?.code])).toEqual([
    [0, 'slug_taken'],
    [0, undefined],
    [1, undefined],
  ])
  expect((await links()).map(({ slug, domain_id, title }) => [slug, domain_id, title])).toEqual([
    ['one', 1, 'T'],
    ['other', 1, ''],
    ['taken', 1, ''],
    ['three', 2, 'T'],
    ['two', 1, 'T'],
  ])
  const again = await importAll([row('one', { also })])
  expect(again).toMatchObject({ total: 1, created: 0, failed: 1 })
  expect(again.items.map(({ index }) => index)).toEqual([0])
  expect(await imports.undoImport({ id, include_changed: false }, { caller })).toMatchObject({
    deleted: 4,
  })
})
