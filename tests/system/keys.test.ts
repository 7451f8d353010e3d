import { beforeAll, describe, expect, it, vi } from 'vitest'
import { expectShape } from '../shapes.ts'
import { admin, adminProcess, customer } from '../stack.ts'
import { anonymous, type Customer, expectProblem, narrowed, newTeam, type Page } from '../teams.ts'

interface Key {
  id: number
  name: string
  last_four: string
  scopes: string[]
  expires_at: string | null
  key: string
}

const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const dateOrNull = (value: unknown) => value === null || !Number.isNaN(Date.parse(String(value)))
const SHAPE = {
  id: expect.any(Number),
  org_id: expect.stringMatching(/^\d+$/),
  user_id: expect.stringMatching(/^\d+$/),
  name: expect.any(String),
  last_four: expect.stringMatching(/^\w{4}$/),
  scopes: expect.any(Array),
  expires_at: dateOrNull,
  created_at: date,
  last_used_at: dateOrNull,
  previous_key_until: dateOrNull,
  made_by: (value: unknown) => value === null || Number.isInteger(value),
}
const SCOPES = [
  ...['link:read', 'link:write', 'analytics:read', 'catalog:read', 'catalog:write'],
  ...['bio:read', 'bio:write', 'key:manage', 'webhook:manage', 'member:read', 'member:write'],
  ...['audit:read', 'team:write', 'click:erase'],
]

let api: Customer
let orgId: string
const theirs = customer()

beforeAll(async () => {
  ;({ api, orgId } = await newTeam('A team with keys'))
})

const create = async (fields: object = {}): Promise<Key> => {
  const answer = await api<Key>('POST', '/key', { name: 'Shop', ...fields })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  expect(answer.headers.get('location')).toBe(`/api/key/${answer.body.id}`)
  return answer.body
}
const statusBy = async (key: string, path = '/version') => (await customer(key)('GET', path)).status

describe('an API key', () => {
  it('gives access to its team, and its secret is shown once', async () => {
    const made = await create({ scopes: ['catalog:read'], expires_at: '2035-01-01T01:00:00+01:00' })
    const { key, ...shown } = made

    expectShape(made, { ...SHAPE, key: expect.stringMatching(/^fp_\w{38}$/) })
    expect(shown).toMatchObject({
      org_id: orgId,
      last_four: key.slice(-4),
      scopes: ['catalog:read'],
      expires_at: '2035-01-01T00:00:00.000Z',
    })
    expect((await customer(key)('GET', '/organization')).body).toMatchObject({ id: orgId })
    const read = await api('GET', `/key/${made.id}`)
    expectShape(read.body, SHAPE)
    expect(read).toMatchObject({ status: 200, body: shown })
    expect((await api('PUT', `/key/${made.id}`, made)).body).toEqual(shown)
    expect(JSON.stringify((await api('GET', '/key?limit=100')).body)).not.toContain(key)
  })

  it('has all scopes of its creator by default', async () => {
    expect((await create()).scopes.sort()).toEqual([...SCOPES].sort())
    expect((await create({ scopes: null, expires_at: null })).expires_at).toBeNull()
    expect((await create({ scopes: SCOPES })).scopes).toEqual(SCOPES)
  })

  it('stops working when it expires', async () => {
    const { id, key } = await create()
    const expired = { expires_at: '2020-01-01T00:00:00Z' }
    expect((await api('PUT', `/key/${id}`, expired)).status).toBe(200)
    const made = await api('POST', '/key', { name: 'Old', ...expired })
    expectProblem(made, [400, 'invalid_request', ['expires_at']])

    expectProblem(await customer(key)('GET', '/version'), [401, 'expired_api_key'])
  })

  it.each(['PUT', 'PATCH'])('keeps absent fields and clears null fields with %s', async (verb) => {
    const { key, ...made } = await create({ expires_at: '2035-01-01T00:00:00Z' })
    const set = (body: object) => api<Key>(verb, `/key/${made.id}`, body)

    expect(await set({ name: ' New ' })).toMatchObject({
      status: 200,
      body: { ...made, name: 'New' },
    })
    expect((await set({ scopes: ['link:read'] })).body.scopes).toEqual(['link:read'])
    expect((await set({ expires_at: null })).body).toMatchObject({
      name: 'New',
      scopes: ['link:read'],
      expires_at: null,
    })
    // Removed scopes take effect within a second.
    await vi.waitFor(async () => expect(await statusBy(key, '/organization')).toBe(403), 1_500)
    expect(await statusBy(key)).toBe(200)
  })

  it.each([
    [{}, ['name']],
    [
      { name: ' ', scopes: ['link:read', 'root'], expires_at: 'soon', scope: 1 },
      ['name', 'scopes.1', 'expires_at', 'scope'],
    ],
    [{ name: 'x', scopes: [] }, ['scopes']],
    [{ name: 'x', scopes: 'link:read' }, ['scopes']],
  ])('is rejected with all errors of %j', async (body, fields) => {
    expectProblem(await api('POST', '/key', body), [400, 'invalid_request', fields])
  })

  it('is rejected with all errors of an update', async () => {
    const { id } = await create()
    const body = { name: null, scopes: ['x'], expires_at: 1 }

    expectProblem(await api('PUT', `/key/${id}`, body), [
      400,
      'invalid_request',
      ['name', 'scopes.0', 'expires_at'],
    ])
  })
})

