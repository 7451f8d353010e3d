import { type Client, connect, createServer } from '@fingerpost/kit/grpc'
import { Lifecycle } from '@fingerpost/kit/lifecycle'
import { createLog } from '@fingerpost/kit/log'
import { openPostgres, type Postgres } from '@fingerpost/kit/postgres'
import { openWorker } from '@fingerpost/kit/queue'
import { createTestDatabase, createTestRedis } from '@fingerpost/kit/testing'
import { type DomainRecord, DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import { ReferencesService } from '@fingerpost/protos/catalog/v1/reference'
import { ClickLimitsService } from '@fingerpost/protos/link/v1/click_limit'
import { ClickTotalsService } from '@fingerpost/protos/link/v1/click_total'
import { ImportsService } from '@fingerpost/protos/link/v1/import'
import { type CreateLinkRequest, type Link, LinksService } from '@fingerpost/protos/link/v1/link'
import type { LinkChange, LinkChangeBatch } from '@fingerpost/protos/link/v1/link_change'
import { SlugsService } from '@fingerpost/protos/link/v1/slug'
import { verify } from '@node-rs/argon2'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LinkSchema } from './link.schema.ts'
import { startLink } from './service.ts'

const log = createLog('link', 'silent')
const lifecycle = new Lifecycle(log)
const changes: LinkChange[] = []
let links: Client<LinksService>
let slugs: Client<SlugsService>
let imports: Client<ImportsService>
let limits: Client<ClickLimitsService>
let totals: Client<ClickTotalsService>
let postgres: Postgres<LinkSchema>
let redis: Redis
const caller = { orgId: 7, userId: 70, scopes: [] }
const stranger = { orgId: 8, userId: 80, scopes: [] }

/** The catalog of team 7: domain 1, case-sensitive domain 2, folder 5, tag 6. */
async function startCatalog() {
  const env = { GRPC_HOST: '127.0.0.1', GRPC_SHARED_SECRET: '' }
  const server = lifecycle.own('catalog', createServer(env, log), (it) => it.close())
  const domain = (id: number, name: string, caseSensitive = false) => ({
    id,
    orgId: 7,
    name,
    slugLength: 6,
    allowPreview: true,
    verified: true,
    caseSensitive,
    forwardQuery: 'merge',
  })
  const domains = [domain(1, 'go.example'), domain(2, 'case.example', true)]
  server.add(ReferencesService, {
    describeReferences: async ({ domainIds, folderIds, tagIds, hosts }, { caller }) => {
      const ours = caller().orgId === 7
      return {
        domains: domains.filter(({ id }) => ours && domainIds.includes(id)),
        folders: ours && folderIds.includes(5) ? [{ id: 5, name: 'Five', color: '#555555' }] : [],
        tags: ours && tagIds.includes(6) ? [{ id: 6, name: 'Six' }] : [],
        shortHosts: hosts.filter((host) => host === 'go.example'),
      }
    },
    findLabels: async () => ({ folders: {}, tags: {} }),
  })
  server.add(DomainsService, {
    listDomains: async () => ({ domains, total: domains.length }),
    async getDomainRecord({ name }: { name: string }) {
      const found = domains.find((it) => it.name === name)
      return found ? { record: { ...found, version: 1 } as DomainRecord } : {}
    },
  } as never)
  return `127.0.0.1:${await server.listen(0)}`
}

