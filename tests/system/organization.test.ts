import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type Me, newMember } from '../people.ts'
import { expectShape } from '../shapes.ts'
import { customer } from '../stack.ts'
import { type Customer, expectProblem, narrowed, newTeam, type Page, unique } from '../teams.ts'

interface Organization {
  id: string
  name: string
  slug: string
  logo: string | null
  time_zone: string | null
  click_retention_months: number | null
  effective_click_retention_months: number | null
}

const SHAPE = {
  id: expect.stringMatching(/^\d+$/),
  name: expect.any(String),
  slug: expect.stringMatching(/^[a-z0-9-]{3,64}$/),
  logo: (value: unknown) => value === null || /^https:/.test(String(value)),
  time_zone: (value: unknown) => value === null || typeof value === 'string',
  click_retention_months: (value: unknown) => value === null || Number.isInteger(value),
  effective_click_retention_months: (value: unknown) => value === null || Number.isInteger(value),
  click_ip: 'full',
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

  it('has a time zone, which its people see in their account', async () => {
    const { api: person } = await newMember(api, 'viewer')
    const shown = async () => (await person<Me>('GET', '/me')).body.organizations
    expect(await shown()).toMatchObject([{ id: orgId, time_zone: null }])

    const time_zone = 'Europe/Prague'
    expect((await change({ time_zone })).body).toMatchObject({ id: orgId, time_zone })
    expect((await change({})).body).toMatchObject({ time_zone })
    expect(await shown()).toMatchObject([{ time_zone }])
    expect((await change({ time_zone: null })).body).toMatchObject({ time_zone: null })
    expect(await shown()).toMatchObject([{ time_zone: null }])
  })

  it('has click retention, which its audit log shows', async () => {
    const set = { click_retention_months: 24 }
    expect((await change(set)).body).toMatchObject({ ...set, effective_click_retention_months: 24 })
    expect((await change({})).body).toMatchObject(set)
    const log = await api<Page<{ after: object }>>('GET', '/audit?object_kind=organization')
    expect(log.body.items[0]).toMatchObject({ after: set })
    expect((await change({ click_retention_months: null })).body).toMatchObject({
      click_retention_months: null,
      effective_click_retention_months: null,
    })
  })

  it('shows what click retention would delete', async () => {
    const preview = await api('GET', '/organization/retention?click_retention_months=2')
    expect(preview.status).toBe(200)
    expect(preview.body).toEqual({
      click_retention_months: 2,
      before: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00\.000Z$/),
      clicks: 0,
      links: 0,
    })
    for (const months of ['0', '601', 'two', '']) {
      const path = `/organization/retention?click_retention_months=${months}`
      expectProblem(await api('GET', path), [400, 'invalid_request', ['click_retention_months']])
    }
    expectProblem(await api('GET', '/organization/retention'), [
      400,
      'invalid_request',
      ['click_retention_months'],
    ])
  })

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
    [{ time_zone: 'Moon' }, ['time_zone']],
    [{ click_retention_months: 0 }, ['click_retention_months']],
    [{ click_retention_months: 1.5 }, ['click_retention_months']],
    [{ click_retention_months: 601 }, ['click_retention_months']],
    [{ time_zone: '' }, ['time_zone']],
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

  it('cannot be deleted by the API', async () => {
    const answer = await api('DELETE', '/organization')
    expectProblem(answer, [405, 'method_not_allowed'])
    expect(answer.headers.get('allow')).toBe('GET, HEAD, PATCH, POST, PUT')
  })

  it('is changed by owners and admins, of its people', async () => {
    const [editor, admin] = [await newMember(api, 'editor'), await newMember(api, 'admin')]
    expectProblem(await editor.api('PUT', '/organization', { name: 'Mine' }), [
      403,
      'insufficient_scope',
    ])
    const { status, body } = await admin.api('PUT', '/organization', { name: 'Ours' })
    expect([status, body]).toMatchObject([200, { id: orgId, name: 'Ours' }])
  })
})

describe('a new organization', () => {
  it('belongs to the person who creates it, and only to them', async () => {
    const person = await newMember(api, 'viewer')
    const name = unique('Mine')
    const made = await person.api<Organization>('POST', '/organization', { name: ` ${name} ` })
    expectShape(made.body, SHAPE)
    expect(made).toMatchObject({ status: 201, body: { name, slug: name.toLowerCase() } })

    expect((await person.api<Me>('GET', '/me')).body).toMatchObject({
      can_create_organization: true,
      organizations: [
        { id: orgId, role: 'viewer' },
        { id: made.body.id, role: 'owner' },
      ],
    })
    const there = { 'x-organization-id': made.body.id }
    await vi.waitFor(async () => {
      const { status } = await person.api('POST', '/tag', { name: 'First' }, there)
      expect(status).toBe(201)
    })
    const same = await person.api<Organization>('POST', '/organization', { name })
    expect(same.body.slug).toMatch(new RegExp(`^${name.toLowerCase()}-[0-9a-f]{6}$`))
    const log = await person.api('GET', '/audit?object_kind=organization', undefined, there)
    expect(log.body).toMatchObject({
      items: [{ operation: 'created', actor: { kind: 'user' } }],
    })
  })

  it('needs a person, a name and a team of the person', async () => {
    expectProblem(await api('POST', '/organization', { name: 'x' }), [403, 'session_required'])
    const person = await newMember(api, 'viewer')
    expectProblem(await person.api('POST', '/organization', { name: ' ' }), [
      400,
      'invalid_request',
      ['name'],
    ])
    const left = `/me/organization/${orgId}`
    expect((await person.api('DELETE', left)).body).toEqual({ id: orgId, deleted: true })
    expectProblem(await person.api('POST', '/organization', { name: 'Mine' }), [
      403,
      'team_creation_disabled',
    ])
    expect((await person.api('GET', '/me')).body).toMatchObject({ can_create_organization: false })
  })

  it.each(['viewer', 'editor', 'admin', 'owner'] as const)(
    'is left by a person who is %s',
    async (role) => {
      const { api: team, orgId: id } = await newTeam('Left')
      const keeper = await newMember(team, 'owner')
      const person = await newMember(team, role)
      const leave = (by: typeof person) => by.api('DELETE', `/me/organization/${id}`)

      expectProblem(await person.api('DELETE', `/me/organization/${orgId}`), [404, 'not_found'])
      expect((await leave(person)).body).toEqual({ id, deleted: true })
      expectProblem(await leave(person), [404, 'not_found'])
      expect((await person.api<Me>('GET', '/me')).body.organizations).toEqual([])
      expectProblem(await leave(keeper), [409, 'last_owner'])
    },
  )
})
