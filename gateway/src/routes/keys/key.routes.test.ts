import type {
  ApiKey,
  CreateApiKeyRequest,
  UpdateApiKeyRequest,
} from '@fingerpost/protos/catalog/v1/api_key'
import { fastify } from 'fastify'
import { beforeEach, expect, it } from 'vitest'
import { renderProblems } from '../../problems.ts'
import { compileValidator } from '../../schema/validator.rules.ts'
import { fakeClients } from '../../testing/fakes.ts'
import { keyRoutes } from './key.routes.ts'

const apiKey: ApiKey = {
  id: 5,
  org_id: 7,
  user_id: 70,
  name: 'Shop',
  last_four: 'abcd',
  scopes: ['link:read'],
  created_at: new Date('2026-11-20T12:00:00Z'),
}
const asked = { created: [] as CreateApiKeyRequest[], updates: [] as UpdateApiKeyRequest[] }
const clients = fakeClients({
  keys: {
    getApiKey: async () => apiKey,
    listApiKeys: async () => ({ keys: [apiKey], total: 1 }),
    revokeApiKey: async () => ({ also_revoked: [6, 7] }),
    async createApiKey(request) {
      asked.created.push(request)
      return { api_key: apiKey, secret: 'fp_secret' }
    },
    async updateApiKey(request) {
      asked.updates.push(request)
      return apiKey
    },
  },
})

const app = fastify({ logger: false })
app.setValidatorCompiler(compileValidator)
renderProblems(app)
app.decorateRequest('caller')
app.register(keyRoutes(clients))
beforeEach(() => {
  asked.created.length = asked.updates.length = 0
})

const call = (method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, ...(payload ? { payload } : {}) })
const body = {
  id: 5,
  org_id: '7',
  user_id: '70',
  name: 'Shop',
  last_four: 'abcd',
  scopes: ['link:read'],
  expires_at: null,
  created_at: '2026-11-20T12:00:00.000Z',
  last_used_at: null,
  previous_key_until: null,
  made_by: null,
}

it('shows the secret in the response to POST and nowhere else', async () => {
  const made = await call('POST', '/key', { name: 'Shop', scopes: null })
  const others = [
    await call('GET', '/key/5'),
    await call('GET', '/key'),
    await call('PUT', '/key/5', body),
  ]

  expect(made.statusCode).toBe(201)
  expect(made.headers.location).toBe('/api/key/5')
  expect(made.json()).toEqual({ ...body, key: 'fp_secret' })
  expect(others.map((it) => it.json())).toEqual([
    body,
    { items: [body], total: 1, offset: 0, limit: 25 },
    body,
  ])
})

it.each(['PUT', 'PATCH'] as const)('%s keeps absent fields and clears null', async (method) => {
  await call(method, '/key/5', { ...body, key: 'x', last_four: null })
  await call(method, '/key/5', { scopes: null, expires_at: '2026-11-20T13:00:00+01:00' })

  expect(asked.updates).toEqual([
    {
      id: 5,
      name: 'Shop',
      scopes: { names: ['link:read'] },
      expires_at: undefined,
      clear: ['expires_at'],
    },
    {
      id: 5,
      name: undefined,
      scopes: undefined,
      expires_at: new Date('2026-11-20T12:00:00Z'),
      clear: ['scopes'],
    },
  ])
})

it.each([
  [{}, ['name']],
  [{ name: ' ', scopes: 'link:read', expires_at: 'soon' }, ['expires_at', 'name', 'scopes']],
  [{ name: 'a', scopes: [] }, ['scopes']],
  [{ name: 'a', scopes: ['link:read', 'root', 5], scope: 1 }, ['scope', 'scopes.1', 'scopes.2']],
])('rejects %j, naming all invalid fields', async (payload, fields) => {
  const response = await call('POST', '/key', payload)

  expect(response.statusCode).toBe(400)
  expect(
    response
      .json()
      .errors.map(({ field }: { field: string }) => field)
      .sort(),
  ).toEqual(fields)
  expect(asked.created).toEqual([])
})

it('answers a revocation with the id, and those of the keys that it had made', async () => {
  expect((await call('DELETE', '/key/5')).json()).toEqual({
    ...{ id: 5, deleted: true, also_revoked: [6, 7] },
  })
})
