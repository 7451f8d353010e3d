import type { Client } from '@fingerpost/kit/grpc/client'
import { ImportsService, type ImportTarget } from '@fingerpost/protos/link/v1/import'
import { LabelsService } from '@fingerpost/protos/link/v1/label'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { caller, startTestLink, stranger, type TestLink } from '../testing/stack.ts'

let link: TestLink
let imports: Client<ImportsService>
beforeAll(async () => {
  link = await startTestLink()
  imports = link.client(ImportsService)
})
afterAll(() => link.close())

const by = { caller }
const another = { ...caller, userId: 71, ownOnly: true }

const TARGET: ImportTarget = { domain_id: 1, tags: [] }

/** A finished import of links with these slugs. */
async function importOf(
  slugs: string[],
  target: ImportTarget = TARGET,
  values: Record<string, string> = {},
): Promise<number> {
  const rows = slugs.map((slug) => ({ url: 'https://e.com/', slug, cells: { values } }))
  const { id } = await imports.createImport({ target }, by)
  await imports.addImportRows({ id, first_index: 0, rows }, by)
  await imports.startImport({ id }, by)
  await vi.waitFor(
    async () => expect((await imports.getImport({ id, items_limit: 0 }, by)).status).toBe('done'),
    { timeout: 15_000 },
  )
  return id
}

const undo = (id: number, include_changed = false, as = caller) =>
  imports.undoImport({ id, include_changed }, { caller: as })
const slugs = async () => {
  const filter = { tag_ids: [] }
  const { links } = await link.links.scanLinks({ filter, after_id: 0, limit: 100 }, by)
  return links.map(({ slug }) => slug)
}

it('an undone import deletes its links and no others, and keeps those changed since', async () => {
  await link.create({ slug: 'before' })
  const id = await importOf(['one', 'before', 'two', 'three'])
  const later = await importOf(['later'])
  const { links } = await link.links.listLinks(
    { filter: { search: 'two', tag_ids: [] }, offset: 0, limit: 1, sort: 'slug', order: 'asc' },
    by,
  )
  await link.links.moveLinks({ ids: links.map((it) => it.id), folder_id: 5 }, by)

  expect(await undo(id)).toMatchObject({
    deleted: 2,
    more: false,
    kept: 1,
    links: [{ slug: 'two', folder: { id: 5 } }],
  })
  expect(await slugs()).toEqual(['before', 'two', 'later'])
  const trash = await link.links.listDeletedLinks({ offset: 0, limit: 10 }, by)
  expect(trash.links.map((it) => it.link?.slug).sort()).toEqual(['one', 'three'])

  expect(await undo(id)).toMatchObject({ deleted: 0, kept: 1 })
  expect(await undo(id, true)).toMatchObject({ deleted: 1, more: false, kept: 0, links: [] })
  expect(await slugs()).toEqual(['before', 'later'])
  expect(await undo(later)).toMatchObject({ deleted: 1, kept: 0 })
})

it('links that lost a deleted folder or tag count as unchanged, unless they were changed, too', async () => {
  const target = { domain_id: 1, folder_id: 5, tags: [6] }
  const id = await importOf(['plain', 'changed-before', 'changed-after'], target)
  const labels = link.client(LabelsService)
  const idOf = async (slug: string) =>
    (await link.db.selectFrom('links').select('id').where('slug', '=', slug).executeTakeFirst())?.id
  const rename = async (slug: string) =>
    link.links.updateLink({ id: (await idOf(slug)) ?? 0, clear: [], title: 'Mine' }, by)

  await rename('changed-before')
  await labels.removeFolder({ org_id: caller.orgId, folder_id: 5 }, {})
  await labels.removeTag({ org_id: caller.orgId, tag_id: 6 }, {})
  await rename('changed-after')

  expect(await undo(id)).toMatchObject({ deleted: 1, kept: 2 })
  expect(await undo(id, true)).toMatchObject({ deleted: 2 })
})

it('more than 1,000 links are deleted by several calls', async () => {
  const id = await importOf(Array.from({ length: 1_001 }, (_, i) => `many-${i}`))

  expect(await undo(id)).toMatchObject({ deleted: 1_000, more: true })
  expect(await undo(id)).toMatchObject({ deleted: 1, more: false })
})

it('an import is undone only once it is done, and only by those who can see it', async () => {
  const { id } = await imports.createImport({ target: { domain_id: 1, tags: [] } }, by)

  await expect(undo(id)).rejects.toMatchObject({ kind: 'conflict', code: 'import_unfinished' })
  for (const as of [stranger, another]) {
    await expect(undo(id, false, as)).rejects.toMatchObject({ kind: 'not_found' })
  }
})

it('an undone import deletes the labels that it made and no link has, if the caller may', async () => {
  const { labels } = link.catalog
  const target = { ...TARGET, create_labels: true }
  const values = { folder: 'Spring', tags: JSON.stringify(['Six', 'Fresh', 'Used']) }
  const id = await importOf(['labelled'], target, values)
  const used = labels.tags.get('used') ?? 0
  await link.create({ slug: 'uses', tags: [] })
  await link.db
    .updateTable('links')
    .set({ tag_ids: [used] })
    .where('slug', '=', 'uses')
    .execute()

  expect(await undo(id)).toMatchObject({ deleted: 1, more: false })
  expect(labels.folders.has('spring')).toBe(true)

  await undo(id, false, { ...caller, scopes: ['link:write', 'catalog:write'] } as never)
  expect([...labels.folders.keys()]).toEqual(['five'])
  expect([...labels.tags.keys()]).toEqual(['six', 'used'])
  const kept = await link.db
    .selectFrom('imports')
    .select(['made_folders', 'made_tags'])
    .where('id', '=', id)
    .executeTakeFirst()
  expect(kept).toEqual({ made_folders: [], made_tags: [used] })
})

it('an undone import deletes labels that were made for a piece which was then interrupted', async () => {
  const { labels } = link.catalog
  link.catalog.unanswered = 1
  const target = { ...TARGET, create_labels: true }
  const values = { folder: 'Late', tags: JSON.stringify(['Lost']) }
  const id = await importOf(['interrupted'], target, values)
  expect([labels.folders.has('late'), labels.tags.has('lost')]).toEqual([true, true])

  await undo(id, false, { ...caller, scopes: ['link:write', 'catalog:write'] } as never)
  expect([labels.folders.has('late'), labels.tags.has('lost')]).toEqual([false, false])
})
