import { request } from 'node:http'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { expectShape } from '../shapes.ts'
import { admin, CHROME, customer, stack } from '../stack.ts'
import {
  anonymous,
  type Customer,
  expectProblem,
  narrowed,
  newTeam,
  type Page,
  unique,
} from '../teams.ts'

interface Domain {
  id: number
  name: string
  verified: boolean
  slug_length: number
  records: { type: string; name: string; value: string; found: string[]; ok: boolean }[]
}

const urlOrNull = (value: unknown) => value === null || URL.canParse(String(value))
const SHAPE = {
  id: expect.any(Number),
  org_id: expect.stringMatching(/^\d+$/),
  name: expect.any(String),
  slug_length: expect.any(Number),
  allow_preview: expect.any(Boolean),
  verified: expect.any(Boolean),
  root_url: urlOrNull,
  not_found_url: urlOrNull,
  expired_url: urlOrNull,
  case_sensitive: expect.any(Boolean),
  forward_query: expect.stringMatching(/^(merge|override|off)$/),
}
const RECORD_SHAPE = {
  type: expect.stringMatching(/^(TXT|CNAME)$/),
  name: expect.any(String),
  value: expect.any(String),
  found: expect.any(Array),
  ok: expect.any(Boolean),
}
const UNKNOWN = '/domain/987654321'

let api: Customer
let orgId: string
const theirs = customer()

beforeAll(async () => {
  ;({ api, orgId } = await newTeam('A team with domains'))
})

const freeName = () => `${unique('go')}.example.com`
const create = async (fields: object = {}): Promise<Domain> => {
  const answer = await api<Domain>('POST', '/domain', { name: freeName(), ...fields })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  expect(answer.headers.get('location')).toBe(`/api/domain/${answer.body.id}`)
  return answer.body
}
const addVerified = async (): Promise<Domain> => {
  const added = ['domain', 'add', '--org', orgId, freeName(), '--verified']
  return admin<Domain>(...added)
}
const link = async (domain_id: number, fields: object = {}) => {
  const body = { url: 'https://example.com/', domain_id, title: 'x', ...fields }
  const answer = await api<{ id: string; slug: string }>('POST', '/link', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

/** Where a visitor of this host is sent; fetch would not let us name the host. */
const visit = (host: string, path: string): Promise<{ status: number; location: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(stack.url)
    const headers = { host: `${host}:${port}`, 'user-agent': CHROME }
    request({ hostname, port, path, headers, agent: false }, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '' })
    })
      .on('error', reject)
      .end()
  })
const soon = (expectation: () => Promise<unknown>) => vi.waitFor(expectation, 5_000)

