import { AuditService } from '@fingerpost/protos/audit/v1/audit'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caller, startTestLink, stranger, type TestLink } from '../testing/stack.ts'

let link: TestLink
beforeAll(async () => {
  link = await startTestLink()
})
afterAll(() => link.close())

const by = { caller }
const named = (prefix: string) => `${prefix}-${crypto.randomUUID().slice(0, 8)}`
const get = async (id: number) => (await link.links.getLinks({ ids: [id] }, by)).links[0]
const remove = (...ids: number[]) => link.links.deleteLinks({ ids }, by)
const trash = (as = caller) =>
  link.links.listDeletedLinks({ offset: 0, limit: 100 }, { caller: as })
const isListed = async (id: number) => (await trash()).links.some((it) => it.link?.id === id)
const restore = async (ids: number[], as = caller) =>
  (await link.links.undeleteLinks({ ids }, { caller: as })).results
const record = async (key: string) => {
  const text = await link.redis.get(`slug:1:${key}`)
  return text === null ? undefined : JSON.parse(text.slice(text.indexOf(' ') + 1))
}
const columns = (id: number, values: object) =>
  link.db.updateTable('links').set(values).where('id', '=', id).execute()

describe('a deleted link', () => {
  it('is in the trash of its team, and is restored with everything it had', async () => {
    const fields = { title: 'Kept', folder_id: 5, tags: [6], expires_after: 9, password: 'secret' }
    const made = await link.create({ slug: named('Kept'), ...fields })
    await link.db
      .updateTable('link_clicks')
      .set({ clicks: 4, taken: 3 })
      .where('link_id', '=', made.id)
      .execute()
    await remove(made.id)

    expect((await trash()).links.find((it) => it.link?.id === made.id)).toMatchObject({
      link: { short_url: made.short_url, title: 'Kept', folder: { id: 5 }, clicks: 4 },
    })
    expect(await restore([made.id])).toEqual([{ id: made.id, failure: undefined }])

    expect(await get(made.id)).toEqual({ ...made, clicks: 4, updated_at: expect.any(Date) })
    expect(await record(made.slug.toLowerCase())).toMatchObject({
      linkId: made.id,
      expiresAfter: 9,
    })
    expect((await record(made.slug.toLowerCase())).deleted ?? false).toBe(false)
    expect(await isListed(made.id)).toBe(false)
    const { taken } = await link.db
      .selectFrom('link_clicks')
      .select(['taken'])
      .where('link_id', '=', made.id)
      .executeTakeFirstOrThrow()
    expect(taken).toBe(3)
  })

  it('stays as it is if it is restored again', async () => {
    const { id } = await link.create({ title: '' })
    await remove(id)
    await restore([id])
    const restored = await get(id)

    expect(await restore([id])).toEqual([{ id, failure: undefined }])
    expect(await get(id)).toEqual(restored)
  })

  it('is not found by another team, after 30 days, or once it is removed from the trash', async () => {
    const [theirs, old, purged] = [
      await link.create({ title: '' }),
      await link.create({ title: '' }),
      await link.create({ title: '' }),
    ]
    const ids = [theirs.id, old.id, purged.id]
    await remove(...ids)
    await columns(old.id, { deleted_at: sql`now() - interval '30 days 1 second'` })

    const answer = await link.links.purgeLinks({ ids }, { caller: stranger })
    expect(answer).toEqual({ changed: [], missing: ids })
    expect(await link.links.purgeLinks({ ids: [purged.id, old.id] }, by)).toEqual({
      changed: [purged.id],
      missing: [old.id],
    })

    for (const result of [
      ...(await restore([theirs.id], stranger)),
      ...(await restore([old.id, purged.id])),
    ]) {
      expect(result.failure).toMatchObject({ kind: 'not_found', code: 'not_found' })
    }
    expect((await trash(stranger)).links).toEqual([])
    const listed = (await trash()).links.map((it) => it.link?.id)
    expect(listed).toContain(theirs.id)
    expect(listed).not.toContain(old.id)
    expect(listed).not.toContain(purged.id)
    const check = { domain_id: 1, slug: purged.slug }
    expect(await link.links.checkSlug(check, by)).toMatchObject({ available: false })
  })

  it('loses folders and tags that were deleted meanwhile', async () => {
    const { id } = await link.create({ title: '', folder_id: 5, tags: [6] })
    await remove(id)
    link.catalog.unlabeled = true
    await restore([id])
    link.catalog.unlabeled = false

    expect(await get(id)).toMatchObject({ folder: undefined, tags: [] })
  })

  it('gets the slug key of the present rules of its domain, and leaves the old one', async () => {
    const { id, slug } = await link.create({ title: '', slug: named('CASE') })
    const old = slug.toLowerCase()
    await remove(id)
    // As the key was while the domain distinguished upper and lower case.
    await columns(id, { slug_key: slug })

    await restore([id])

    expect(await record(old)).toMatchObject({ linkId: id })
    expect(await record(slug)).toMatchObject({ free: true })
  })

  it('stays in the trash if another link has its slug by those rules', async () => {
    const { id, slug } = await link.create({ title: '', slug: named('TWICE') })
    await remove(id)
    await columns(id, { slug_key: slug })
    await link.create({ title: '', slug: slug.toLowerCase() })

    expect((await restore([id]))[0]?.failure).toMatchObject({ code: 'slug_taken' })
    expect(await isListed(id)).toBe(true)
  })

  it('stays in the trash if its domain was deleted, or is being deleted', async () => {
    const [gone, closing] = [await link.create({ title: '' }), await link.create({ title: '' })]
    await remove(gone.id, closing.id)
    await columns(gone.id, { domain_id: 99 })
    await sql`insert into domain_changes (domain_id, closing, until)
      values (1, true, now() + interval '1 minute')`.execute(link.db)

    const results = await restore([gone.id, closing.id])
    await sql`delete from domain_changes`.execute(link.db)

    expect(results.map(({ failure }) => failure?.code)).toEqual([
      'domain_deleted',
      'domain_deleted',
    ])
    expect(await isListed(closing.id)).toBe(true)
  })
})

