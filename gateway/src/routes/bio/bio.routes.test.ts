import { createLog } from '@fingerpost/kit/log'
import { notFound } from '@fingerpost/kit/problem'
import { createToken, hashToken } from '@fingerpost/kit/token'
import type { BioPage, UpdateBioPageRequest } from '@fingerpost/protos/bio/v1/bio'
import {
  type BioLink,
  type BioLinkPlace,
  type CreateBioLinkRequest,
  type ListBioLinksRequest,
  Platform,
  type UpdateBioLinkRequest,
} from '@fingerpost/protos/bio/v1/bio_link'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { fakeClients } from '../../testing/fakes.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const link: BioLink = {
  id: 5,
  platform: Platform.PLATFORM_GITHUB,
  url: 'https://github.com/octocat',
  username: 'octocat',
  title: undefined,
  order: 0,
  enabled: true,
  createdAt: now,
  updatedAt: now,
}
const linkBody = {
  id: 5,
  type: 'github',
  url: 'https://github.com/octocat',
  title: null,
  order: 0,
  enabled: true,
  created_at: '2026-11-20T12:00:00.000Z',
  updated_at: '2026-11-20T12:00:00.000Z',
}
const page: BioPage = {
  id: 3,
  organization: { id: 7, name: 'Ours', slug: 'ours', logo: undefined },
  profile: { title: 'Ours', subtitle: undefined, email: 'a@b.example', image: undefined },
  links: [link],
}
const pageBody = {
  id: 3,
  organization: { id: '7', name: 'Ours', slug: 'ours', logo: null },
  bio: { title: 'Ours', subtitle: null, email: 'a@b.example', image: null },
  links: [{ id: 5, type: 'github', url: link.url, title: null, username: 'octocat' }],
}
const asked = {
  pages: [] as UpdateBioPageRequest[],
  created: [] as CreateBioLinkRequest[],
  updates: [] as UpdateBioLinkRequest[],
  lists: [] as ListBioLinksRequest[],
  places: [] as BioLinkPlace[][],
  teams: new Set<number>(),
}
const keys = { all: createToken('fp'), reader: createToken('fp'), none: createToken('fp') }
let made = true