beforeAll(async () => {
  const migrations = new URL('../migrations', import.meta.url).pathname
  const own = lifecycle.own('db', await createTestDatabase('link', migrations), (it) => it.drop())
  const store = lifecycle.own('redis', await createTestRedis(), (it) => it.drop())
  const config = {
    ADMIN_HOST: '127.0.0.1',
    ADMIN_PORT: 0,
    GRPC_HOST: '127.0.0.1',
    GRPC_PORT: 0,
    GRPC_SHARED_SECRET: '',
    LOG_LEVEL: 'silent',
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
    OTEL_TRACES_SAMPLER_ARG: 1,
    DATABASE_URL: own.url,
    DATABASE_REPLICA_URL: '',
    REDIS_URL: store.url,
    REDIS_CACHE_URL: '',
    REDIS_QUEUE_URL: '',
    CATALOG_ADDRESS: await startCatalog(),
    SHORT_URL_SCHEME: 'https' as const,
    SHORT_URL_PORT: 0,
    QUOTA_LINKS: 0,
    QUOTA_IMPORTS: 0,
    QUOTA_WEBHOOKS: 0,
    FETCH_ALLOW_PRIVATE: true,
    FETCH_BLOCKED_PORTS: [],
  }
  const { port } = await startLink(config, lifecycle, log)
  const channel = lifecycle.own('channel', connect(`127.0.0.1:${port}`), (it) => it.close())
  links = channel.client(LinksService)
  slugs = channel.client(SlugsService)
  imports = channel.client(ImportsService)
  limits = channel.client(ClickLimitsService)
  totals = channel.client(ClickTotalsService)
  redis = store.client
  postgres = lifecycle.own('pool', openPostgres<LinkSchema>(own.url, log, 2), (it) => it.close())
  const keep = async ({ data }: { data: LinkChangeBatch }) => void changes.push(...data.changes)
  lifecycle.own('worker', openWorker('link-changes', store.url, keep, log), (it) => it.close())
})
afterAll(() => lifecycle.close())

const create = (fields: Partial<CreateLinkRequest> = {}, by = caller) =>
  links.createLink(
    { url: 'https://e.com/', domainId: 1, title: '', tags: [], ...fields } as CreateLinkRequest,
    { caller: by },
  )
const get = async (id: number, by = caller) =>
  (await links.getLinks({ ids: [id] }, { caller: by })).links[0]

/** Fifty at once may wait too long for a connection on a busy machine: whoever is told so asks again. */
async function untilHeard<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if ((error as { kind?: string }).kind !== 'unavailable') throw error
    }
  }
}

