import type { Client } from '@fingerpost/kit/grpc/client'
import { createLog } from '@fingerpost/kit/process/log'
import { openWorker } from '@fingerpost/kit/queue/queue'
import { type LinkChange, LinkChangeBatch } from '@fingerpost/protos/link/v1/link_change'
import { SlugsService } from '@fingerpost/protos/link/v1/slug'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { caller, stranger } from '../testing/stack.ts'
import { type LinkOnTwoDomains, startOnTwoDomains, untilHeard } from '../testing/two-domains.ts'

const changes: LinkChange[] = []
let link: LinkOnTwoDomains
let worker: ReturnType<typeof openWorker>
let slugs: Client<SlugsService>
beforeAll(async () => {
  link = await startOnTwoDomains()
  slugs = link.client(SlugsService)
  const collect = async ({ data }: { data: unknown }) =>
    void changes.push(...LinkChangeBatch.fromJSON(data).changes)
  worker = openWorker('link-changes', link.redisUrl, collect, createLog('test', 'silent'))
})
afterAll(async () => {
  await worker.close()
  await link.close()
})

describe('publishing a link', () => {
  it('writes it to Redis before the response', async () => {
    const made = await link.create({ slug: 'Known', utm_source: 'mail' })
    const text = (await link.redis.get('slug:1:known')) ?? ''

    expect(JSON.parse(text.slice(text.indexOf(' ')))).toMatchObject({
      linkId: made.id,
      orgId: 7,
      slug: 'Known',
      url: 'https://e.com/',
      redirectCode: 302,
      utmSource: 'mail',
      deleted: false,
    })
  })

  it('sends it to the queue, and empties the outbox', async () => {
    const made = await link.create({ folder_id: 5, tags: [6] })

    await vi.waitFor(() =>
      expect(changes.find(({ link_id: linkId }) => linkId === made.id)).toMatchObject({
        kind: 'created',
        folder_id: 5,
        tag_ids: [6],
        short_url: made.short_url,
        deleted: false,
      }),
    )
    await vi.waitFor(async () =>
      expect(await link.db.selectFrom('outbox').selectAll().execute()).toEqual([]),
    )
  })

  it('reads it from the database and caches it again when Redis has lost it', async () => {
    const made = await link.create({ slug: 'forgotten' })
    await link.redis.del('slug:1:forgotten')

    const requests = ['forgotten', 'nothing'].map((slug_key) => ({ domain_id: 1, slug_key }))
    const { responses } = await slugs.getSlugRecords({ requests })
    expect(responses).toMatchObject([{ record: { link_id: made.id } }, {}])
    expect(await link.redis.exists('slug:1:forgotten')).toBe(1)
  })
})

