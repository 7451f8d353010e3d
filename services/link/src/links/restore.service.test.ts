import type { Actor } from '@fingerpost/kit/audit/actor'
import type { AuditFilter } from '@fingerpost/kit/audit/log'
import { AuditService } from '@fingerpost/protos/audit/v1/audit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { caller, startTestLink, stranger, type TestLink } from '../testing/stack.ts'

const ANNA: Actor = { kind: 'key', id: 1, name: 'Anna – čaj', address: '203.0.113.7' }
const BEN: Actor = { kind: 'key', id: 2, name: 'Ben' }
const anna = { ...caller, actor: ANNA }
const ben = { ...caller, actor: BEN }

let link: TestLink
beforeAll(async () => {
  link = await startTestLink()
})
afterAll(() => link.close())
beforeEach(async () => {
  await sql`truncate audit_log`.execute(link.db)
})

const read = async (filter: Partial<AuditFilter> = {}, by = caller) => {
  const audit = link.client(AuditService)
  const { entries } = await audit.listEntries({ limit: 1_000, ...filter }, { caller: by })
  return entries.map(({ before, after, ...entry }) => ({
    ...entry,
    before: before === undefined ? undefined : JSON.parse(before),
    after: after === undefined ? undefined : JSON.parse(after),
  }))
}
const named = (prefix: string) => `${prefix}-${crypto.randomUUID().slice(0, 8)}`
const create = (fields: object = {}, by = anna, requestId = 'one') =>
  link.links.createLink(
    { url: 'https://e.com/', domain_id: 1, tags: [], title: 'A title', ...fields } as never,
    { caller: by, requestId },
  )

describe('restoring a link', () => {
  const change = (id: number, fields: object, clear: string[] = []) =>
    link.links.updateLink({ id, clear, ...fields } as never, { caller: anna, requestId: 'change' })
  const restore = (id: number, version: string, by = ben) =>
    link.links.restoreLink({ id, entry_id: version }, { caller: by, requestId: 'restore' })
  const newest = async (id: number) => (await read({ object_id: id }))[0]?.id ?? ''

  it('gives it the fields that it had after a change, and is itself a change', async () => {
    const { id, slug } = await create({ slug: named('first'), expires_after: 7, utm_source: 'a' })
    await change(id, { expires_at: new Date('2035-01-01T00:00:00Z'), tags: { ids: [6] } })
    const ab = [{ url: 'https://a.example/', percent: 50 }]
    const wanted = await link.links.replaceAbLinks({ id, items: ab }, { caller: anna })
    const version = await newest(id)
    await link.links.replaceAbLinks({ id, items: [] }, { caller: anna })
    await change(id, { url: 'https://wrong.example/', slug: named('second'), tags: { ids: [] } })
    await change(id, { title: 'Wrong', expires_after: 0 }, ['expires_at', 'utm_source'])
    await change(id, { utm_medium: 'wrong' })

    const restored = await restore(id, version)

    expect({ ...restored, updated_at: wanted.updated_at }).toEqual(wanted)
    expect(restored.slug).toBe(slug)
    expect((await read({ object_id: id }))[0]).toMatchObject({
      actor_id: 2,
      request_id: 'restore',
      operation: 'updated',
      before: { title: 'Wrong', utm_medium: 'wrong', expires_after: null },
    })
  })

  it('is complete while the link changes: none of its fields is from another version', async () => {
    const { id } = await create({ title: 'Wanted', utm_source: 'wanted' })
    const version = await newest(id)
    await change(id, { title: 'Wrong', utm_source: 'wrong' })

    const changes = Array.from({ length: 10 }, (_, i) => change(id, { utm_medium: `m${i}` }))
    await Promise.all([...changes, restore(id, version)])

    const entries = (await read({ object_id: id, operation: 'updated' })).toReversed()
    const at = entries.findIndex((it) => it.request_id === 'restore')
    const nothing = { utm_medium: null }
    const state = Object.assign(nothing, ...entries.slice(0, at + 1).map((it) => it.after))
    expect(state).toMatchObject({ title: 'Wanted', utm_source: 'wanted', utm_medium: null })
  })

  it('keeps the password, and leaves out folders and tags that are gone', async () => {
    const { id } = await create({ folder_id: 5, tags: [6], password: 'one' })
    const version = await newest(id)
    await change(id, { url: 'https://wrong.example/', password: 'two' }, ['folder_id', 'tags'])
    link.catalog.unlabeled = true
    try {
      expect(await restore(id, version)).toMatchObject({
        url: 'https://e.com/',
        folder: undefined,
        tags: [],
        has_password: true,
      })
    } finally {
      link.catalog.unlabeled = false
    }
  })

  it('is refused if its old address is taken, for an unknown version and for another team', async () => {
    const slug = named('old')
    const { id } = await create({ slug })
    const version = await newest(id)
    await change(id, { slug: named('new') })
    const other = await create({ slug })
    const unknown = '019aa6f2-3c40-7a1b-8c3d-5e6f708192a3'

    await expect(restore(id, version)).rejects.toMatchObject({ code: 'slug_taken' })
    await expect(restore(id, unknown)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(restore(other.id, version)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(restore(id, version, { ...stranger, actor: BEN })).rejects.toMatchObject({
      kind: 'not_found',
    })
  })
})
