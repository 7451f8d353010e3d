import { createSigner } from '@fingerpost/kit/secrets/signature'
import type {
  Link,
  ListLinksRequest,
  ReplaceAbLinksRequest,
  ReplaceRulesRequest,
  UpdateLinkRequest,
} from '@fingerpost/protos/link/v1/link'
import { forLists } from '@fingerpost/protos/redirect-rules'
import { fastify } from 'fastify'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderProblems } from '../../problems.ts'
import { compileValidator } from '../../schema/validator.rules.ts'
import { fakeClients } from '../../testing/fakes.ts'
import { linkBulkRoutes } from './bulk.routes.ts'
import { linkChangeRoutes } from './change.routes.ts'
import { linkRoutes } from './link.routes.ts'

const link: Link = {
  id: 5,
  org_id: 7,
  user_id: 70,
  url: 'https://e.com/',
  domain_id: 1,
  domain: 'go.example',
  slug: 'sale',
  short_url: 'https://go.example/sale',
  title: '',
  tags: [],
  redirect_code: 302,
  expires_after: 0,
  ...forLists(() => []),
  has_password: false,
  clicks: 0,
  created_at: new Date(0),
  updated_at: new Date(0),
}
const asked = {
  updates: [] as UpdateLinkRequest[],
  ab: [] as ReplaceAbLinksRequest[],
  rules: [] as ReplaceRulesRequest[],
  lists: [] as ListLinksRequest[],
  bulk: [] as unknown[],
}
/** Partial responses of link to a list request. */
const pieces: Link[][] = []
const bulk = async (request: { ids: number[] }) => {
  asked.bulk.push(request)
  return { changed: [5], missing: request.ids.filter((id) => id !== 5) }
}
const clients = fakeClients({
  geo: {
    checkPlaces: async ({ names }) => ({ unknown: names.filter((it) => it === 'Atlantis') }),
  },
  links: {
    async updateLink(request) {
      asked.updates.push(request)
      return link
    },
    async replaceAbLinks(request) {
      asked.ab.push(request)
      return link
    },
    replaceGeoLinks: async () => link,
    async replaceRules(request) {
      asked.rules.push(request)
      return link
    },
    async deleteLinks({ ids }) {
      return { changed: ids.filter((id) => id === 5), missing: ids.filter((id) => id !== 5) }
    },
    moveLinks: bulk,
    tagLinks: bulk,
    async listLinks(request) {
      asked.lists.push(request)
      const links = pieces.shift() ?? []
      return { links, total: links.length && 25 }
    },
    checkSlug: async () => ({ available: false, reason: 'taken' }),
  },
})

const app = fastify({ logger: false })
app.setValidatorCompiler(compileValidator)
renderProblems(app)
app.decorateRequest('caller')
app.register(linkRoutes(clients, createSigner('', 'favicon')))
app.register(linkChangeRoutes(clients))
app.register(linkBulkRoutes(clients))
beforeEach(() => {
  for (const calls of Object.values(asked)) calls.length = 0
})

type Method = 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE'
const call = (method: Method, url: string, payload?: object) =>
  app.inject({ method, url, ...(payload ? { payload } : {}) })
const fields = (response: { json(): { errors: { field: string }[] } }) =>
  response.json().errors.map(({ field }) => field)

describe('PUT and PATCH /link/{id}', () => {
  it.each(['PUT', 'PATCH'] as const)(
    '%s keeps absent fields of a link and clears null fields',
    async (m) => {
      const body = { title: null, utm_term: null, slug: 'new', tags: [{ id: 3, name: 'x' }, 4] }
      expect((await call(m, '/link/5', body)).statusCode).toBe(200)

      expect(asked.updates[0]).toMatchObject({
        id: 5,
        slug: 'new',
        tags: { ids: [3, 4] },
        clear: ['title', 'utm_term'],
      })
      expect(asked.updates[0]?.url).toBeUndefined()
    },
  )

  it.each([
    [{ slug_length: 4 }, 'slug_length'],
    [{ titel: 'x' }, 'titel'],
    [{ url: null }, 'url'],
    [{ domain_id: null }, 'domain_id'],
    [{ tags: ['x'] }, 'tags.0'],
  ])('rejects %j by name', async (body, field) => {
    const response = await call('PUT', '/link/5', body)

    expect(response.statusCode).toBe(400)
    expect(fields(response)).toEqual([field])
  })

  it('answers 404 for an id above 2^53', async () => {
    expect((await call('PUT', '/link/9007199254740993', {})).statusCode).toBe(404)
  })
})