describe('a change of a link', () => {
  it('merges fields, clears those listed, and reaches redirect before the response', async () => {
    const made = await link.create({
      slug: 'merge',
      title: 'Old',
      utm_source: 'mail',
      expires_after: 5,
    })
    const changed = await link.update(made.id, { url: 'https://e.com/new', clear: ['utm_source'] })

    expect(changed).toMatchObject({ title: 'Old', url: 'https://e.com/new', expires_after: 5 })
    expect(changed.utm_source).toBeUndefined()
    expect((changed.updated_at?.getTime() ?? 0) > (made.updated_at?.getTime() ?? 0)).toBe(true)
    expect(await link.recordAt('1:merge')).toMatchObject({ url: 'https://e.com/new' })
  })

  it('of the slug frees the old one for others and for redirect', async () => {
    const made = await link.create({ slug: 'before' })
    await link.update(made.id, { slug: 'After' })

    expect(await link.recordAt('1:before')).toMatchObject({ free: true, url: '' })
    expect(await link.recordAt('1:after')).toMatchObject({ link_id: made.id, slug: 'After' })
    const next = await link.create({ slug: 'Before' })
    expect(await link.recordAt('1:before')).toMatchObject({ link_id: next.id, free: false })
    await expect(link.update(made.id, { slug: 'BEFORE' })).rejects.toMatchObject({
      code: 'slug_taken',
    })
    expect((await link.update(made.id, { slug: 'AFTER' })).slug).toBe('AFTER')
  })

  it('keeps the slug unless a new one is given', async () => {
    const made = await link.create({ slug: 'printed' })

    expect(await link.update(made.id, { clear: ['slug'] })).toMatchObject({ slug: 'printed' })
    expect(await link.update(made.id, { slug: '' })).toMatchObject({ slug: 'printed' })
    expect(await link.update(made.id, { clear: ['slug'], domain_id: 2 })).toMatchObject({
      short_url: 'https://case.example/printed',
    })
  })

  it('of slug and domain concurrently does not undo either', async () => {
    for (let i = 0; i < 12; i++) {
      const made = await link.create({ slug: `both-${i}` })
      await Promise.all([
        link.update(made.id, { slug: `both-${i}-moved` }),
        link.update(made.id, { domain_id: 2 }),
      ])

      expect(await link.get(made.id)).toMatchObject({ domain_id: 2, slug: `both-${i}-moved` })
    }
  })

  it('there and back leaves the link at its address', async () => {
    const made = await link.create({ slug: 'there' })
    await link.update(made.id, { slug: 'and' })
    await link.update(made.id, { slug: 'there' })
    await vi.waitFor(async () =>
      expect(await link.db.selectFrom('outbox').selectAll().execute()).toEqual([]),
    )

    expect(await link.recordAt('1:there')).toMatchObject({ link_id: made.id, free: false })
  })

  it('of the domain keeps the slug', async () => {
    const made = await link.create({ slug: 'Moves' })
    const moved = await link.update(made.id, { domain_id: 2 })

    expect(moved).toMatchObject({ domain: 'case.example', slug: 'Moves' })
    expect(await link.recordAt('1:moves')).toMatchObject({ free: true })
    expect(await link.recordAt('2:Moves')).toMatchObject({ link_id: made.id })
  })

  it('sets and removes the password', async () => {
    const made = await link.create()
    expect((await link.update(made.id, { password: 'x' })).has_password).toBe(true)
    expect((await link.update(made.id, { title: 'kept' })).has_password).toBe(true)
    expect((await link.update(made.id, { remove_password: true })).has_password).toBe(false)
  })

  it('is rejected for another team, and for references that do not exist', async () => {
    const made = await link.create()

    for (const [id, by] of [
      [made.id, stranger],
      [10 ** 9, caller],
    ] as const) {
      await expect(link.update(id, { title: 'x' }, by)).rejects.toMatchObject({ kind: 'not_found' })
      await expect(link.update(id, { slug: 'x' }, by)).rejects.toMatchObject({ kind: 'not_found' })
    }
    await expect(link.update(made.id, { folder_id: 99 })).rejects.toMatchObject({
      errors: [{ field: 'folder_id' }],
    })
    await expect(link.update(made.id, { url: 'https://go.example/' })).rejects.toMatchObject({
      errors: [{ code: 'redirect_loop' }],
    })
  })

  it('fifty concurrent updates of the A/B links end with one of the lists', async () => {
    const { id } = await link.create()
    const lists = Array.from({ length: 50 }, (_, i) => [
      { url: `https://e.com/${i}/a`, percent: 40 },
      { url: `https://e.com/${i}/b`, percent: 60 },
    ])
    await Promise.all(
      lists.map((items) => untilHeard(() => link.links.replaceAbLinks({ id, items }, { caller }))),
    )

    const ab = (await link.get(id))?.ab ?? []
    expect(lists).toContainEqual(ab.map(({ url, percent }) => ({ url, percent })))
    const [first] = ab
    const replaced = await link.links.replaceAbLinks(
      { id, items: [{ ...first, url: 'https://e.com/kept', percent: 1 }] },
      { caller },
    )
    expect(replaced.ab).toEqual([{ id: first?.id, url: 'https://e.com/kept', percent: 1 }])
    const strange = link.links.replaceGeoLinks(
      { id, items: [{ id: first?.id, url: 'https://e.com/', country: 'CZ' }] },
      { caller },
    )
    await expect(strange).rejects.toMatchObject({ code: 'invalid_reference' })
  })
})

describe('a deleted link', () => {
  it('is hidden from its team and from redirect, and its slug stays reserved for thirty days', async () => {
    const { id } = await link.create({ slug: 'gone' })
    const request = { ids: [id, 10 ** 9] }

    expect((await link.links.deleteLinks(request, { caller: stranger })).changed).toEqual([])
    expect(await link.links.deleteLinks(request, { caller })).toEqual({
      changed: [id],
      missing: [10 ** 9],
    })
    expect(await link.get(id)).toBeUndefined()
    expect(await link.recordAt('1:gone')).toMatchObject({ deleted: true })
    await expect(link.create({ slug: 'gone' })).rejects.toMatchObject({ code: 'slug_taken' })
    const check = () => link.links.checkSlug({ domain_id: 1, slug: 'Gone' }, { caller })
    expect(await check()).toEqual({ available: false, reason: 'taken' })

    const longAgo = new Date(Date.now() - 31 * 86_400_000)
    await link.db.updateTable('links').set({ deleted_at: longAgo }).where('id', '=', id).execute()
    expect(await check()).toEqual({ available: true })
    const next = await link.create({ slug: 'gone' })
    expect(await link.recordAt('1:gone')).toMatchObject({ link_id: next.id, deleted: false })
  })
})