const only5 = (id: number) => {
  if (id !== 5) throw notFound('There is no such bio link.')
}
const clients = fakeClients({
  keys: {
    async verifyApiKey({ sha256 }) {
      const is = (key: string) => hashToken(key).equals(Buffer.from(sha256))
      const scopes = is(keys.all) ? ['bio:read', 'bio:write'] : is(keys.reader) ? ['bio:read'] : []
      return { id: 1, orgId: 7, userId: 70, scopes, expiresAt: undefined }
    },
  },
  bioPages: {
    async getBioPage(_, call) {
      asked.teams.add(call?.caller?.orgId ?? 0)
      return made ? page : { ...page, id: 0, profile: undefined, links: [] }
    },
    async updateBioPage(request) {
      asked.pages.push(request)
      return page
    },
  },
  bioLinks: {
    async listBioLinks(request) {
      asked.lists.push(request)
      return { links: [link], total: 101 }
    },
    async getBioLink({ id }) {
      only5(id)
      return link
    },
    async createBioLink(request) {
      asked.created.push(request)
      return link
    },
    async updateBioLink(request) {
      only5(request.id)
      asked.updates.push(request)
      return link
    },
    async deleteBioLink({ id }) {
      only5(id)
      return {}
    },
    async orderBioLinks({ places }) {
      asked.places.push(places)
      return { links: [link] }
    },
  },
})
const config = {
  TRUSTED_PROXIES: [],
  REDIRECT_URL: 'http://127.0.0.1:1',
  BIO_URL: 'http://127.0.0.1:1',
  GRPC_SHARED_SECRET: 'secret',
  BUILD_VERSION: '1.2.3',
  BUILD_ID: 'abc',
  BUILD_TIME: '2026-11-20T00:00:00.000Z',
}
const app = await buildApp(clients, {}, config, createLog('gateway', 'silent'))
afterAll(() => app.close())
beforeEach(() => {
  for (const it of Object.values(asked)) if (Array.isArray(it)) it.length = 0
  made = true
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const call = (method: Method, path: string, payload?: object, key = keys.all) =>
  app.inject({
    method,
    url: `/api${path}`,
    ...(payload === undefined ? {} : { payload }),
    headers: { 'x-api-key': key },
  })
const fields = (response: { json(): { errors: { field: string }[] } }) =>
  response
    .json()
    .errors.map(({ field }) => field)
    .sort()

describe('/api/bio', () => {
  it('answers the page of the caller’s team, null while there is none', async () => {
    expect((await call('GET', '/bio')).json()).toEqual(pageBody)
    made = false
    expect((await call('GET', '/bio')).json()).toEqual({ ...pageBody, id: 0, bio: null, links: [] })
    expect([...asked.teams]).toEqual([7])
  })

  it.each(['PUT', 'PATCH'] as const)(
    '%s keeps what is absent and clears what is null',
    async (it) => {
      const response = await call(it, '/bio', { title: 'New', subtitle: null })

      expect(response.json()).toEqual(pageBody)
      expect(asked.pages).toEqual([
        {
          title: 'New',
          subtitle: undefined,
          email: undefined,
          image: undefined,
          clear: ['subtitle'],
        },
      ])
    },
  )

  it('takes back what was read, changed at either place', async () => {
    const read = (await call('GET', '/bio')).json()
    const outer = await call('PUT', '/bio', { ...read, title: 'Outer' })
    await call('PUT', '/bio', { ...read, bio: { ...read.bio, title: 'Inner' } })

    expect(outer.statusCode).toBe(200)
    expect(asked.pages).toMatchObject([
      { title: 'Outer', email: 'a@b.example', clear: ['subtitle', 'image'] },
      { title: 'Inner', email: 'a@b.example', clear: ['subtitle', 'image'] },
    ])
  })

  it('names all fields that are wrong, and typos', async () => {
    const response = await call('PUT', '/bio', {
      title: 'x'.repeat(513),
      subtitle: 5,
      email: 'nobody',
      image: 'data:text/html,x',
      titel: 'typo',
      bio: { picture: 'x' },
    })

    expect(response.json()).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(fields(response)).toEqual([
      'bio.picture',
      'email',
      'image',
      'subtitle',
      'titel',
      'title',
    ])
    expect(asked.pages).toEqual([])
  })
})

describe('/api/bio/link', () => {
  it('lists in pages', async () => {
    expect((await call('GET', '/bio/link?page=2&limit=10')).json()).toEqual({
      items: [linkBody],
      total: 101,
      offset: 20,
      limit: 10,
    })
    expect(asked.lists).toEqual([{ offset: 20, limit: 10 }])
    expect(fields(await call('GET', '/bio/link?page=-1&limit=11&sort=x'))).toEqual([
      'limit',
      'page',
      'sort',
    ])
  })

  it('makes a link and says where it is', async () => {
    const response = await call('POST', '/bio/link', { url: '@octocat', type: 'github' })

    expect([response.statusCode, response.headers.location]).toEqual([201, '/api/bio/link/5'])
    expect(response.json()).toEqual(linkBody)
    expect(asked.created).toEqual([
      { url: '@octocat', platform: 15, title: undefined, enabled: undefined },
    ])
  })

  it('takes null for what is not set, and ignores what nobody can set', async () => {
    const body = { ...linkBody, type: null, username: 'other' }
    expect((await call('POST', '/bio/link', body)).statusCode).toBe(201)
    expect(asked.created).toEqual([{ url: link.url, platform: 0, title: undefined, enabled: true }])
  })

  it.each([
    [{}, ['url']],
    [[], ['body']],
    [
      { url: null, type: 'myspace', title: 5, enabled: 'yes', colour: 1 },
      ['colour', 'enabled', 'title', 'type', 'url'],
    ],
    [{ url: 'javascript:alert(1)', type: 'GitHub' }, ['type', 'url']],
    [{ url: 'https://u:p@github.com/a' }, ['url']],
    [{ url: '"><script>', type: 'github', title: 'x'.repeat(513) }, ['title', 'url']],
    [{ url: 'github.com/octocat' }, ['url']],
    [{ url: 'two words', type: 'github' }, ['url']],
    [{ url: '' }, ['url']],
    [{ url: '@' }, ['url']],
  ])('refuses %j by the names of the fields', async (body, expected) => {
    const response = await call('POST', '/bio/link', body)

    expect(response.json()).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(fields(response)).toEqual(expected)
    expect(asked.created).toEqual([])
  })

  it('says of a url in plain words what it must be', async () => {
    const of = async (url: string) => (await call('POST', '/bio/link', { url })).json().errors

    expect(await of('a b')).toEqual([
      {
        field: 'url',
        code: 'invalid_url',
        detail: 'must be an absolute http or https URL, or a plain username',
      },
    ])
    expect(await of('https://u:p@e.com')).toMatchObject([{ code: 'credentials_not_allowed' }])
  })

  it.each(['PUT', 'PATCH'] as const)('%s changes what it names', async (it) => {
    await call(it, '/bio/link/5', { title: null, type: null, enabled: false })
    await call(it, '/bio/link/5', { ...linkBody, order: 9, type: 'bluesky' })

    expect(asked.updates).toEqual([
      {
        id: 5,
        url: undefined,
        platform: undefined,
        title: undefined,
        enabled: false,
        clear: ['type', 'title'],
      },
      { id: 5, url: link.url, platform: 24, title: undefined, enabled: true, clear: ['title'] },
    ])
    expect(fields(await call(it, '/bio/link/5', { url: null, enabled: null }))).toEqual([
      'enabled',
      'url',
    ])
  })

  it('reads and deletes one', async () => {
    expect((await call('GET', '/bio/link/5')).json()).toEqual(linkBody)
    expect((await call('DELETE', '/bio/link/5')).json()).toEqual({ id: 5, deleted: true })
  })

  it.each([
    ['6', 404, 'not_found'],
    ['9007199254740993', 404, 'not_found'],
    ['abc', 400, 'invalid_request'],
    ['-1', 400, 'invalid_request'],
  ])('has no link %s: %i', async (id, status, code) => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
      const change = method.startsWith('P') ? {} : undefined
      const {
        errors: _,
        request_id: __,
        ...body
      } = (await call(method, `/bio/link/${id}`, change)).json()
      expect(body).toMatchObject({ status, code })
      if (status === 404) expect(body.detail).toBe('There is no such bio link.')
    }
  })
})