it('many links are restored at once, each with its own result', async () => {
  const made = await Promise.all(Array.from({ length: 30 }, () => link.create({ title: '' })))
  const ids = made.map(({ id }) => id)
  await remove(...ids)

  const results = await restore([...ids, 10 ** 9])

  expect(results.map(({ failure }) => failure?.code)).toEqual([
    ...ids.map(() => undefined),
    'not_found',
  ])
  expect((await link.links.getLinks({ ids }, by)).links).toHaveLength(30)
})

it('a link that is named twice is restored once', async () => {
  const { id } = await link.create({ title: '' })
  await remove(id)

  expect(await restore([id, id])).toEqual([{ id, failure: undefined }])
})

it('deleting and restoring the same link concurrently leaves it in one state everywhere', async () => {
  const { id, slug } = await link.create({ title: '', slug: named('raced') })
  await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? remove(id) : restore([id]))))

  const isThere = (await get(id)) !== undefined
  expect(await isListed(id)).toBe(!isThere)
  await expect.poll(async () => (await record(slug))?.deleted ?? false).toBe(!isThere)
})

it('the audit log names who restored a link, and its fields', async () => {
  const { id } = await link.create({ title: 'Seen', slug: named('seen') })
  await remove(id)
  const actor = { kind: 'key', id: 5, name: 'Ben' } as const
  const as = { caller: { ...caller, actor }, requestId: 'back' }
  await link.links.undeleteLinks({ ids: [id] }, as)

  const filter = { limit: 10, object_kind: 'link', object_id: id }
  const { entries } = await link.client(AuditService).listEntries(filter, by)
  expect(entries.map((it) => it.operation)).toEqual(['restored', 'deleted', 'created'])
  expect(entries[0]).toMatchObject({ actor_name: 'Ben', request_id: 'back', before: undefined })
  expect(JSON.parse(entries[0]?.after ?? '{}')).toMatchObject({ title: 'Seen' })
})

it('a version from before the deletion is restored after it', async () => {
  const { id } = await link.create({ title: 'First', slug: named('versions') })
  const audit = link.client(AuditService)
  const filter = { limit: 10, object_kind: 'link', object_id: id }
  const [first] = (await audit.listEntries(filter, by)).entries
  await link.links.updateLink({ id, clear: [], title: 'Second', password: 'secret' }, by)
  await remove(id)
  await restore([id])

  const request = { id, entry_id: first?.id ?? '' }
  expect(await link.links.restoreLink(request, by)).toMatchObject({ title: 'First' })
  expect(await get(id)).toMatchObject({ title: 'First', has_password: true })
})

it('the audit log names who deleted a link permanently, once', async () => {
  const { id, slug } = await link.create({ title: 'Purged' })
  await remove(id)
  const actor = { kind: 'key', id: 5, name: 'Ben' } as const
  const as = { caller: { ...caller, actor }, requestId: 'gone' }
  await link.links.purgeLinks({ ids: [id] }, as)
  await link.links.purgeLinks({ ids: [id] }, as)

  const filter = { limit: 10, object_kind: 'link', object_id: id }
  const { entries } = await link.client(AuditService).listEntries(filter, by)
  expect(entries.map((it) => it.operation)).toEqual(['purged', 'deleted', 'created'])
  expect(entries[0]).toMatchObject({
    ...{ actor_name: 'Ben', actor_id: 5, request_id: 'gone', before: undefined, after: undefined },
    object_name: expect.stringMatching(new RegExp(`/${slug}$`)),
  })
})