describe('a new link', () => {
  it('is answered as it is read afterwards, with its labels described', async () => {
    const made = await create({
      slug: 'Sale',
      title: 'Sale!',
      folderId: 5,
      tags: [6],
      utmSource: 'mail',
      redirectCode: 301,
      expiresAfter: 3,
      expireUrl: 'https://e.com/over',
    })

    expect(made).toMatchObject({
      orgId: 7,
      userId: 70,
      domain: 'go.example',
      slug: 'Sale',
      shortUrl: 'https://go.example/Sale',
      folder: { id: 5, name: 'Five', color: '#555555' },
      tags: [{ id: 6, name: 'Six' }],
      redirectCode: 301,
      clicks: 0,
      hasPassword: false,
    })
    expect(await get(made.id)).toEqual(made)
  })

  it('gets a slug of the domain’s length, or of the one that was asked for', async () => {
    expect((await create()).slug).toMatch(/^[2-9a-z]{6}$/)
    expect((await create({ slug: '', slugLength: 12 })).slug).toMatch(/^[2-9a-z]{12}$/)
  })

  it('finds its slug taken in any case, unless the domain is case-sensitive', async () => {
    await create({ slug: 'Taken' })
    await expect(create({ slug: 'tAKEN' })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'slug_taken',
      errors: [{ field: 'slug' }],
    })

    await create({ slug: 'Taken', domainId: 2 })
    expect((await create({ slug: 'tAKEN', domainId: 2 })).slug).toBe('tAKEN')
  })

  it('is one among fifty that want the same slug at once', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, () => untilHeard(() => create({ slug: 'race' }))),
    )

    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const it of tries) {
      if (it.status === 'rejected') expect(it.reason).toMatchObject({ code: 'slug_taken' })
    }
  })

  it('stands or falls by itself among those made in one call', async () => {
    const wishes = [
      { slug: 'together' },
      { slug: 'Together' },
      { domainId: 99 },
      { url: 'https://go.example/loop' },
      { url: '' },
      { url: `https://e.com/${'\u0000'}`, slug: 'nul' },
      { tags: [6], folderId: 5, expiresAt: new Date('2030-01-02T03:04:05.678Z') },
      {},
    ].map((own) => ({ url: 'https://e.com/', domainId: 1, tags: [], title: 'T', ...own }))

    const { results } = await links.createLinks({ requests: wishes }, { caller })

    expect(results.map(({ link, failure }) => link?.orgId ?? failure?.code)).toEqual([
      7,
      'slug_taken',
      'not_found',
      'invalid_request',
      'invalid_request',
      'invalid_request',
      7,
      7,
    ])
    expect(results[1]?.failure).toMatchObject({ kind: 'conflict', errors: [{ field: 'slug' }] })
    expect(results[6]?.link).toMatchObject({
      tags: [{ id: 6, name: 'Six' }],
      folder: { id: 5 },
      expiresAt: new Date('2030-01-02T03:04:05.678Z'),
    })
    for (const { link } of results) if (link) expect(await get(link.id)).toEqual(link)
  })

  it('is made once by a request that comes again within a day, even while it is running', async () => {
    const idempotencyKey = Buffer.from('request 1')
    const wish = { url: 'https://e.com/once', idempotencyKey }
    const many = await Promise.all(Array.from({ length: 10 }, () => create(wish)))
    const [made] = many as [Link]
    const slugged = { ...wish, slug: 'once', idempotencyKey: Buffer.from('request 2') }

    expect(new Set(many.map(({ id }) => id))).toEqual(new Set([made.id]))
    expect(await create(wish)).toEqual(made)
    expect((await create(slugged)).id).toBe((await create(slugged)).id)
    expect((await create({ ...wish, idempotencyKey: Buffer.from('request 3') })).id).not.toBe(
      made.id,
    )
    const rows = await postgres.db
      .selectFrom('links')
      .where('url', '=', wish.url)
      .select('id')
      .execute()
    expect(rows).toHaveLength(3)

    await postgres.db
      .updateTable('links')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', made.id)
      .execute()
    expect((await create(wish)).id).not.toBe(made.id)
  })

  it('is refused with the names of all that does not exist', async () => {
    const strange = create({ domainId: 99, folderId: 98, tags: [6, 97] })

    await expect(strange).rejects.toMatchObject({
      kind: 'not_found',
      errors: [{ field: 'domain_id' }, { field: 'folder_id' }, { field: 'tags' }],
    })
    await expect(create({}, stranger)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('may not lead back to a short domain', async () => {
    const loop = create({ expireUrl: 'https://WWW.go.example./x' })

    await expect(loop).rejects.toMatchObject({
      kind: 'invalid',
      errors: [{ field: 'expire_url', code: 'redirect_loop' }],
    })
  })

  it('keeps of its password an argon2id hash that never leaves', async () => {
    const made = await create({ password: 'pa\u0301ss' })
    const row = await postgres.db
      .selectFrom('links')
      .select('password_hash')
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow()

    expect(made.hasPassword).toBe(true)
    expect(JSON.stringify(made)).not.toContain('argon2')
    expect(row.password_hash).toMatch(/^\$argon2id\$/)
    expect(await verify(row.password_hash ?? '', 'p\u00e1ss')).toBe(true)
  })
})

it('shows a team its own links only', async () => {
  const made = await create()

  expect(await get(made.id, stranger)).toBeUndefined()
  expect(
    (await links.getLinks({ ids: [made.id, made.id, 10 ** 9] }, { caller })).links,
  ).toHaveLength(1)
})

describe('what others learn of a link', () => {
  it('is in Redis before the answer', async () => {
    const made = await create({ slug: 'Known', utmSource: 'mail' })
    const text = (await redis.get('slug:1:known')) ?? ''

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

  it('reaches the queue, and the outbox is empty afterwards', async () => {
    const made = await create({ folderId: 5, tags: [6] })

    await vi.waitFor(() =>
      expect(changes.find(({ linkId }) => linkId === made.id)).toMatchObject({
        kind: 'created',
        folderId: 5,
        tagIds: [6],
        shortUrl: made.shortUrl,
        deleted: false,
      }),
    )
    await vi.waitFor(async () =>
      expect(await postgres.db.selectFrom('outbox').selectAll().execute()).toEqual([]),
    )
  })

  it('comes from the database when Redis has forgotten it, and is remembered', async () => {
    const made = await create({ slug: 'forgotten' })
    await redis.del('slug:1:forgotten')

    const { record } = await slugs.getSlugRecord({ domainId: 1, slugKey: 'forgotten' })
    expect(record?.linkId).toBe(made.id)
    expect(await redis.exists('slug:1:forgotten')).toBe(1)
    expect(await slugs.getSlugRecord({ domainId: 1, slugKey: 'nothing' })).toEqual({})
  })
})

describe('clicks', () => {
  it('are set, so a repeat changes nothing, and never go back', async () => {
    const { id } = await create()
    const total = { linkId: id, clicks: 5, clickedAtMs: 1_700_000_000_123 }

    await totals.setClickTotals({ totals: [total] })
    await totals.setClickTotals({ totals: [total, { linkId: 10 ** 9, clicks: 1, clickedAtMs: 1 }] })
    await totals.setClickTotals({ totals: [{ ...total, clicks: 3 }] })

    expect(await get(id)).toMatchObject({ clicks: 5, clickedAt: new Date(1_700_000_000_123) })
  })

  it('follow what is recorded when old clicks are dropped, and no total that is read before', async () => {
    const { id } = await create()
    const tell = (clicks: number, clickedAtMs: number) =>
      totals.setClickTotals({ totals: [{ linkId: id, clicks, clickedAtMs }] })
    const [old, fresh] = [1_700_000_000_000, 1_760_000_000_000]
    await tell(1_000, old)
    await tell(3, fresh)
    expect(await get(id)).toMatchObject({ clicks: 3, clickedAt: new Date(fresh) })

    await tell(1_001, old)
    await tell(2, fresh)
    expect(await get(id)).toMatchObject({ clicks: 3, clickedAt: new Date(fresh) })
    await tell(4, fresh)
    expect(await get(id)).toMatchObject({ clicks: 4, clickedAt: new Date(fresh) })
  })

  it('of a limited link are taken exactly as often as there are', async () => {
    const { id } = await create({ expiresAfter: 7 })

    const taken = await Promise.all(
      Array.from({ length: 30 }, () => slugs.takeClick({ linkId: id })),
    )
    expect(taken.filter((it) => it.taken)).toHaveLength(7)
    expect(await slugs.takeClick({ linkId: 10 ** 9 })).toMatchObject({ taken: false })
  })

  it('of a limited link are granted and taken at once, and are no more together', async () => {
    const { id } = await create({ expiresAfter: 20 })
    const grants = Array.from({ length: 10 }, () =>
      limits.grantClicks({ linkId: id, counterId: 'a', used: 0 }),
    )
    const takes = Array.from({ length: 30 }, () => slugs.takeClick({ linkId: id }))

    const granted = (await Promise.all(grants)).map((it) => it.granted)
    const taken = (await Promise.all(takes)).filter((it) => it.taken).length
    expect(new Set(granted).size).toBe(1)
    expect((granted[0] ?? 0) + taken).toBe(20)
    expect(await slugs.takeClick({ linkId: id })).toEqual({ taken: false, pending: true })
    const more = await limits.grantClicks({ linkId: id, counterId: 'a', used: granted[0] ?? 0 })
    expect(more).toEqual({ granted: granted[0], elsewhere: taken })
    expect(await slugs.takeClick({ linkId: id })).toEqual({ taken: false, pending: false })
  })
})

const recordAt = async (key: string) => {
  const text = (await redis.get(`slug:${key}`)) ?? '{}'
  return JSON.parse(text.slice(text.indexOf('{')))
}
const update = (id: number, fields: object, by = caller) =>
  links.updateLink({ id, clear: [], ...fields }, { caller: by })

describe('a change of a link', () => {
  it('merges, clears what is named, and reaches redirect before the answer', async () => {
    const made = await create({ slug: 'merge', title: 'Old', utmSource: 'mail', expiresAfter: 5 })
    const changed = await update(made.id, { url: 'https://e.com/new', clear: ['utm_source'] })

    expect(changed).toMatchObject({ title: 'Old', url: 'https://e.com/new', expiresAfter: 5 })
    expect(changed.utmSource).toBeUndefined()
    expect((changed.updatedAt?.getTime() ?? 0) > (made.updatedAt?.getTime() ?? 0)).toBe(true)
    expect(await recordAt('1:merge')).toMatchObject({ url: 'https://e.com/new' })
  })

  it('of the slug frees the old one for others and for redirect', async () => {
    const made = await create({ slug: 'before' })
    await update(made.id, { slug: 'After' })

    expect(await recordAt('1:before')).toMatchObject({ free: true, url: '' })
    expect(await recordAt('1:after')).toMatchObject({ linkId: made.id, slug: 'After' })
    const next = await create({ slug: 'Before' })
    expect(await recordAt('1:before')).toMatchObject({ linkId: next.id, free: false })
    await expect(update(made.id, { slug: 'BEFORE' })).rejects.toMatchObject({ code: 'slug_taken' })
    expect((await update(made.id, { slug: 'AFTER' })).slug).toBe('AFTER')
  })

  it('keeps the slug unless another one is named', async () => {
    const made = await create({ slug: 'printed' })

    expect(await update(made.id, { clear: ['slug'] })).toMatchObject({ slug: 'printed' })
    expect(await update(made.id, { slug: '' })).toMatchObject({ slug: 'printed' })
    expect(await update(made.id, { clear: ['slug'], domainId: 2 })).toMatchObject({
      shortUrl: 'https://case.example/printed',
    })
  })

  it('of slug and domain at the same time do not undo each other', async () => {
    for (let i = 0; i < 12; i++) {
      const made = await create({ slug: `both-${i}` })
      await Promise.all([
        update(made.id, { slug: `both-${i}-moved` }),
        update(made.id, { domainId: 2 }),
      ])

      expect(await get(made.id)).toMatchObject({ domainId: 2, slug: `both-${i}-moved` })
    }
  })

  it('there and back leaves the link where it is', async () => {
    const made = await create({ slug: 'there' })
    await update(made.id, { slug: 'and' })
    await update(made.id, { slug: 'there' })
    await vi.waitFor(async () =>
      expect(await postgres.db.selectFrom('outbox').selectAll().execute()).toEqual([]),
    )

    expect(await recordAt('1:there')).toMatchObject({ linkId: made.id, free: false })
  })

  it('of the domain takes the slug along', async () => {
    const made = await create({ slug: 'Moves' })
    const moved = await update(made.id, { domainId: 2 })

    expect(moved).toMatchObject({ domain: 'case.example', slug: 'Moves' })
    expect(await recordAt('1:moves')).toMatchObject({ free: true })
    expect(await recordAt('2:Moves')).toMatchObject({ linkId: made.id })
  })

  it('sets and removes the password', async () => {
    const made = await create()
    expect((await update(made.id, { password: 'x' })).hasPassword).toBe(true)
    expect((await update(made.id, { title: 'kept' })).hasPassword).toBe(true)
    expect((await update(made.id, { removePassword: true })).hasPassword).toBe(false)
  })

  it('is refused to another team, and for what does not exist', async () => {
    const made = await create()

    for (const [id, by] of [
      [made.id, stranger],
      [10 ** 9, caller],
    ] as const) {
      await expect(update(id, { title: 'x' }, by)).rejects.toMatchObject({ kind: 'not_found' })
      await expect(update(id, { slug: 'x' }, by)).rejects.toMatchObject({ kind: 'not_found' })
    }
    await expect(update(made.id, { folderId: 99 })).rejects.toMatchObject({
      errors: [{ field: 'folder_id' }],
    })
    await expect(update(made.id, { url: 'https://go.example/' })).rejects.toMatchObject({
      errors: [{ code: 'redirect_loop' }],
    })
  })

  it('fifty at once of the A/B links end in one of the lists', async () => {
    const { id } = await create()
    const lists = Array.from({ length: 50 }, (_, i) => [
      { url: `https://e.com/${i}/a`, percent: 40 },
      { url: `https://e.com/${i}/b`, percent: 60 },
    ])
    await Promise.all(
      lists.map((items) => untilHeard(() => links.replaceAbLinks({ id, items }, { caller }))),
    )

    const ab = (await get(id))?.ab ?? []
    expect(lists).toContainEqual(ab.map(({ url, percent }) => ({ url, percent })))
    const [first] = ab
    const kept = await links.replaceAbLinks(
      { id, items: [{ ...first, url: 'https://e.com/kept', percent: 1 }] },
      { caller },
    )
    expect(kept.ab).toEqual([{ id: first?.id, url: 'https://e.com/kept', percent: 1 }])
    const strange = links.replaceGeoLinks(
      { id, items: [{ id: first?.id, url: 'https://e.com/', country: 'CZ' }] },
      { caller },
    )
    await expect(strange).rejects.toMatchObject({ code: 'invalid_reference' })
  })
})

describe('a deleted link', () => {
  it('is gone for its team, says so to redirect, and keeps its slug for thirty days', async () => {
    const { id } = await create({ slug: 'gone' })
    const request = { ids: [id, 10 ** 9] }

    expect((await links.deleteLinks(request, { caller: stranger })).changed).toEqual([])
    expect(await links.deleteLinks(request, { caller })).toEqual({
      changed: [id],
      missing: [10 ** 9],
    })
    expect(await get(id)).toBeUndefined()
    expect(await recordAt('1:gone')).toMatchObject({ deleted: true })
    await expect(create({ slug: 'gone' })).rejects.toMatchObject({ code: 'slug_taken' })
    const check = () => links.checkSlug({ domainId: 1, slug: 'Gone' }, { caller })
    expect(await check()).toEqual({ available: false, reason: 'taken' })

    const longAgo = new Date(Date.now() - 31 * 86_400_000)
    await postgres.db
      .updateTable('links')
      .set({ deleted_at: longAgo })
      .where('id', '=', id)
      .execute()
    expect(await check()).toEqual({ available: true })
    const next = await create({ slug: 'gone' })
    expect(await recordAt('1:gone')).toMatchObject({ linkId: next.id, deleted: false })
  })
})

describe('many links', () => {
  it('are moved and tagged in each mode, others’ are named as missing', async () => {
    const made = await Promise.all([create(), create({ folderId: 5, tags: [6] })])
    const ids = made.map(({ id }) => id)
    const seen = async () => {
      const { links: found } = await links.getLinks({ ids }, { caller })
      return found.sort((a, b) => a.id - b.id).map(({ folder, tags }) => [folder?.id, tags.length])
    }

    await links.moveLinks({ ids, folderId: 5 }, { caller })
    await links.tagLinks({ ids, tags: [6], mode: 'add' }, { caller })
    expect(await seen()).toEqual([
      [5, 1],
      [5, 1],
    ])
    await links.moveLinks({ ids }, { caller })
    await links.tagLinks({ ids, tags: [6], mode: 'remove' }, { caller })
    expect(await seen()).toEqual([
      [undefined, 0],
      [undefined, 0],
    ])
    await links.tagLinks({ ids, tags: [6], mode: 'replace' }, { caller })
    expect((await seen()).map(([, tags]) => tags)).toEqual([1, 1])
    expect((await links.moveLinks({ ids }, { caller: stranger })).missing).toHaveLength(2)
    await expect(links.moveLinks({ ids, folderId: 9 }, { caller })).rejects.toMatchObject({
      kind: 'not_found',
    })
  })
})

describe('a list of links', () => {
  const team = { orgId: 7, userId: 70, scopes: [] }
  const ask = async (filter: object = {}, sort = 'created_at', order = 'desc') =>
    links.listLinks(
      { filter: { tagIds: [], search: 'listed', ...filter }, offset: 0, limit: 10, sort, order },
      { caller: team },
    )
  const slugsOf = async (...args: Parameters<typeof ask>) =>
    (await ask(...args)).links.map(({ slug }) => slug)

  it('is searched, filtered and sorted', async () => {
    const past = new Date(Date.now() - 1_000)
    await create({ slug: 'Listed-a', title: 'Zeta', folderId: 5 })
    await create({ slug: 'listed-b', title: 'alpha', tags: [6], expiresAt: past })
    await create({ slug: 'other', url: 'https://e.com/100%_LISTED', password: 'x' })

    expect(await slugsOf()).toEqual(['other', 'listed-b', 'Listed-a'])
    expect(await slugsOf({}, 'title', 'asc')).toEqual(['other', 'listed-b', 'Listed-a'])
    expect(await slugsOf({}, 'slug', 'asc')).toEqual(['Listed-a', 'listed-b', 'other'])
    expect(await slugsOf({ search: '%_L' })).toEqual(['other'])
    expect(await slugsOf({ search: 'https://go.example/LISTED-A' })).toEqual(['Listed-a'])
    expect(await slugsOf({ folderId: 5 })).toEqual(['Listed-a'])
    expect(await slugsOf({ folderId: 0 })).toEqual(['other', 'listed-b'])
    expect(await slugsOf({ tagIds: [6] })).toEqual(['listed-b'])
    expect(await slugsOf({ tagIds: [6, 7] })).toEqual([])
    expect(await slugsOf({ status: 'expired' })).toEqual(['listed-b'])
    expect(await slugsOf({ status: 'active', hasPassword: false })).toEqual(['Listed-a'])
    expect(await slugsOf({ hasPassword: true })).toEqual(['other'])
    expect(await slugsOf({ createdTo: past })).toEqual([])
    expect((await ask()).total).toBe(3)
    expect(
      (
        await links.listLinks(
          { filter: { tagIds: [] }, offset: 0, limit: 10, sort: 'clicks', order: 'desc' },
          { caller: stranger },
        )
      ).total,
    ).toBe(0)
  })

  it('finds one link by its address, whatever the case where the domain does not tell', async () => {
    await create({ slug: 'Find-Me' })
    const find = (domain: string, slug: string, by = caller) =>
      links.findLink({ domain, slug }, { caller: by })

    expect(await find('go.example', 'find-ME')).toMatchObject({ slug: 'Find-Me' })
    await expect(find('case.example', 'find-me')).rejects.toMatchObject({ kind: 'not_found' })
    await expect(find('go.example', 'find-me', stranger)).rejects.toMatchObject({
      kind: 'not_found',
    })
    await expect(find('nobody.example', 'x')).rejects.toMatchObject({ kind: 'not_found' })
  })
})

describe('an import', () => {
  const target = { domainId: 1, folderId: 5, tags: [6] }
  const rows = [
    { url: 'https://e.com/1', slug: 'imported-1' },
    { url: 'javascript:alert(1)' },
    { url: 'https://e.com/3', slug: 'IMPORTED-1' },
    { url: 'https://e.com/4', domain: 'Case.example', slug: 'Imported' },
    { url: 'https://e.com/5', domain: '2' },
    { url: 'https://e.com/6', domain: 'nobody.example' },
    { url: 'https://go.example/x' },
    { url: 'https://e.com/8\u0000' },
    { url: 'https://e.com/9' },
  ]
  const outcome = (items: { index: number; error?: { code: string } | undefined }[]) =>
    items.sort((a, b) => a.index - b.index).map(({ error }) => error?.code ?? 'made')
  const EXPECTED = [
    'made',
    'invalid_url',
    'slug_taken',
    'made',
    'made',
    'not_found',
    'redirect_loop',
    'invalid_url',
    'made',
  ]

  it('creates the valid rows and reports what is wrong with the others', async () => {
    const { items } = await imports.importLinks({ target, rows, firstIndex: 0 }, { caller })

    expect(outcome(items)).toEqual(EXPECTED)
    expect(items[0]?.link).toMatchObject({
      folder: { id: 5 },
      tags: [{ id: 6 }],
      domain: 'go.example',
    })
    expect(items[3]?.link).toMatchObject({ domain: 'case.example', slug: 'Imported' })
  })

  it('is refused as a whole for what all rows share', async () => {
    const strange = { domainId: 99, folderId: 98, tags: [97] }
    const call = imports.importLinks({ target: strange, rows, firstIndex: 0 }, { caller })

    await expect(call).rejects.toMatchObject({
      kind: 'not_found',
      errors: [{ field: 'domain_id' }, { field: 'folder_id' }, { field: 'tags' }],
    })
  })

  it('in the background makes every row once, in pieces, and can be followed', async () => {
    const many = Array.from({ length: 450 }, (_, i) => ({
      url: `https://e.com/many/${i}`,
      slug: i === 7 ? 'a/b' : `many-${i}`,
    }))
    const { id, status } = await imports.createImport({ target }, { caller })
    expect(status).toBe('filling')
    for (const at of [0, 0, 200, 400]) {
      await imports.addImportRows(
        { id, firstIndex: at, rows: many.slice(at, at + 200) },
        { caller },
      )
    }
    await imports.startImport({ id }, { caller })

    const read = () => imports.getImport({ id, itemsLimit: 2 }, { caller })
    await vi.waitFor(async () => expect((await read()).status).toBe('done'), { timeout: 15_000 })
    const done = await read()
    expect(done).toMatchObject({ total: 450, done: 450, created: 449, failed: 1 })
    expect(outcome(done.items)).toEqual(['made', 'invalid_slug'])
    await expect(
      imports.getImport({ id, itemsLimit: 1 }, { caller: stranger }),
    ).rejects.toMatchObject({ kind: 'not_found' })
    const made = { tagIds: [], search: '/many/' }
    const list = await links.listLinks(
      { filter: made, offset: 0, limit: 1, sort: 'slug', order: 'asc' },
      { caller },
    )
    expect(list.total).toBe(449)
  })
})
