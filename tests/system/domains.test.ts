import { beforeAll, describe, expect, it } from 'vitest'
import { DOMAIN, type Domain, freeDomainName, PROOF, teamWithDomains } from '../domains.ts'
import { expectShape } from '../shapes.ts'
import { adminProcess, customer } from '../stack.ts'
import { anonymous, expectProblem, narrowed, type Page, unique } from '../teams.ts'

const UNKNOWN = '/domain/987654321'

let team: Awaited<ReturnType<typeof teamWithDomains>>
let api: typeof team.api
const theirs = customer()

beforeAll(async () => {
  team = await teamWithDomains('A team with domains')
  api = team.api
})

describe('a domain', () => {
  it('has the documented fields, and the DNS records that verify it', async () => {
    const name = freeDomainName()
    const { records, pointing, ...made } = await team.create({ name: ` ${name.toUpperCase()}. ` })

    expectShape(made, DOMAIN)
    expect(made).toMatchObject({
      org_id: team.orgId,
      name,
      slug_length: 6,
      allow_preview: true,
      verified: false,
      root_url: null,
      case_sensitive: false,
      forward_query: 'merge',
    })
    for (const record of records) expectShape(record, PROOF)
    const [byText, ...byTarget] = records
    expect(byText).toMatchObject({ type: 'TXT', name: `_verify.${name}`, found: [], ok: false })
    for (const record of byTarget)
      expect(record).toMatchObject({ type: 'CNAME', name, found: [], ok: false })
    expect(pointing).toMatchObject({ found: [], ok: null })
    expect(await api('GET', `/domain/${made.id}`)).toMatchObject({ status: 200, body: made })
  })

  it('is stored in punycode', async () => {
    const name = freeDomainName()

    expect((await team.create({ name: `bücher.${name}` })).name).toBe(`xn--bcher-kva.${name}`)
  })

  it('gives its links slugs of its configured length', async () => {
    const { id } = await team.create({ slug_length: 11 })

    expect((await team.link(id)).slug).toHaveLength(11)
  })

  it.each(['PUT', 'PATCH'])('keeps absent fields, null restores defaults: %s', async (verb) => {
    const name = freeDomainName()
    const { id } = await team.create({ name, slug_length: 9, root_url: 'https://example.com/r' })
    const set = (body: object) => api<Domain>(verb, `/domain/${id}`, body)

    const changed = await set({ expired_url: 'https://example.com/e', allow_preview: false })
    expectShape(changed.body, DOMAIN)
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

  it('cannot be renamed', async () => {
    const { id } = await team.create()

    expectProblem(await api('PUT', `/domain/${id}`, { name: freeDomainName() }), [
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

  it('cannot change case sensitivity while it has links', async () => {
    const { id } = await team.create()
    expect((await api('PUT', `/domain/${id}`, { case_sensitive: true })).status).toBe(200)
    await team.link(id)

    expectProblem(await api('PUT', `/domain/${id}`, { case_sensitive: false }), [
      409,
      'domain_in_use',
      ['case_sensitive'],
    ])
    expect((await api('PUT', `/domain/${id}`, { case_sensitive: true })).status).toBe(200)
  })

  it('has a unique name in its team, and on the instance once it is verified', async () => {
    const { name } = await team.create()
    const other = await theirs<Domain>('POST', '/domain', { name })
    expect(other).toMatchObject({ status: 201, body: { proof_state: 'pending' } })
    await theirs('DELETE', `/domain/${other.body.id}`)
    expectProblem(await api('POST', '/domain', { name }), [409, 'domain_taken', ['name']])

    const verified = await team.createVerified()
    for (const by of [api, theirs]) {
      expectProblem(await by('POST', '/domain', { name: verified.name.toUpperCase() }), [
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

  it('is rejected with all of its errors', async () => {
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
    const { id } = await team.create()

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

it('lists domains in an envelope, sorted, searched and paged', async () => {
  const mark = unique('list')
  for (const letter of ['b', 'c', 'a']) await team.create({ name: `${letter}.${mark}.example.com` })
  const list = async (query: string) =>
    (await api<Page<Domain>>('GET', `/domain?search=${mark.toUpperCase()}&${query}`)).body
  const shown = ({ items }: Page<Domain>) => items.map(({ name }) => name.charAt(0)).join('')

  const all = await list('')
  for (const item of all.items) expectShape(item, DOMAIN)
  expect([shown(all), all.total, all.offset, all.limit]).toEqual(['bca', 3, 0, 25])
  expect(shown(await list('sort=name'))).toBe('abc')
  expect(shown(await list('sort=created_at&order=desc'))).toBe('acb')
  expect(await list('page=2&limit=10')).toEqual({ items: [], total: 3, offset: 20, limit: 10 })
  for (const query of ['limit=1', 'page=x', 'sort=id', 'order=up', 'verified=true']) {
    const answer = await api('GET', `/domain?${query}`)
    expectProblem(answer, [400, 'invalid_request', [query.split('=')[0] ?? '']])
  }
})

it('hides and protects the domains of another team, for every method', async () => {
  const { records, pointing: _, ...made } = await team.create()

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

it('requires the scope of each operation', async () => {
  const { id } = await team.create()
  const reader = await narrowed(api, ['catalog:read'])
  const stranger = await narrowed(api, ['link:read'])

  for (const path of ['/domain', `/domain/${id}`]) {
    expect((await reader('GET', path)).status).toBe(200)
    expectProblem(await stranger('GET', path), [403, 'insufficient_scope'])
  }
  for (const [verb, path, body] of [
    ['POST', '/domain', { name: freeDomainName() }],
    ['PUT', `/domain/${id}`, {}],
    ['PATCH', `/domain/${id}`, {}],
    ['DELETE', `/domain/${id}`],
    ['POST', `/domain/${id}/verify`],
  ] as const) {
    expectProblem(await reader(verb, path, body), [403, 'insufficient_scope'])
  }
})

it('can be added by an admin command, even with a single label, and only once', async () => {
  const name = unique('go')
  const added = await adminProcess<Domain>('domain', 'add', '--org', team.orgId, name)

  expect(added).toMatchObject({ name, org_id: team.orgId, verified: false })
  expect((await api('GET', `/domain/${added.id}`)).body).toMatchObject({ name })
  await expect(adminProcess('domain', 'add', '--org', team.orgId, name)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('taken'),
  })
})
