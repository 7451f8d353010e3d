import type { Client } from '@fingerpost/kit/grpc/client'
import { ImportsService } from '@fingerpost/protos/link/v1/import'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { caller, stranger } from '../testing/stack.ts'
import { type LinkOnTwoDomains, startOnTwoDomains } from '../testing/two-domains.ts'

let imports: Client<ImportsService>
let link: LinkOnTwoDomains
beforeAll(async () => {
  link = await startOnTwoDomains()
  imports = link.client(ImportsService)
})
afterAll(() => link.close())

const ALL = { filter: { tag_ids: [] }, offset: 0, limit: 1, sort: 'slug', order: 'asc' }

describe('an import', () => {
  const target = { domain_id: 1, folder_id: 5, tags: [6] }
  const rows = [
    { url: 'https://e.com/1', slug: 'imported-1' },
    { url: 'javascript:alert(1)' },
    { url: 'https://e.com/3', slug: 'IMPORTED-1' },
    { url: 'https://e.com/4', domain: 'Case.example', slug: 'Imported' },
    { url: 'https://e.com/5', domain: '2' },
    { url: 'https://e.com/6', domain: 'nobody.example' },
    { url: 'https://go.example/x' },
    { url: 'https://e.com/8\u0007' },
    { url: 'https://e.com/9' },
  ]
  const outcome = (items: { index: number; error?: { code: string } | undefined }[]) =>
    items.sort((a, b) => a.index - b.index).map(({ error }) => error?.code ?? 'made')
  const EXPECTED = [
    'made',
    'invalid_url',
    'case_clash',
    'made',
    'made',
    'not_found',
    'redirect_loop',
    'invalid_url',
    'made',
  ]

  it('is checked beforehand with the same results, and creates nothing', async () => {
    const checked = await imports.checkImportRows({ target, rows, first_index: 0 }, { caller })

    // Rows that ask for the same address have the same `address`.
    const [first, , third] = checked.rows
    expect(third?.address).toBe(first?.address)
    expect(outcome(checked.rows)).toEqual(EXPECTED.with(2, 'made'))
    expect((await link.links.listLinks(ALL, { caller })).total).toBe(0)
  })

  it('creates the valid rows and reports errors for the others', async () => {
    const { id } = await imports.createImport({ target }, { caller })
    await imports.addImportRows({ id, first_index: 0, rows }, { caller })
    await imports.startImport({ id }, { caller })
    const read = () => imports.getImport({ id, items_limit: 100 }, { caller })
    await vi.waitFor(async () => expect((await read()).status).toBe('done'), { timeout: 15_000 })

    const { items } = await read()
    expect(outcome(items)).toEqual(EXPECTED)
    expect(items[0]?.link).toMatchObject({
      folder: { id: 5 },
      tags: [{ id: 6 }],
      domain: 'go.example',
    })
    expect(items[3]?.link).toMatchObject({ domain: 'case.example', slug: 'Imported' })
  })

  it.each([{ url: 'https://e.com/\u0000' }, { url: 'a', cells: { values: { title: '\u0000' } } }])(
    'refuses rows that the store cannot hold: %j',
    async (row) => {
      const { id } = await imports.createImport({ target }, { caller })
      const added = imports.addImportRows({ id, first_index: 0, rows: [row] }, { caller })

      await expect(added).rejects.toMatchObject({ kind: 'invalid' })
    },
  )

  it('is checked against the slugs of existing links', async () => {
    const { rows: checked } = await imports.checkImportRows(
      { target, rows, first_index: 0 },
      { caller },
    )

    expect(outcome(checked)).toEqual(EXPECTED.with(0, 'slug_taken').with(3, 'slug_taken'))
  })

  it('is rejected as a whole for errors that all rows share', async () => {
    const strange = { domain_id: 99, folder_id: 98, tags: [97] }
    const call = imports.createImport({ target: strange }, { caller })

    await expect(call).rejects.toMatchObject({
      kind: 'not_found',
      errors: [{ field: 'domain_id' }, { field: 'folder_id' }, { field: 'tags' }],
    })
  })

  it('creates every row once, in pieces in the background, and reports its progress', async () => {
    const many = Array.from({ length: 450 }, (_, i) => ({
      url: `https://e.com/many/${i}`,
      slug: i === 7 ? 'a/b' : `many-${i}`,
    }))
    const { id, status } = await imports.createImport({ target }, { caller })
    expect(status).toBe('filling')
    for (const at of [0, 0, 200, 400]) {
      await imports.addImportRows(
        { id, first_index: at, rows: many.slice(at, at + 200) },
        { caller },
      )
    }
    await imports.startImport({ id }, { caller })

    const read = () => imports.getImport({ id, items_limit: 2 }, { caller })
    await vi.waitFor(async () => expect((await read()).status).toBe('done'), { timeout: 15_000 })
    const done = await read()
    expect(done).toMatchObject({ total: 450, done: 450, created: 449, failed: 1 })
    expect(outcome(done.items)).toEqual(['made', 'invalid_slug'])
    await expect(
      imports.getImport({ id, items_limit: 1 }, { caller: stranger }),
    ).rejects.toMatchObject({ kind: 'not_found' })
    const made = { tag_ids: [], search: '/many/' }
    const list = await link.links.listLinks(
      { filter: made, offset: 0, limit: 1, sort: 'slug', order: 'asc' },
      { caller },
    )
    expect(list.total).toBe(449)
  })
})

