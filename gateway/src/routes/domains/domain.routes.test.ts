import type {
  CreateDomainRequest,
  Domain,
  UpdateDomainRequest,
} from '@fingerpost/protos/catalog/v1/domain'
import { fastify } from 'fastify'
import { beforeEach, expect, it } from 'vitest'
import { renderProblems } from '../../problems.ts'
import { compileValidator } from '../../schema/validator.rules.ts'
import { fakeClients } from '../../testing/fakes.ts'
import { domainRoutes } from './domain.routes.ts'

const domain: Domain = {
  id: 5,
  org_id: 7,
  name: 'go.example',
  slug_length: 6,
  allow_preview: true,
  verified: false,
  case_sensitive: false,
  forward_query: 'merge',
  proof_state: 'pending',
  proof_due_at: new Date('2026-11-27T12:00:00Z'),
}
/** For an answer without it. */
const NO_POINTING = { records: [], found: [], ok: null }
const records = [{ type: 'TXT', name: '_verify.go.example', value: 'x', found: [], ok: false }]
const asked = { created: [] as CreateDomainRequest[], updates: [] as UpdateDomainRequest[] }
const clients = fakeClients({
  domains: {
    getDomain: async () => domain,
    verifyDomain: async () => ({ domain, records, pointing: undefined }),
    async createDomain(request) {
      asked.created.push(request)
      return { domain, records, pointing: undefined }
    },
    async updateDomain(request) {
      asked.updates.push(request)
      return domain
    },
  },
})

const app = fastify({ logger: false })
app.setValidatorCompiler(compileValidator)
renderProblems(app)
app.decorateRequest('caller')
app.register(domainRoutes(clients))
beforeEach(() => {
  asked.created.length = asked.updates.length = 0
})

const call = (method: 'GET' | 'PUT' | 'PATCH' | 'POST', url: string, payload?: object) =>
  app.inject({ method, url, ...(payload ? { payload } : {}) })
const body = {
  id: 5,
  org_id: '7',
  name: 'go.example',
  slug_length: 6,
  allow_preview: true,
  verified: false,
  root_url: null,
  not_found_url: null,
  expired_url: null,
  case_sensitive: false,
  forward_query: 'merge',
  is_default: false,
  proof_state: 'pending',
  proof_checked_at: null,
  proof_due_at: '2026-11-27T12:00:00.000Z',
}

it('answers a new domain with 201, its location, and the records that verify it', async () => {
  const response = await call('POST', '/domain', { name: 'GO.example', slug_length: null })

  expect(response.statusCode).toBe(201)
  expect(response.headers.location).toBe('/api/domain/5')
  expect(response.json()).toEqual({ ...body, records, pointing: NO_POINTING })
  expect(asked.created[0]).toMatchObject({ name: 'GO.example', slug_length: undefined })
})

it('answers a verification with the records, and a read without them', async () => {
  expect((await call('POST', '/domain/5/verify')).json()).toEqual({
    ...body,
    records,
    pointing: NO_POINTING,
  })
  expect((await call('GET', '/domain/5')).json()).toEqual(body)
})

it.each(['PUT', 'PATCH'] as const)(
  '%s accepts a domain that was read, keeps absent fields and clears null',
  async (method) => {
    await call(method, '/domain/5', {
      ...body,
      records,
      pointing: NO_POINTING,
      verified: null,
      owner: 'me',
    })
    await call(method, '/domain/5', { slug_length: null, allow_preview: false })

    expect(asked.updates).toMatchObject([
      {
        id: 5,
        name: 'go.example',
        slug_length: 6,
        clear: ['root_url', 'not_found_url', 'expired_url'],
      },
      { id: 5, name: undefined, allow_preview: false, clear: ['slug_length'] },
    ])
  },
)

it('leaves the decision on single-label names to catalog', async () => {
  expect((await call('POST', '/domain', { name: 'go' })).statusCode).toBe(201)
  expect((await call('POST', '/domain', { name: 'co.uk' })).statusCode).toBe(400)
})

it('names all invalid fields', async () => {
  const response = await call('POST', '/domain', {
    name: 'https://go.example',
    slug_length: 2,
    allow_preview: 'yes',
    root_url: 'javascript:alert(1)',
    case_sensitive: 1,
    forward_query: 'always',
    expird_url: 'https://e.com',
  })

  expect(response.json()).toMatchObject({ status: 400, code: 'invalid_request' })
  expect(
    response
      .json()
      .errors.map(({ field }: { field: string }) => field)
      .sort(),
  ).toEqual([
    'allow_preview',
    'case_sensitive',
    'expird_url',
    'forward_query',
    'name',
    'root_url',
    'slug_length',
  ])
  expect(response.json().errors).toContainEqual({
    field: 'name',
    code: 'invalid_host',
    detail: 'must be a host name alone, without scheme, port or path',
  })
})
