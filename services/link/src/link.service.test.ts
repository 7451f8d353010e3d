import { type Client, connect, createServer } from '@fingerpost/kit/grpc'
import { Lifecycle } from '@fingerpost/kit/lifecycle'
import { createLog } from '@fingerpost/kit/log'
import { openPostgres, type Postgres } from '@fingerpost/kit/postgres'
import { openWorker } from '@fingerpost/kit/queue'
import { createTestDatabase, createTestRedis } from '@fingerpost/kit/testing'
import { ReferencesService } from '@fingerpost/protos/catalog/v1/reference'
import { ClickTotalsService } from '@fingerpost/protos/link/v1/click_total'
import { type CreateLinkRequest, LinksService } from '@fingerpost/protos/link/v1/link'
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
  const domains = [domain(1, 'go.example'), domain(2, 'Case.example', true)]
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
  })
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
    DATABASE_URL: own.url,
    REDIS_URL: store.url,
    REDIS_CACHE_URL: '',
    REDIS_QUEUE_URL: '',
    CATALOG_ADDRESS: await startCatalog(),
    SHORT_URL_SCHEME: 'https',
    SHORT_URL_PORT: 0,
  }
  const { port } = await startLink(config, lifecycle, log)
  const channel = lifecycle.own('channel', connect(`127.0.0.1:${port}`), (it) => it.close())
  links = channel.client(LinksService)
  slugs = channel.client(SlugsService)
  totals = channel.client(ClickTotalsService)
  redis = store.client
  postgres = lifecycle.own('pool', openPostgres<LinkSchema>(own.url, log, 2), (it) => it.close())
  const keep = async ({ data }: { data: LinkChangeBatch }) => void changes.push(...data.changes)
  lifecycle.own('worker', openWorker('link-changes', store.url, keep, log), (it) => it.close())
})
afterAll(() => lifecycle.close())

const create = (fields: Partial<CreateLinkRequest> = {}, by = caller) =>
  links.createLink(
    { url: 'https://e.com/', domainId: 1, tags: [], ...fields } as CreateLinkRequest,
    { caller: by },
  )
const get = async (id: number, by = caller) =>
  (await links.getLinks({ ids: [id] }, { caller: by })).links[0]

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
      Array.from({ length: 50 }, () => create({ slug: 'race' })),
    )

    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const it of tries) {
      if (it.status === 'rejected') expect(it.reason).toMatchObject({ code: 'slug_taken' })
    }
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

  it('is never replaced by something older', async () => {
    const made = await create({ slug: 'newest' })
    const newer = `${Number.MAX_SAFE_INTEGER} {"version":${Number.MAX_SAFE_INTEGER}}`
    await redis.set('slug:1:newest', newer)

    await slugs.getSlugRecord({ domainId: 1, slugKey: 'newest' })
    expect(await redis.get('slug:1:newest')).toBe(newer)
    expect(made.slug).toBe('newest')
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

  it('of a limited link are taken exactly as often as there are', async () => {
    const { id } = await create({ expiresAfter: 7 })

    const taken = await Promise.all(
      Array.from({ length: 30 }, () => slugs.takeClick({ linkId: id })),
    )
    expect(taken.filter((it) => it.taken)).toHaveLength(7)
    expect(await slugs.takeClick({ linkId: 10 ** 9 })).toEqual({ taken: false })
  })
})
