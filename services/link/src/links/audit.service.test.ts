import type { Actor } from '@fingerpost/kit/audit/actor'
import type { AuditFilter } from '@fingerpost/kit/audit/log'
import { AuditService } from '@fingerpost/protos/audit/v1/audit'
import { ImportsService } from '@fingerpost/protos/link/v1/import'
import { WebhooksService } from '@fingerpost/protos/link/v1/webhook'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
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

describe('the audit log', () => {
  it('names the key, address and request of a created link, and shows fields with a value', async () => {
    const made = await create({ slug: named('made'), folder_id: 5 })

    expect(await read()).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        at: expect.any(Date),
        actor_kind: 'key',
        actor_id: 1,
        actor_name: 'Anna – čaj',
        address: '203.0.113.7',
        request_id: 'one',
        operation: 'created',
        object_kind: 'link',
        object_id: made.id,
        object_name: `${made.domain}/${made.slug}`,
        before: undefined,
        after: expect.objectContaining({ url: 'https://e.com/', title: 'A title', folder_id: 5 }),
      },
    ])
  })

  it('shows no click limit as null, as the API does', async () => {
    const { id } = await create()
    const change = (expires_after: number) =>
      link.links.updateLink({ id, expires_after, clear: [] } as never, { caller: anna })
    await change(7)
    await change(0)

    const [unlimited, limited, made] = await read({ object_id: id })
    expect(made?.after).not.toHaveProperty('expires_after')
    expect(limited).toMatchObject({ before: { expires_after: null }, after: { expires_after: 7 } })
    expect(unlimited).toMatchObject({
      before: { expires_after: 7 },
      after: { expires_after: null },
    })
  })

  it('names the key and request of each of many links that are created at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, i) => create({}, i % 2 ? ben : anna, `request ${i}`)),
    )

    const entries = new Map((await read()).map((it) => [it.object_id, it]))
    for (const [i, { id }] of made.entries()) {
      expect(entries.get(id)).toMatchObject({
        actor_id: i % 2 ? 2 : 1,
        request_id: `request ${i}`,
      })
    }
    expect(entries.size).toBe(40)
  })

  it('splits the request ids of links that the gateway sends together', async () => {
    const request = { url: 'https://e.com/', domain_id: 1, tags: [], title: 'x' }
    const { results } = await link.links.createLinks(
      { requests: [request, request] as never },
      { caller: anna, requestId: 'first,second' },
    )

    const entries = new Map((await read()).map((it) => [it.object_id, it.request_id]))
    expect(results.map((it) => entries.get(it.link?.id ?? 0))).toEqual(['first', 'second'])
  })

  it('shows what a change changes, and of passwords only that one is set', async () => {
    const { id } = await create()
    await link.links.updateLink(
      { id, url: 'https://new.example/', password: 'top secret', clear: [] },
      { caller: ben, requestId: 'two' },
    )
    await link.links.updateLink(
      { id, password: 'another secret', clear: [] },
      { caller: anna, requestId: 'three' },
    )

    expect(await read({ operation: 'updated' })).toMatchObject([
      { actor_id: 1, before: { password_hash: 'set' }, after: { password_hash: 'set' } },
      {
        actor_id: 2,
        request_id: 'two',
        before: { url: 'https://e.com/', password_hash: null },
        after: { url: 'https://new.example/', password_hash: 'set' },
      },
    ])
    const { rows } = await sql<{ it: string }>`
      select string_agg(audit_log::text, '') as it from audit_log`.execute(link.db)
    expect(rows[0]?.it).not.toMatch(/secret|argon2/)
  })

  it('has one entry per link of a bulk change, and none for links that stay as they are', async () => {
    const ids = (await Promise.all(Array.from({ length: 30 }, () => create()))).map((it) => it.id)
    await link.links.moveLinks({ ids, folder_id: 5 }, { caller: ben, requestId: 'move' })
    await link.links.moveLinks({ ids, folder_id: 5 }, { caller: ben, requestId: 'again' })
    await link.links.deleteLinks({ ids }, { caller: anna, requestId: 'gone' })
    await link.links.deleteLinks({ ids }, { caller: anna, requestId: 'gone twice' })

    const entries = await read()
    const idsOf = (requestId: string) =>
      entries.flatMap((it) => (it.request_id === requestId ? it.object_id : [])).sort()
    expect(idsOf('move')).toEqual([...ids].sort())
    expect(idsOf('gone')).toEqual([...ids].sort())
    expect([...idsOf('again'), ...idsOf('gone twice')]).toEqual([])
    expect(entries).toHaveLength(90)
    expect(entries.find((it) => it.request_id === 'move')).toMatchObject({
      before: { folder_id: null },
      after: { folder_id: 5 },
    })
  })

  it('names the actor of an import for each of its links', async () => {
    const imports = link.client(ImportsService)
    const call = { caller: ben, requestId: 'import' }
    const { id } = await imports.createImport({ target: { domain_id: 1, tags: [] } }, call)
    const rows = Array.from({ length: 5 }, () => ({ url: 'https://e.com/' }))
    await imports.addImportRows({ id, first_index: 0, rows }, call)
    await imports.startImport({ id }, call)
    await vi.waitFor(
      async () =>
        expect((await imports.getImport({ id, items_limit: 0 }, call)).status).toBe('done'),
      10_000,
    )

    const entries = await read({ actor_id: 2, operation: 'created' })
    expect(entries.map((it) => [it.object_kind, it.request_id])).toEqual(
      Array(5).fill(['link', 'import']),
    )
  })

  it('has no secret of a webhook', async () => {
    const webhooks = link.client(WebhooksService)
    const call = { caller: anna, requestId: 'hook' }
    const made = await webhooks.createWebhook(
      { url: 'https://hooks.example/', events: ['link.created'], name: 'Hook' },
      call,
    )
    const secret = `whsec_${Buffer.from('0'.repeat(32)).toString('base64')}`
    await webhooks.updateWebhook({ id: made.id, secret, clear: [] }, call)
    await webhooks.deleteWebhook({ id: made.id }, call)

    const entries = await read({ object_kind: 'webhook' })
    expect(entries).toMatchObject([
      { operation: 'deleted', object_name: 'Hook', before: { secret: 'set' } },
      { operation: 'updated', before: { secret: 'set' }, after: { secret: 'set' } },
      { operation: 'created', after: { secret: 'set', url: 'https://hooks.example/' } },
    ])
    expect(JSON.stringify(entries)).not.toContain('whsec_')
  })

  it('names the system for a change without an actor, also on a connection that had one', async () => {
    const { id } = await create()
    await sql`update links set title = 'Ours' where id = ${id}`.execute(link.db)

    expect((await read())[0]).toMatchObject({
      actor_kind: 'system',
      actor_id: undefined,
      after: { title: 'Ours' },
    })
  })

  it('is not written for a change that is rolled back', async () => {
    const slug = named('taken')
    await create({ slug })
    await expect(create({ slug }, ben)).rejects.toMatchObject({ code: 'slug_taken' })

    expect(await read()).toHaveLength(1)
  })

  it('is filtered by each field and by time, and read in pages', async () => {
    const ids: number[] = []
    for (let i = 0; i < 5; i++) ids.push((await create({}, i < 2 ? anna : ben)).id)
    const objects = async (filter: Partial<AuditFilter>) =>
      (await read(filter)).map((it) => it.object_id)
    const newest = ids.toReversed()

    expect(await objects({})).toEqual(newest)
    expect(await objects({ actor_id: 1, actor_kind: 'key' })).toEqual(newest.slice(3))
    expect(await objects({ object_kind: 'link', object_id: ids[2] })).toEqual([ids[2]])
    expect(await objects({ operation: 'deleted' })).toEqual([])
    expect(await objects({ to: new Date(0) })).toEqual([])
    expect(await objects({ from: new Date('2400-01-01') })).toEqual([])
    expect(await objects({ from: new Date('2000-01-01'), to: new Date('2400-01-01') })).toEqual(
      newest,
    )
    const [first, second] = await read({ limit: 2 })
    expect([first?.object_id, second?.object_id]).toEqual(newest.slice(0, 2))
    expect(await objects({ before_id: second?.id ?? '' })).toEqual(newest.slice(2))
  })

  it('shows a team nothing of another team', async () => {
    const { id } = await create()

    expect(await read({}, stranger)).toEqual([])
    expect(await read({ object_kind: 'link', object_id: id }, stranger)).toEqual([])
  })
})
