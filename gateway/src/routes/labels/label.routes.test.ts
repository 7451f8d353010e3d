import type {
  CreateLabelRequest,
  DatedLabel,
  UpdateLabelRequest,
} from '@fingerpost/protos/catalog/v1/label'
import { fastify } from 'fastify'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderProblems } from '../../problems.ts'
import { compileValidator } from '../../schema/validator.rules.ts'
import { fakeClients } from '../../testing/fakes.ts'
import { labelRoutes } from './label.routes.ts'

const now = new Date('2026-11-20T12:00:00.123Z')
const label: DatedLabel = { id: 5, name: 'Five', created_at: now, updated_at: now }
const asked = {
  lists: [] as unknown[],
  created: [] as CreateLabelRequest[],
  updates: [] as UpdateLabelRequest[],
  ids: [] as number[],
  counts: [] as unknown[],
}
const calls = {
  async list(request: unknown) {
    asked.lists.push(request)
    return { labels: [label], total: 9 }
  },
  async get({ id }: { id: number }) {
    asked.ids.push(id)
    return label
  },
  async create(request: CreateLabelRequest) {
    asked.created.push(request)
    return { ...label, color: '#aabbcc' }
  },
  async update(request: UpdateLabelRequest) {
    asked.updates.push(request)
    return label
  },
  async delete({ id }: { id: number }) {
    asked.ids.push(id)
    return {}
  },
}
const links = {
  async countByLabel(request: unknown) {
    asked.counts.push(request)
    return { counts: [{ id: 5, links: 2, clicks: 30 }] }
  },
}
const clients = fakeClients({ folders: calls, tags: calls, links })

const app = fastify({ logger: false })
app.setValidatorCompiler(compileValidator)
renderProblems(app)
app.decorateRequest('caller')
let scopes = ['link:read']
app.addHook('onRequest', async (request) => {
  request.caller = { orgId: 7, userId: 70, scopes }
})
app.register(labelRoutes('folder', clients.folders, clients.links))
app.register(labelRoutes('tag', clients.tags, clients.links))
beforeEach(() => {
  scopes = ['link:read']
  for (const calls of Object.values(asked)) calls.length = 0
})

type Method = 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE'
const call = (method: Method, url: string, payload?: object) =>
  app.inject({ method, url, ...(payload ? { payload } : {}) })
const faults = (response: { json(): { errors: { field: string; code: string }[] } }) =>
  response.json().errors.map(({ field, code }) => `${field} ${code}`)
const body = {
  id: 5,
  name: 'Five',
  created_at: '2026-11-20T12:00:00.123Z',
  updated_at: '2026-11-20T12:00:00.123Z',
}

describe.each(['folder', 'tag'])('/%s', (word) => {
  it('is created with 201 and its location', async () => {
    const response = await call('POST', `/${word}`, { name: ' Five ', color: '#ABC' })

    expect(response.statusCode).toBe(201)
    expect(response.headers.location).toBe(`/api/${word}/5`)
    expect(response.json()).toEqual({ ...body, color: '#aabbcc' })
    expect(asked.created).toEqual([{ name: ' Five ', color: '#ABC' }])
  })

  it('lists by name, and newest first when sorted by creation time', async () => {
    const response = await call('GET', `/${word}`)
    await call('GET', `/${word}?sort=created_at&page=2&limit=50&search=x`)
    await call('GET', `/${word}?sort=created_at&order=asc`)

    expect(response.json()).toEqual({ items: [body], total: 9, offset: 0, limit: 25 })
    expect(asked.lists).toMatchObject([
      { offset: 0, limit: 25, sort: 'name', order: 'asc' },
      { offset: 100, limit: 50, sort: 'created_at', order: 'desc', search: 'x' },
      { sort: 'created_at', order: 'asc' },
    ])
  })

  it.each(['PUT', 'PATCH'] as const)('%s keeps absent fields and clears null', async (method) => {
    await call(method, `/${word}/5`, { ...body, id: 77, color: null })
    await call(method, `/${word}/5`, { color: '#112233' })
    await call(method, `/${word}/5`, {})

    expect(asked.updates).toEqual([
      { id: 5, name: 'Five', color: undefined, clear: ['color'] },
      { id: 5, name: undefined, color: '#112233', clear: [] },
      { id: 5, name: undefined, color: undefined, clear: [] },
    ])
  })

  it('is listed with its numbers of links and clicks if wanted, by one call', async () => {
    const counted = await call('GET', `/${word}?counts=true`)

    expect(counted.json().items).toMatchObject([{ id: 5, links: 2, clicks: 30 }])
    expect(asked.counts).toEqual([{ folder_ids: [], tag_ids: [], [`${word}_ids`]: [5] }])
    const plain = await call('GET', `/${word}`)
    expect(plain.json().items[0]).not.toHaveProperty('links')
    expect(asked.counts).toHaveLength(1)
  })

  it('is not counted without the scope to read links', async () => {
    scopes = ['catalog:read']
    const response = await call('GET', `/${word}?counts=true`)

    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ code: 'insufficient_scope' })
    expect([...asked.counts, ...asked.lists]).toEqual([])
    expect((await call('GET', `/${word}`)).statusCode).toBe(200)
  })

  it('answers a deletion with the id', async () => {
    expect((await call('DELETE', `/${word}/5`)).json()).toEqual({ id: 5, deleted: true })
    expect(asked.ids).toEqual([5])
  })

  it.each([
    [{}, ['name required']],
    [{ name: null }, ['name wrong_type']],
    [{ name: '' }, ['name invalid_name']],
    [{ name: '  ' }, ['name invalid_name']],
    [{ name: 'a\u0000' }, ['name invalid_name']],
    [{ name: 'x'.repeat(65) }, ['name invalid_name']],
    [{ name: 'a', color: '' }, ['color invalid_color']],
    [
      { name: 5, color: 'red', colour: '#fff' },
      ['colour unknown_field', 'name wrong_type', 'color invalid_color'],
    ],
  ])('rejects %j with all its errors', async (payload, expected) => {
    const response = await call('POST', `/${word}`, payload)

    expect(response.statusCode).toBe(400)
    expect(faults(response).sort()).toEqual(expected.sort())
    expect(asked.created).toEqual([])
  })

  it.each([64, 2, 1])('accepts a name of %i characters inside whitespace', async (n) => {
    const name = `\t ${'🙂'.repeat(n)} `
    expect((await call('POST', `/${word}`, { name, color: null })).statusCode).toBe(201)
  })

  it.each([
    ['GET', '/abc', 400],
    ['GET', '/-1', 400],
    ['GET', '/9007199254740993', 404],
    ['PUT', '/9007199254740993', 404],
    ['DELETE', '/9007199254740993', 404],
  ] as const)('%s %s is %i without a call to catalog', async (method, path, status) => {
    const response = await call(method, `/${word}${path}`, method === 'PUT' ? {} : undefined)

    expect(response.statusCode).toBe(status)
    expect([...asked.ids, ...asked.updates]).toEqual([])
  })

  it.each(['sort=id', 'order=up', 'search=%00', 'search=a&search=b', 'limit=7', 'colour=red'])(
    'rejects ?%s by name',
    async (query) => {
      const response = await call('GET', `/${word}?${query}`)

      expect(response.statusCode).toBe(400)
      expect(response.json().errors).toMatchObject([{ field: query.split('=')[0] }])
    },
  )
})