describe('/api/bio/link/order', () => {
  const places = [
    { id: 5, index: 1 },
    { id: 6, index: 0 },
  ]

  it.each([
    ['bare', places],
    ['wrapped', { items: places }],
  ])('takes the list %s', async (_, body) => {
    expect((await call('PUT', '/bio/link/order', body)).json()).toEqual({ items: [linkBody] })
    expect(asked.places).toEqual([places])
  })

  it('names each place that is wrong', async () => {
    const wrong = [{ id: 'x', index: 0 }, { id: 1 }, { id: 1.5, index: -1, order: 1 }, 5]

    expect(fields(await call('PUT', '/bio/link/order', wrong))).toEqual([
      'items.0.id',
      'items.1.index',
      'items.2.id',
      'items.2.index',
      'items.2.order',
      'items.3',
    ])
    expect(fields(await call('PUT', '/bio/link/order', { places }))).toEqual(['items', 'places'])
  })
})

it.each([
  ['GET', '/bio', 'bio:read'],
  ['PUT', '/bio', 'bio:write'],
  ['PATCH', '/bio', 'bio:write'],
  ['GET', '/bio/link', 'bio:read'],
  ['POST', '/bio/link', 'bio:write'],
  ['GET', '/bio/link/5', 'bio:read'],
  ['PUT', '/bio/link/5', 'bio:write'],
  ['PATCH', '/bio/link/5', 'bio:write'],
  ['DELETE', '/bio/link/5', 'bio:write'],
  ['PUT', '/bio/link/order', 'bio:write'],
] as const)('%s %s asks for %s', async (method, path, scope) => {
  for (const key of scope === 'bio:write' ? [keys.none, keys.reader] : [keys.none]) {
    const response = await call(method, path, undefined, key)
    expect(response.json()).toMatchObject({ status: 403, code: 'insufficient_scope' })
    expect(response.json().detail).toContain(scope)
  }
})

it.each([
  ['POST', '/bio', 'GET, HEAD, PATCH, PUT'],
  ['DELETE', '/bio/link', 'GET, HEAD, POST'],
  ['POST', '/bio/link/5', 'DELETE, GET, HEAD, PATCH, PUT'],
  ['GET', '/bio/link/order', 'PUT'],
] as const)('%s %s is told what is possible: %s', async (method, path, allow) => {
  const response = await call(method, path)
  expect([response.statusCode, response.headers.allow]).toEqual([405, allow])
})
