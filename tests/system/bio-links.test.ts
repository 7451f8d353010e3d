import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Bio,
  type BioLink,
  createBioLink,
  expectRefusal,
  newTeam,
  type Problem,
  type Team,
} from '../bio.ts'
import { BIO_LINK, EDITABLE_BIO_LINK, expectShape } from '../shapes.ts'
import { stack } from '../stack.ts'

type Page = { items: BioLink[]; total: number; offset: number; limit: number }

let ours: Team
let other: Team
let theirs: BioLink

beforeAll(async () => {
  ours = await newTeam()
  other = await newTeam()
  theirs = await createBioLink(other, { url: 'https://github.com/theirs', title: 'Theirs' })
})

const ids = (links: { id: number }[]) => links.map(({ id }) => id)

describe('/bio/link', () => {
  it('converts a username to a URL, and shows it on the page', async () => {
    const team = await newTeam()
    const made = await createBioLink(team, { url: '@octocat', type: 'github', title: 'Code' })
    const { links } = (await team.api<Bio>('GET', '/bio')).body

    expect(made).toMatchObject({ type: 'github', url: 'https://github.com/octocat', order: 0 })
    expectShape(links[0], BIO_LINK)
    expect(links).toEqual([
      {
        id: made.id,
        type: 'github',
        url: 'https://github.com/octocat',
        title: 'Code',
        username: 'octocat',
      },
    ])
    expect((await team.api<BioLink>('GET', `/bio/link/${made.id}`)).body).toEqual(made)
  })

  it('derives the type from the host of a URL', async () => {
    const team = await newTeam()

    expect(await createBioLink(team, { url: 'https://youtu.be/x' })).toMatchObject({
      type: 'youtube',
    })
    expect(await createBioLink(team, { url: 'https://www.x.com/a', type: null })).toMatchObject({
      type: 'twitter',
      url: 'https://www.x.com/a',
    })
    expect(
      await createBioLink(team, { url: 'https://my.example/@a', type: 'mastodon' }),
    ).toMatchObject({
      type: 'mastodon',
    })
  })

  it('takes any website by its full URL, and shows its host', async () => {
    const team = await newTeam()
    const made = await createBioLink(team, { url: 'https://www.shop.example/', type: 'website' })
    const { links, organization } = (await team.api<Bio>('GET', '/bio')).body

    expect(made).toMatchObject({ type: 'website', url: 'https://www.shop.example/', title: null })
    expect(links).toMatchObject([{ type: 'website', username: null }])
    const page = await (await fetch(`${stack.url}/@${organization.slug}`)).text()
    expect(page).toContain('<bdi>shop.example</bdi>')
  })

  it('counts the visits of a link of the page, for its own team only', async () => {
    const team = await newTeam()
    const { id, url } = await createBioLink(team, { url: 'octocat', type: 'github' })
    const other = await createBioLink(team, { url: 'octocat', type: 'vimeo' })
    const { organization } = (await team.api<Bio>('GET', '/bio')).body
    const page = await (await fetch(`${stack.url}/@${organization.slug}`)).text()
    const addresses = [...page.matchAll(/<a href="(\/@[^"]+)"/g)].map(([, path]) => path)
    const visit = async (path: string | undefined, method = 'GET') => {
      const { status, headers } = await fetch(stack.url + path, { method, redirect: 'manual' })
      return [status, headers.get('location')]
    }
    const clicks = async (of: number) =>
      (await team.api<BioLink>('GET', `/bio/link/${of}`)).body.clicks

    expect(addresses).toHaveLength(2)
    for (const method of ['GET', 'HEAD', 'GET']) {
      expect(await visit(addresses[0], method)).toEqual([302, url])
    }
    expect([await clicks(id), await clicks(other.id)]).toEqual([2, 0])
    expect((await team.api<Page>('GET', '/bio/link')).body.items).toMatchObject([
      { id, clicks: 2 },
      { id: other.id, clicks: 0 },
    ])
    const theirPage = (await ours.api<Bio>('GET', '/bio')).body.organization.slug
    expect(await visit(`/@${theirPage}?_link=${id}`)).toEqual([404, null])
    expect((await visit(addresses[0], 'POST'))[0]).toBe(405)
    expect(await clicks(id)).toBe(2)
  })

  it.each([
    [{}, ['url']],
    [{ url: 'shop', type: 'website' }, ['url']],
    [{ url: 'javascript:alert(1)', type: 'website' }, ['url']],
    [{ url: 'octocat' }, ['type']],
    [{ url: 'oc.to', type: 'github' }, ['url']],
    [
      { url: 'javascript:alert(1)', type: 'myspace', title: 1, colour: 'red' },
      ['colour', 'title', 'type', 'url'],
    ],
    [{ url: 'https://u:p@github.com/a' }, ['url']],
    [{ url: '"><script>', type: 'github' }, ['url']],
  ])('does not create %j', async (body, fields) => {
    expectRefusal(await ours.api<Problem>('POST', '/bio/link', body), 400, fields)
  })

  it('rejects a title of more than 512 characters', async () => {
    const body = { url: 'https://github.com/a', title: 'x'.repeat(513) }
    expectRefusal(await ours.api<Problem>('POST', '/bio/link', body), 400, ['title'])
  })

  it('lists by page and in order, and rejects unsupported parameters', async () => {
    const team = await newTeam()
    for (let i = 0; i < 12; i++) await createBioLink(team, { url: `https://github.com/a${i}` })
    const first = (await team.api<Page>('GET', '/bio/link?limit=10')).body
    const second = (await team.api<Page>('GET', '/bio/link?limit=10&page=1')).body

    expect(first).toMatchObject({ total: 12, offset: 0, limit: 10 })
    expect(second).toMatchObject({ total: 12, offset: 10, limit: 10 })
    expect([...first.items, ...second.items].map(({ order }) => order)).toEqual(
      Array.from({ length: 12 }, (_, i) => i),
    )
    expect((await team.api<Page>('GET', '/bio/link?page=9')).body.items).toEqual([])
    const wrong = await team.api<Problem>('GET', '/bio/link?limit=7&page=x&q=1')
    expectRefusal(wrong, 400, ['limit', 'page', 'q'])
  })

  it.each(['PUT', 'PATCH'])(
    '%s updates only the given fields, and disabling hides the link',
    async (method) => {
      const team = await newTeam()
      const { id, ...made } = await createBioLink(team, { url: 'a', type: 'github', title: 'A' })
      const path = `/bio/link/${id}`
      const hidden = await team.api<BioLink>(method, path, { enabled: false, title: null })
      const moved = await team.api<BioLink>(method, path, {
        ...made,
        url: 'https://youtu.be/x',
        type: null,
      })

      expect(hidden.body).toMatchObject({ enabled: false, title: null, url: made.url })
      expect(hidden.body.updated_at > made.updated_at).toBe(true)
      expect((await team.api<Bio>('GET', '/bio')).body.links).toMatchObject([
        { type: 'youtube', title: 'A', username: null },
      ])
      expect(moved.body).toMatchObject({ id, type: 'youtube', enabled: true })
      expectRefusal(await team.api<Problem>(method, path, { url: null, enabled: 1, x: 1 }), 400, [
        'enabled',
        'url',
        'x',
      ])
    },
  )

  it('keeps the username of a link that is sent back unchanged', async () => {
    const team = await newTeam()
    const made = await createBioLink(team, { url: 'octocat', type: 'github' })
    await team.api('PUT', `/bio/link/${made.id}`, made)

    expect((await team.api<Bio>('GET', '/bio')).body.links).toMatchObject([{ username: 'octocat' }])
  })

  it('deletes, and closes the gap in the order', async () => {
    const team = await newTeam()
    const [a, b] = [
      await createBioLink(team, { url: 'a', type: 'vimeo' }),
      await createBioLink(team, { url: 'b', type: 'vimeo' }),
    ]
    const gone = await team.api('DELETE', `/bio/link/${a.id}`)

    expect([gone.status, gone.body]).toEqual([200, { id: a.id, deleted: true }])
    expect((await team.api<Page>('GET', '/bio/link')).body.items).toMatchObject([
      { id: b.id, order: 0 },
    ])
    expectRefusal(await team.api<Problem>('DELETE', `/bio/link/${a.id}`), 404, [])
  })

  it('accepts a hundred links and no more', async () => {
    const team = await newTeam()
    const body = { url: 'https://github.com/a' }
    const tries = await Promise.all(
      Array.from({ length: 104 }, () => team.api<Problem>('POST', '/bio/link', body)),
    )

    expect(tries.filter(({ status }) => status === 201)).toHaveLength(100)
    for (const it of tries.filter(({ status }) => status !== 201)) expectRefusal(it, 400, ['links'])
  })
})