describe('a domain', () => {
  it('has the fields of the interface, and the records that prove it', async () => {
    const name = freeName()
    const { records, ...made } = await create({ name: ` ${name.toUpperCase()}. ` })

    expectShape(made, SHAPE)
    expect(made).toMatchObject({
      org_id: orgId,
      name,
      slug_length: 6,
      allow_preview: true,
      verified: false,
      root_url: null,
      case_sensitive: false,
      forward_query: 'merge',
    })
    for (const record of records) expectShape(record, RECORD_SHAPE)
    expect(records).toMatchObject([
      { type: 'TXT', name: `_verify.${name}`, found: [], ok: false },
      { type: 'CNAME', name, found: [], ok: false },
    ])
    expect(await api('GET', `/domain/${made.id}`)).toMatchObject({ status: 200, body: made })
  })

  it('is kept in punycode', async () => {
    const name = freeName()

    expect((await create({ name: `bücher.${name}` })).name).toBe(`xn--bcher-kva.${name}`)
  })

  it('gives its links slugs of its length', async () => {
    const { id } = await create({ slug_length: 11 })

    expect((await link(id)).slug).toHaveLength(11)
  })

  it.each(['PUT', 'PATCH'])('keeps by %s what is absent, and null is the default', async (verb) => {
    const name = freeName()
    const { id } = await create({ name, slug_length: 9, root_url: 'https://example.com/r' })
    const set = (body: object) => api<Domain>(verb, `/domain/${id}`, body)

    const changed = await set({ expired_url: 'https://example.com/e', allow_preview: false })
    expectShape(changed.body, SHAPE)
    expect(changed.body).toMatchObject({
      slug_length: 9,
      root_url: 'https://example.com/r',
      expired_url: 'https://example.com/e',
      allow_preview: false,
    })
    const reset = await set({ slug_length: null, root_url: null, allow_preview: null })
    expect(reset.body).toEqual({
      ...changed.body,
      slug_length: 6,
      root_url: null,
      allow_preview: true,
    })
    const back = await set({ ...reset.body, verified: true, id: 1, name: name.toUpperCase() })
    expect(back.body).toEqual(reset.body)
    expect((await api('GET', `/domain/${id}`)).body).toEqual(reset.body)
  })

  it('never changes its name', async () => {
    const { id } = await create()

    expectProblem(await api('PUT', `/domain/${id}`, { name: freeName() }), [
      400,
      'invalid_request',
      ['name'],
    ])
    expectProblem(await api('PUT', `/domain/${id}`, { name: null }), [
      400,
      'invalid_request',
      ['name'],
    ])
  })

  it('keeps its case rule while it has links', async () => {
    const { id } = await create()
    expect((await api('PUT', `/domain/${id}`, { case_sensitive: true })).status).toBe(200)
    await link(id)

    expectProblem(await api('PUT', `/domain/${id}`, { case_sensitive: false }), [
      409,
      'domain_in_use',
      ['case_sensitive'],
    ])
    expect((await api('PUT', `/domain/${id}`, { case_sensitive: true })).status).toBe(200)
  })

  it('is the only one of its name on the instance', async () => {
    const { name } = await create()

    for (const by of [api, theirs]) {
      expectProblem(await by('POST', '/domain', { name: name.toUpperCase() }), [
        409,
        'domain_taken',
        ['name'],
      ])
    }
  })

  it.each([
    'https://go.example.com',
    'go.example.com/x',
    'go.example.com:80',
    '127.0.0.1',
    '[::1]',
    'com',
    'co.uk',
    'go_1.example.com',
    'a b.example.com',
    'www.example.com',
    '',
  ])('is not %j', async (name) => {
    expectProblem(await api('POST', '/domain', { name }), [400, 'invalid_request', ['name']])
  })

  it('is told all that is wrong with it', async () => {
    const wrong = {
      slug_length: 65,
      allow_preview: 'yes',
      root_url: 'javascript:alert(1)',
      not_found_url: 'x',
      expired_url: 5,
      case_sensitive: 0,
      forward_query: 'never',
      expires_url: 'x',
    }
    const { id } = await create()

    expectProblem(await api('PUT', `/domain/${id}`, wrong), [
      400,
      'invalid_request',
      Object.keys(wrong),
    ])
    expectProblem(await api('POST', '/domain', wrong), [
      400,
      'invalid_request',
      [...Object.keys(wrong), 'name'],
    ])
  })
})

describe('verifying', () => {
  it('answers 200 and what DNS has when there is no proof yet', async () => {
    const { records, ...made } = await create({ name: `${unique('go')}.invalid` })
    const answer = await api('POST', `/domain/${made.id}/verify`)

    expect(answer.status).toBe(200)
    expectShape(answer.body, { ...SHAPE, records: expect.any(Array) })
    expect(answer.body).toEqual({ ...made, records })
  })

  it('opens the links of a domain, which lead nowhere before', async () => {
    const { id, name } = await create()
    const { slug } = await link(id)
    expect((await visit(name, `/${slug}`)).status).toBe(404)

    const verified = await admin('domain', 'verify', String(id))

    expect(verified).toMatchObject({ id, verified: true })
    expect((await api<Domain>('GET', `/domain/${id}`)).body.verified).toBe(true)
    await soon(async () =>
      expect(await visit(name, `/${slug}`)).toEqual({
        status: 302,
        location: 'https://example.com/',
      }),
    )
    const again = await api<Domain>('POST', `/domain/${id}/verify`)
    expect(again.body.verified).toBe(true)
  })
})

describe('redirect', () => {
  it('knows a change at once', async () => {
    const { id, name } = await addVerified()
    await soon(async () => expect((await visit(name, '/')).status).toBe(200))
    const set = (body: object) => api('PUT', `/domain/${id}`, body)

    await set({ root_url: 'https://example.com/root' })
    await soon(async () =>
      expect((await visit(name, '/')).location).toBe('https://example.com/root'),
    )
    await set({ not_found_url: 'https://example.com/nothing' })
    await soon(async () =>
      expect((await visit(name, '/none')).location).toBe('https://example.com/nothing'),
    )
    await set({ expired_url: 'https://example.com/over' })
    const { slug } = await link(id, { expires_at: '2020-01-01T00:00:00Z' })
    await soon(async () =>
      expect((await visit(name, `/${slug}`)).location).toBe('https://example.com/over'),
    )
  })
})