describe('variants', () => {
  it('are passed on unchanged', async () => {
    const items = [
      { id: 1, url: 'https://e.com', percent: 33.3 },
      { url: 'https://e.com', percent: 1 },
    ]
    expect((await call('PUT', '/link/5/ab', { items })).statusCode).toBe(200)

    expect(asked.ab).toEqual([{ id: 5, items }])
  })

  it.each([
    ['ab', {}, ['items']],
    ['ab', { items: null }, ['items']],
    ['ab', { items: {} }, ['items']],
    ['ab', { items: [{ percent: '50' }] }, ['items.0.url', 'items.0.percent']],
    [
      'ab',
      { items: [{ id: 'x', url: 'h', percent: 1, more: 1 }] },
      ['items.0.more', 'items.0.id', 'items.0.url'],
    ],
    ['geo', { items: [{ url: 'https://e.com' }] }, ['items.0.country']],
    ['mobile', { ios: 'javascript:x', windows: 'x' }, ['windows', 'ios']],
  ])('%s rejects %j', async (kind, body, names) => {
    const response = await call('PUT', `/link/5/${kind}`, body)

    expect(response.statusCode).toBe(400)
    expect(fields(response).sort()).toEqual(names.sort())
  })

  it('for phones are cleared by null and by an empty text, and kept if absent', async () => {
    await call('PUT', '/link/5/mobile', { ios: null, android: '' })
    await call('PUT', '/link/5/mobile', { ios: 'https://e.com/ios' })

    expect(asked.updates).toMatchObject([
      { id: 5, android: '', clear: ['ios'] },
      { id: 5, ios: 'https://e.com/ios', clear: [] },
    ])
    expect(asked.updates[1]?.android).toBeUndefined()
  })
})

it('answers whether a link was deleted or does not exist', async () => {
  expect((await call('DELETE', '/link/5')).json()).toEqual({ id: '5', deleted: true })
  expect((await call('DELETE', '/link/6')).statusCode).toBe(404)
})

describe('bulk', () => {
  it('accepts ids as numbers and as strings, and returns the missing ones', async () => {
    expect((await call('PUT', '/link/folder', { ids: ['5', 6] })).json()).toEqual({
      updated: 1,
      missing: ['6'],
    })
    expect((await call('PUT', '/link/tag', { ids: [5], tags: [1] })).json()).toMatchObject({
      updated: 1,
    })
    expect((await call('POST', '/link/delete', { ids: [5, '6'] })).json()).toEqual({
      deleted: 1,
      missing: ['6'],
    })
    expect(asked.bulk).toMatchObject([{ ids: [5, 6] }, { ids: [5], tags: [1], mode: 'add' }])
  })

  it.each([
    ['/link/folder', {}, 'ids'],
    ['/link/folder', { ids: ['x'] }, 'ids.0'],
    ['/link/tag', { ids: [5] }, 'tags'],
    ['/link/tag', { ids: [5], tags: [1], mode: 'toggle' }, 'mode'],
    ['/link/folder', { ids: Array(1001).fill(1) }, 'ids'],
  ])('%s rejects %j', async (url, body, field) => {
    expect(fields(await call('PUT', url, body))).toEqual([field])
  })
})

