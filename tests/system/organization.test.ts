import { beforeAll, describe, expect, it } from 'vitest'
import { expectShape } from '../shapes.ts'
import { customer } from '../stack.ts'
import { type Customer, expectProblem, narrowed, newTeam, unique } from '../teams.ts'

interface Organization {
  id: string
  name: string
  slug: string
  logo: string | null
}

const SHAPE = {
  id: expect.stringMatching(/^\d+$/),
  name: expect.any(String),
  slug: expect.stringMatching(/^[a-z0-9-]{3,64}$/),
  logo: (value: unknown) => value === null || /^https:/.test(String(value)),
}

let api: Customer
let orgId: string
const change = (body: object, verb = 'PUT') => api<Organization>(verb, '/organization', body)

beforeAll(async () => {
  ;({ api, orgId } = await newTeam('A team of tests'))
})

describe('the organization', () => {
  it('is the team of the API key, with the documented fields', async () => {
    const { status, body } = await api<Organization>('GET', '/organization')

    expect(status).toBe(200)
    expectShape(body, SHAPE)
    expect(body).toMatchObject({ id: orgId, name: 'A team of tests', logo: null })
    expect((await customer()('GET', '/organization')).body).not.toMatchObject({ id: orgId })
  })

  it.each(['PUT', 'PATCH'])(
    'keeps absent fields and clears a logo that is null with %s',
    async (verb) => {
      const slug = unique('team')
      const logo = 'https://example.com/logo.png'

      const first = await change({ name: '  Renamed ', slug: slug.toUpperCase(), logo }, verb)
      expectShape(first.body, SHAPE)
      expect(first).toMatchObject({ status: 200, body: { id: orgId, name: 'Renamed', slug, logo } })
      expect((await change({ logo: null }, verb)).body).toEqual({ ...first.body, logo: null })
      expect((await change({}, verb)).body).toEqual({ ...first.body, logo: null })
      expect((await api('GET', '/organization')).body).toEqual({ ...first.body, logo: null })
    },
  )

  it('can be sent back as it was read', async () => {
    const { body } = await api<Organization>('GET', '/organization')

    expect((await change({ ...body, id: '1' })).body).toEqual(body)
  })

  it('has a slug that is unique on the instance, ignoring case', async () => {
    const theirs = (await customer()<Organization>('GET', '/organization')).body.slug

    expectProblem(await change({ slug: theirs.toUpperCase() }), [409, 'slug_taken', ['slug']])
  })

  it.each([
    [
      { name: ' ', slug: 'x', logo: 'http://example.com/x', owner: 1 },
      ['name', 'slug', 'logo', 'owner'],
    ],
    [{ name: null, slug: null }, ['name', 'slug']],
    [{ logo: 'javascript:alert(1)' }, ['logo']],
    [{ slug: '-abc' }, ['slug']],
    [{ slug: 'admin' }, ['slug']],
    [{ name: 'x'.repeat(129) }, ['name']],
  ])('is rejected with all errors of %j', async (body, fields) => {
    expectProblem(await change(body), [400, 'invalid_request', fields])
  })

  it('requires the scope of each operation', async () => {
    const reader = await narrowed(api, ['catalog:read'])
    const stranger = await narrowed(api, ['link:read'])

    expect((await reader('GET', '/organization')).status).toBe(200)
    for (const verb of ['PUT', 'PATCH']) {
      expectProblem(await reader(verb, '/organization', {}), [403, 'insufficient_scope'])
    }
    expectProblem(await stranger('GET', '/organization'), [403, 'insufficient_scope'])
  })

  it('cannot be created or deleted by the API', async () => {
    for (const verb of ['POST', 'DELETE']) {
      const answer = await api(verb, '/organization')
      expectProblem(answer, [405, 'method_not_allowed'])
      expect(answer.headers.get('allow')).toBe('GET, HEAD, PATCH, PUT')
    }
  })
})