describe('deleting', () => {
  it('is refused while the domain has links', async () => {
    const { id, name } = await addVerified()
    const { id: linkId, slug } = await link(id)
    await soon(async () => expect((await visit(name, `/${slug}`)).status).toBe(302))

    expectProblem(await api('DELETE', `/domain/${id}`), [409, 'domain_in_use'])
    expect((await visit(name, `/${slug}`)).status).toBe(302)

    // The slug of a deleted link is reserved, which is no reason to keep the domain.
    await api('DELETE', `/link/${linkId}`)
    expect(await api('DELETE', `/domain/${id}`)).toMatchObject({
      status: 200,
      body: { id, deleted: true },
    })
    await soon(async () => expect((await visit(name, `/${slug}`)).status).toBe(404))
  })

  it('leaves nothing but the free name', async () => {
    const { id, name } = await create()
    await api('DELETE', `/domain/${id}`)

    for (const [verb, path, body] of [
      ['GET', `/domain/${id}`],
      ['PUT', `/domain/${id}`, {}],
      ['PATCH', `/domain/${id}`, {}],
      ['DELETE', `/domain/${id}`],
      ['POST', `/domain/${id}/verify`],
    ] as const) {
      expectProblem(await api(verb, path, body), [404, 'not_found'])
    }
    const body = { url: 'https://example.com', domain_id: id }
    expectProblem(await api('POST', '/link', body), [404, 'not_found', ['domain_id']])
    expect((await theirs('POST', '/domain', { name })).status).toBe(201)
  })
})

it('lists domains in an envelope, sorted, searched and cut into pages', async () => {
  const mark = unique('list')
  for (const letter of ['b', 'c', 'a']) await create({ name: `${letter}.${mark}.example.com` })
  const list = async (query: string) =>
    (await api<Page<Domain>>('GET', `/domain?search=${mark.toUpperCase()}&${query}`)).body
  const shown = ({ items }: Page<Domain>) => items.map(({ name }) => name.charAt(0)).join('')

  const all = await list('')
  for (const item of all.items) expectShape(item, SHAPE)
  expect([shown(all), all.total, all.offset, all.limit]).toEqual(['bca', 3, 0, 25])
  expect(shown(await list('sort=name'))).toBe('abc')
  expect(shown(await list('sort=created_at&order=desc'))).toBe('acb')
  expect(await list('page=2&limit=10')).toEqual({ items: [], total: 3, offset: 20, limit: 10 })
  for (const query of ['limit=1', 'page=x', 'sort=id', 'order=up', 'verified=true']) {
    const answer = await api('GET', `/domain?${query}`)
    expectProblem(answer, [400, 'invalid_request', [query.split('=')[0] ?? '']])
  }
})

it('shows nothing of another team’s domains, and changes nothing, on any verb', async () => {
  const { records, ...made } = await create()

  for (const [verb, suffix, body] of [
    ['GET', ''],
    ['PUT', '', { slug_length: 9 }],
    ['PATCH', '', {}],
    ['DELETE', ''],
    ['POST', '/verify'],
  ] as const) {
    const answer = await theirs(verb, `/domain/${made.id}${suffix}`, body)
    expectProblem(answer, [404, 'not_found'])
    expect(anonymous(answer)).toEqual(anonymous(await theirs(verb, `${UNKNOWN}${suffix}`, body)))
  }
  expect((await api('GET', `/domain/${made.id}`)).body).toEqual(made)
})

it('asks for the scope of each operation', async () => {
  const { id } = await create()
  const reader = await narrowed(api, ['catalog:read'])
  const stranger = await narrowed(api, ['link:read'])

  for (const path of ['/domain', `/domain/${id}`]) {
    expect((await reader('GET', path)).status).toBe(200)
    expectProblem(await stranger('GET', path), [403, 'insufficient_scope'])
  }
  for (const [verb, path, body] of [
    ['POST', '/domain', { name: freeName() }],
    ['PUT', `/domain/${id}`, {}],
    ['PATCH', `/domain/${id}`, {}],
    ['DELETE', `/domain/${id}`],
    ['POST', `/domain/${id}/verify`],
  ] as const) {
    expectProblem(await reader(verb, path, body), [403, 'insufficient_scope'])
  }
})

it('is given by the operator, of one label too, and refused as anybody’s', async () => {
  const name = unique('go')
  const added = await admin<Domain>('domain', 'add', '--org', orgId, name)

  expect(added).toMatchObject({ name, org_id: orgId, verified: false })
  expect((await api('GET', `/domain/${added.id}`)).body).toMatchObject({ name })
  await expect(admin('domain', 'add', '--org', orgId, name)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('taken'),
  })
})