describe('PUT /bio/link/order', () => {
  it('accepts a bare list or items, and moves unnamed links behind the named ones', async () => {
    const team = await newTeam()
    const links = []
    for (const url of ['a', 'b', 'c', 'd'])
      links.push(await createBioLink(team, { url, type: 'github' }))
    const [a, b, c, d] = ids(links)
    const bare = await team.api<Page>('PUT', '/bio/link/order', [
      { id: c, index: 1 },
      { id: d, index: 0 },
    ])
    const items = [{ id: b, index: 0 }]
    const wrapped = await team.api<Page>('PUT', '/bio/link/order', { items })

    expect([bare.status, Object.keys(bare.body)]).toEqual([200, ['items']])
    for (const link of bare.body.items) expectShape(link, EDITABLE_BIO_LINK)
    expect(ids(bare.body.items)).toEqual([d, c, a, b])
    expect(ids(wrapped.body.items)).toEqual([b, d, c, a])
    expect(ids((await team.api<Bio>('GET', '/bio')).body.links)).toEqual([b, d, c, a])
  })

  it('rejects the whole list for one place that is unknown, repeated, or another team’s', async () => {
    const team = await newTeam()
    const { id } = await createBioLink(team, { url: 'a', type: 'github' })
    const order = (...places: unknown[]) => team.api<Problem>('PUT', '/bio/link/order', places)

    expectRefusal(await order({ id, index: 1 }, { id: 10 ** 9, index: 0 }), 400, ['items.1.id'])
    expectRefusal(await order({ id, index: 1 }, { id, index: 0 }), 400, ['items.1.id'])
    expectRefusal(await order({ id: theirs.id, index: 0 }), 400, ['items.0.id'])
    expectRefusal(await order({ id: 'x' }, 5), 400, ['items.0.id', 'items.0.index', 'items.1'])
    expectRefusal(await team.api<Problem>('GET', '/bio/link/order'), 405, [])
  })
})

describe('another team’s link', () => {
  it.each(['GET', 'PUT', 'PATCH', 'DELETE'])('does not exist for %s', async (method) => {
    const change = method.startsWith('P') ? { title: 'Mine' } : undefined
    const found = await ours.api<Problem>(method, `/bio/link/${theirs.id}`, change)
    const never = await ours.api<Problem>(method, '/bio/link/999999999999', change)

    expectRefusal(found, 404, [])
    expect({ ...found.body, request_id: '' }).toEqual({ ...never.body, request_id: '' })
    expect((await other.api('GET', `/bio/link/${theirs.id}`)).body).toEqual(theirs)
  })
})
