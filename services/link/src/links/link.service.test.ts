import type { Link } from '@fingerpost/protos/link/v1/link'
import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caller, stranger } from '../testing/stack.ts'
import { type LinkOnTwoDomains, startOnTwoDomains, untilHeard } from '../testing/two-domains.ts'

let link: LinkOnTwoDomains
beforeAll(async () => {
  link = await startOnTwoDomains()
})
afterAll(() => link.close())

describe('a new link', () => {
  it('is returned by create as it is read afterwards, with its labels described', async () => {
    const made = await link.create({
      slug: 'Sale',
      title: 'Sale!',
      folder_id: 5,
      tags: [6],
      utm_source: 'mail',
      redirect_code: 301,
      expires_after: 3,
      expire_url: 'https://e.com/over',
    })

    expect(made).toMatchObject({
      org_id: 7,
      user_id: 70,
      domain: 'go.example',
      slug: 'Sale',
      short_url: 'https://go.example/Sale',
      folder: { id: 5, name: 'Five', color: '#555555' },
      tags: [{ id: 6, name: 'Six' }],
      redirect_code: 301,
      clicks: 0,
      has_password: false,
    })
    expect(await link.get(made.id)).toEqual(made)
  })

  it('gets a slug of the domain’s length, or of the requested one', async () => {
    expect((await link.create()).slug).toMatch(/^[2-9a-z]{6}$/)
    expect((await link.create({ slug: '', slug_length: 12 })).slug).toMatch(/^[2-9a-z]{12}$/)
  })

  it('conflicts with its slug in another case, unless the domain is case-sensitive', async () => {
    await link.create({ slug: 'Taken' })
    await expect(link.create({ slug: 'tAKEN' })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'slug_taken',
      errors: [{ field: 'slug' }],
    })

    await link.create({ slug: 'Taken', domain_id: 2 })
    expect((await link.create({ slug: 'tAKEN', domain_id: 2 })).slug).toBe('tAKEN')
  })

  it('is created once for fifty concurrent requests with the same slug', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, () => untilHeard(() => link.create({ slug: 'race' }))),
    )

    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const it of tries) {
      if (it.status === 'rejected') expect(it.reason).toMatchObject({ code: 'slug_taken' })
    }
  })

  it('succeeds or fails independently of the others in one call', async () => {
    const drafts = [
      { slug: 'together' },
      { slug: 'Together' },
      { domain_id: 99 },
      { url: 'https://go.example/loop' },
      { url: '' },
      { url: `https://e.com/${'\u0000'}`, slug: 'nul' },
      { tags: [6], folder_id: 5, expires_at: new Date('2030-01-02T03:04:05.678Z') },
      {},
    ].map((own) => ({ url: 'https://e.com/', domain_id: 1, tags: [], title: 'T', ...own }))

    const { results } = await link.links.createLinks({ requests: drafts }, { caller })

    expect(results.map(({ link, failure }) => link?.org_id ?? failure?.code)).toEqual([
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
      expires_at: new Date('2030-01-02T03:04:05.678Z'),
    })
    for (const { link: made } of results) {
      if (made) expect(await link.get(made.id)).toEqual(made)
    }
  })

  it('is created once for requests repeated within a day, even concurrent ones', async () => {
    const idempotencyKey = Buffer.from('request 1')
    const request = { url: 'https://e.com/once', idempotency_key: idempotencyKey }
    const many = await Promise.all(Array.from({ length: 10 }, () => link.create(request)))
    const [made] = many as [Link]
    const slugged = { ...request, slug: 'once', idempotency_key: Buffer.from('request 2') }

    expect(new Set(many.map(({ id }) => id))).toEqual(new Set([made.id]))
    expect(await link.create(request)).toEqual(made)
    expect((await link.create(slugged)).id).toBe((await link.create(slugged)).id)
    expect(
      (await link.create({ ...request, idempotency_key: Buffer.from('request 3') })).id,
    ).not.toBe(made.id)
    const rows = await link.db
      .selectFrom('links')
      .where('url', '=', request.url)
      .select('id')
      .execute()
    expect(rows).toHaveLength(3)

    await link.db
      .updateTable('links')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', made.id)
      .execute()
    expect((await link.create(request)).id).not.toBe(made.id)
  })

  it('is rejected with an error for each reference that does not exist', async () => {
    const strange = link.create({ domain_id: 99, folder_id: 98, tags: [6, 97] })

    await expect(strange).rejects.toMatchObject({
      kind: 'not_found',
      errors: [{ field: 'domain_id' }, { field: 'folder_id' }, { field: 'tags' }],
    })
    await expect(link.create({}, stranger)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('cannot point back to a short domain', async () => {
    const loop = link.create({ expire_url: 'https://WWW.go.example./x' })

    await expect(loop).rejects.toMatchObject({
      kind: 'invalid',
      errors: [{ field: 'expire_url', code: 'redirect_loop' }],
    })
  })

  it('stores only an argon2id hash of its password, which is never returned', async () => {
    const made = await link.create({ password: 'pa\u0301ss' })
    const row = await link.db
      .selectFrom('links')
      .select('password_hash')
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow()

    expect(made.has_password).toBe(true)
    expect(JSON.stringify(made)).not.toContain('argon2')
    expect(row.password_hash).toMatch(/^\$argon2id\$/)
    expect(await verify(row.password_hash ?? '', 'p\u00e1ss')).toBe(true)
  })
})

it('shows a team only its own links', async () => {
  const made = await link.create()

  expect(await link.get(made.id, stranger)).toBeUndefined()
  expect(
    (await link.links.getLinks({ ids: [made.id, made.id, 10 ** 9] }, { caller })).links,
  ).toHaveLength(1)
})

describe('a list of links', () => {
  const team = { orgId: 7, userId: 70, scopes: [] }
  const ask = async (filter: object = {}, sort = 'created_at', order = 'desc') =>
    link.links.listLinks(
      { filter: { tag_ids: [], search: 'listed', ...filter }, offset: 0, limit: 10, sort, order },
      { caller: team },
    )
  const slugsOf = async (...args: Parameters<typeof ask>) =>
    (await ask(...args)).links.map(({ slug }) => slug)

  it('is searched, filtered and sorted', async () => {
    const past = new Date(Date.now() - 1_000)
    await link.create({ slug: 'Listed-a', title: 'Zeta', folder_id: 5 })
    await link.create({ slug: 'listed-b', title: 'alpha', tags: [6], expires_at: past })
    await link.create({ slug: 'other', url: 'https://e.com/100%_LISTED', password: 'x' })

    expect(await slugsOf()).toEqual(['other', 'listed-b', 'Listed-a'])
    expect(await slugsOf({}, 'title', 'asc')).toEqual(['other', 'listed-b', 'Listed-a'])
    expect(await slugsOf({}, 'slug', 'asc')).toEqual(['Listed-a', 'listed-b', 'other'])
    expect(await slugsOf({ search: '%_L' })).toEqual(['other'])
    expect(await slugsOf({ search: 'https://go.example/LISTED-A' })).toEqual(['Listed-a'])
    expect(await slugsOf({ folder_id: 5 })).toEqual(['Listed-a'])
    expect(await slugsOf({ folder_id: 0 })).toEqual(['other', 'listed-b'])
    expect(await slugsOf({ tag_ids: [6] })).toEqual(['listed-b'])
    expect(await slugsOf({ tag_ids: [6, 7] })).toEqual([])
    expect(await slugsOf({ status: 'expired' })).toEqual(['listed-b'])
    expect(await slugsOf({ status: 'active', has_password: false })).toEqual(['Listed-a'])
    expect(await slugsOf({ has_password: true })).toEqual(['other'])
    expect(await slugsOf({ created_to: past })).toEqual([])
    expect((await ask()).total).toBe(3)
    expect(
      (
        await link.links.listLinks(
          { filter: { tag_ids: [] }, offset: 0, limit: 10, sort: 'clicks', order: 'desc' },
          { caller: stranger },
        )
      ).total,
    ).toBe(0)
  })

  it('finds a link by its address, case-insensitive unless the domain is case-sensitive', async () => {
    await link.create({ slug: 'Find-Me' })
    const find = (domain: string, slug: string, by = caller) =>
      link.links.findLink({ domain, slug }, { caller: by })

    expect(await find('go.example', 'find-ME')).toMatchObject({ slug: 'Find-Me' })
    await expect(find('case.example', 'find-me')).rejects.toMatchObject({ kind: 'not_found' })
    await expect(find('go.example', 'find-me', stranger)).rejects.toMatchObject({
      kind: 'not_found',
    })
    await expect(find('nobody.example', 'x')).rejects.toMatchObject({ kind: 'not_found' })
  })
})