describe('an import that makes labels', () => {
  const target = { domain_id: 1, tags: [], create_labels: true }
  const row = (slug: string, folder: string, tags: string[] = []) => ({
    url: 'https://e.com/',
    slug,
    cells: { values: { folder, tags: JSON.stringify(tags) } },
  })
  async function importAll(rows: ReturnType<typeof row>[]) {
    const { id } = await imports.createImport({ target }, { caller })
    await imports.addImportRows({ id, first_index: 0, rows }, { caller })
    await imports.startImport({ id }, { caller })
    const read = () => imports.getImport({ id, items_limit: 100 }, { caller })
    await vi.waitFor(async () => expect((await read()).status).toBe('done'), { timeout: 15_000 })
    return (await read()).items.sort((a, b) => a.index - b.index)
  }
  const check = (rows: ReturnType<typeof row>[]) =>
    imports.checkImportRows({ target, rows, first_index: 0 }, { caller })
  const codes = (items: { error?: { code: string } | undefined }[]) =>
    items.map(({ error }) => error?.code ?? 'made')
  const known = () => [...link.catalog.labels.folders.keys()]

  it('makes those of rows without errors, each once, and a dry run names them', async () => {
    const bad = { ...row('bad', 'Bad'), url: 'javascript:alert(1)' }
    await link.create({ slug: 'in-use' })
    const rows = [
      row('a', 'New', ['T1', 'Fresh']),
      row('b', 'NEW', ['fresh']),
      bad,
      row('in-use', 'Taken'),
      row('c', 'x'.repeat(65)),
      row('d', 'Five', [' ']),
    ]
    const expected = ['made', 'made', 'invalid_url', 'slug_taken', 'too_long', 'required']

    const checked = await check(rows)
    expect(codes(checked.rows)).toEqual(expected)
    expect(checked).toMatchObject({ new_folders: ['New', 'NEW'], new_tags: ['Fresh', 'fresh'] })
    expect(known()).toEqual(['five'])

    const items = await importAll(rows)
    expect(codes(items)).toEqual(expected)
    expect(known()).toEqual(['five', 'new'])
    const folder = link.catalog.labels.folders.get('new')
    const made = await link.db
      .selectFrom('links')
      .selectAll()
      .where('folder_id', '=', folder ?? 0)
      .execute()
    expect(made.map(({ slug, tag_ids }) => [slug, tag_ids.length]).sort()).toEqual([
      ['a', 2],
      ['b', 1],
    ])
    expect(await check([row('e', 'new')])).toMatchObject({ new_folders: [], rows: [{ index: 0 }] })
  })

  it('fails for rows whose labels exceed the quota, and makes the first ones', async () => {
    link.catalog.remaining = known().length + 1
    const items = await importAll([row('q1', 'First'), row('q2', 'Second'), row('q3', 'first')])
    link.catalog.remaining = 100

    expect(codes(items)).toEqual(['made', 'quota_exceeded', 'made'])
    expect(known()).toContain('first')
    expect(known()).not.toContain('second')
  })

  it('rejects rows with labels that do not exist without the setting', async () => {
    const request = { target: { domain_id: 1, tags: [] }, rows: [row('w', 'Unknown')] }
    const checked = await imports.checkImportRows({ ...request, first_index: 0 }, { caller })

    expect(checked).toMatchObject({ rows: [{ error: { code: 'not_found' } }], new_folders: [] })
  })
})