describe('GET /link', () => {
  it('passes on filters and order', async () => {
    const query =
      'search=a&domain_id=1&folder_id=0&tag_id=2&tag_id=3&status=active&has_password=false' +
      '&created_from=2026-01-01T00:00:00Z&sort=title&page=2&limit=10'
    expect((await call('GET', `/link?${query}`)).json()).toEqual({
      items: [],
      total: 0,
      offset: 20,
      limit: 10,
    })

    expect(asked.lists[0]).toEqual({
      filter: {
        search: 'a',
        domain_id: 1,
        folder_id: 0,
        tag_ids: [2, 3],
        status: 'active',
        has_password: false,
        created_from: new Date('2026-01-01T00:00:00Z'),
        created_to: undefined,
      },
      offset: 20,
      limit: 10,
      sort: 'title',
      order: 'asc',
    })
  })

  it('assembles a page of large links from several partial responses', async () => {
    pieces.push([link, link], [link], [link, link])

    const answer = (await call('GET', '/link?page=2&limit=10')).json()

    expect(answer).toMatchObject({ total: 25, offset: 20, limit: 10 })
    expect(answer.items).toHaveLength(5)
    expect(asked.lists.map(({ offset, limit }) => [offset, limit])).toEqual([
      [20, 10],
      [22, 8],
      [23, 7],
    ])
  })

  it.each([
    'sort=color',
    'order=up',
    'status=gone',
    'tag_id=x',
    'created_from=today',
    'has_password=1',
  ])('rejects ?%s', async (query) =>
    expect((await call('GET', `/link?${query}`)).statusCode).toBe(400),
  )
})

it('answers whether a slug is available', async () => {
  expect((await call('GET', '/link/available?domain_id=1&slug=x')).json()).toEqual({
    available: false,
    reason: 'taken',
  })
  expect(fields(await call('GET', '/link/available'))).toEqual(['domain_id', 'slug'])
})

const RULE = { url: 'https://e.com/', when: [{ type: 'query', name: 'a', is: ['x'], not: true }] }

describe('PUT /link/{id}/rule', () => {
  it('warns about places that do not exist', async () => {
    const when = [
      { type: 'city', is: ['Prague', 'Atlantis'] },
      { type: 'region', is: ['DE-BY', 'Atlantis'] },
    ]
    const warned = (path: string) =>
      ['0.is.1', '1.is.1'].map((it) => ({
        field: `${path}.0.when.${it}`,
        code: 'unknown_place',
        detail: expect.any(String),
      }))
    const rules = [{ ...RULE, when }]

    expect((await call('PUT', '/link/5/rule', { items: rules })).json()).toMatchObject({
      warnings: warned('items'),
    })
    expect((await call('PUT', '/link/5', { rules })).json()).toMatchObject({
      warnings: warned('rules'),
    })
    const plain = await call('PUT', '/link/5', { rules: [RULE], warnings: [] })
    expect(plain.json()).not.toHaveProperty('warnings')
  })

  it('passes rules on; a rule needs no name', async () => {
    expect((await call('PUT', '/link/5/rule', { items: [{ ...RULE, id: 3 }] })).statusCode).toBe(
      200,
    )

    expect(asked.rules).toEqual([{ id: 5, items: [{ ...RULE, id: 3, name: '' }] }])
  })

  it('rules are also a field of the link, which null clears', async () => {
    await call('PUT', '/link/5', { rules: [RULE] })
    await call('PUT', '/link/5', { rules: null })
    await call('PUT', '/link/5', { title: 'T' })

    expect(asked.updates.map(({ rules, clear }) => ({ rules, clear }))).toEqual([
      { rules: { items: [{ ...RULE, name: '' }] }, clear: [] },
      { rules: undefined, clear: ['rules'] },
      { rules: undefined, clear: [] },
    ])
  })

  it.each([
    [{}, 'items'],
    [{ items: [{ when: RULE.when }] }, 'items.0.url'],
    [{ items: [{ url: RULE.url }] }, 'items.0.when'],
    [{ items: [{ ...RULE, when: 'bot' }] }, 'items.0.when'],
    [{ items: [{ ...RULE, when: [{ type: 'moon' }] }] }, 'items.0.when.0.type'],
    [{ items: [{ ...RULE, when: [{ is: ['x'] }] }] }, 'items.0.when.0.type'],
    [{ items: [{ ...RULE, when: [{ type: 'city', is: 'Prague' }] }] }, 'items.0.when.0.is'],
    [{ items: [{ ...RULE, when: [{ type: 'bot', if: true }] }] }, 'items.0.when.0.if'],
    [{ items: [{ ...RULE, when: Array(21).fill({ type: 'bot' }) }] }, 'items.0.when'],
  ])('rejects %j by name', async (body, field) => {
    const response = await call('PUT', '/link/5/rule', body)

    expect(response.statusCode).toBe(400)
    expect(fields(response)).toEqual([field])
  })
})