describe('scopes', () => {
  it('cannot be granted by a key that lacks them', async () => {
    const manager = await narrowed(api, ['key:manage', 'link:read'])
    const { id } = await create({ scopes: ['link:read'] })

    expectProblem(await manager('POST', '/key', { name: 'x', scopes: ['bio:write'] }), [
      403,
      'insufficient_scope',
      ['scopes'],
    ])
    expectProblem(await manager('PUT', `/key/${id}`, { scopes: ['link:write'] }), [
      403,
      'insufficient_scope',
      ['scopes'],
    ])
    const given = await manager<Key>('POST', '/key', { name: 'x' })
    expect(given.body.scopes.sort()).toEqual(['key:manage', 'link:read'])
  })

  it('limit key management to keys with key:manage', async () => {
    const { id } = await create()
    const stranger = await narrowed(
      api,
      SCOPES.filter((scope) => scope !== 'key:manage'),
    )

    for (const [verb, path, body] of [
      ['GET', '/key'],
      ['POST', '/key', { name: 'x' }],
      ['GET', `/key/${id}`],
      ['PUT', `/key/${id}`, {}],
      ['PATCH', `/key/${id}`, {}],
      ['DELETE', `/key/${id}`],
    ] as const) {
      expectProblem(await stranger(verb, path, body), [403, 'insufficient_scope'])
    }
  })
})

describe('revoking', () => {
  it('disables a key permanently within a second', async () => {
    const { id, key } = await create()
    expect(await statusBy(key)).toBe(200)

    const gone = await api('DELETE', `/key/${id}`)

    expect(gone).toMatchObject({ status: 200, body: { id, deleted: true } })
    await vi.waitFor(
      async () => expectProblem(await customer(key)('GET', '/version'), [401, 'invalid_api_key']),
      1_500,
    )
    for (const [verb, body] of [['GET'], ['PUT', {}], ['PATCH', {}], ['DELETE']] as const) {
      expectProblem(await api(verb, `/key/${id}`, body), [404, 'not_found'])
    }
    const { items } = (await api<Page<Key>>('GET', '/key?limit=100')).body
    expect(items.map((it) => it.id)).not.toContain(id)
  })
})

it('rotates a key: the previous secret works during the overlap and then no more', async () => {
  const { body: made } = await api<Key>('POST', '/key', { name: 'Rotated' })
  const first = customer(made.key)
  const { body: second } = await api<Key>('POST', `/key/${made.id}/rotate`, {})
  expect(second).toMatchObject({ id: made.id, name: 'Rotated', scopes: made.scopes })
  expect(second.key).not.toBe(made.key)
  expect((await first('GET', '/link')).status).toBe(200)
  expect((await customer(second.key)('GET', '/link')).status).toBe(200)
  // The replaced secret cannot prolong itself.
  await vi.waitFor(async () =>
    expectProblem(await first('POST', `/key/${made.id}/rotate`, {}), [
      400,
      'invalid_request',
      ['expires_at'],
    ]),
  )

  const { body: third } = await api<Key>('POST', `/key/${made.id}/rotate`, {
    overlap_hours: 0,
  })
  for (const { key } of [made, second]) {
    await vi.waitFor(async () => expect((await customer(key)('GET', '/link')).status).toBe(401))
  }
  expect((await customer(third.key)('GET', '/link')).status).toBe(200)
  for (const overlap_hours of [-1, 169, 'a', 0.5]) {
    const answer = await api('POST', `/key/${made.id}/rotate`, { overlap_hours })
    expectProblem(answer, [400, 'invalid_request', ['overlap_hours']])
  }
  expectProblem(await api('POST', '/key/999999/rotate', {}), [404, 'not_found'])
})

it('lists keys in an envelope, by page', async () => {
  await create()
  const { status, body } = await api<Page<Key>>('GET', '/key?limit=10')
  const { items, total, offset, limit } = body

  expect([status, offset, limit]).toEqual([200, 0, 10])
  expect(total).toBeGreaterThanOrEqual(2)
  for (const item of items) expectShape(item, SHAPE)
  expect((await api<Page<Key>>('GET', '/key?limit=10&page=9')).body).toEqual({
    items: [],
    total,
    offset: 90,
    limit: 10,
  })
  for (const query of ['limit=1', 'page=x', 'sort=name']) {
    const answer = await api('GET', `/key?${query}`)
    expectProblem(answer, [400, 'invalid_request', [query.split('=')[0] ?? '']])
  }
})

it('hides and protects the keys of another team, for every method', async () => {
  const { id, key } = await create()

  for (const [verb, body] of [
    ['GET'],
    ['PUT', { name: 'x' }],
    ['PATCH', {}],
    ['DELETE'],
  ] as const) {
    const answer = await theirs(verb, `/key/${id}`, body)
    expectProblem(answer, [404, 'not_found'])
    expect(anonymous(answer)).toEqual(anonymous(await theirs(verb, '/key/987654321', body)))
  }
  expect(await statusBy(key)).toBe(200)
})

it('can also be created and revoked by admin commands', async () => {
  interface Made {
    id: number
    api_key: string
    scopes: string[]
  }
  const made = await admin<Made>('key', 'create', '--org', orgId, '--scopes', 'link:read')
  expect(made.scopes).toEqual(['link:read'])
  expect(await statusBy(made.api_key)).toBe(200)
  expect(await adminProcess<Made[]>('key', 'list', '--org', orgId)).toContainEqual(
    expect.objectContaining({ id: made.id, last_four: made.api_key.slice(-4) }),
  )

  expect(await admin('key', 'revoke', String(made.id))).toEqual({
    id: made.id,
    revoked: true,
    also_revoked: [],
  })
  await vi.waitFor(async () => expect(await statusBy(made.api_key)).toBe(401), 1_500)
  await expect(adminProcess('key', 'revoke', String(made.id))).rejects.toMatchObject({ code: 1 })
})
