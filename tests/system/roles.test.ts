import { ROLE_SCOPES, ROLES, type Role } from '@fingerpost/protos/people'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type Operation, readOperations } from '../attacks/document.ts'
import { newMember } from '../people.ts'
import { customer } from '../stack.ts'
import { type Customer, expectProblem, newTeam } from '../teams.ts'

/** An id that never existed, so that no operation changes anything. */
const NOBODYS = '8007199254740991'

let api: Customer
let operations: Operation[]
const keys = {} as Record<Role, Customer>
const members = {} as Record<Role, Awaited<ReturnType<typeof newMember>>>

beforeAll(async () => {
  ;({ api } = await newTeam('Roles'))
  operations = (await readOperations()).filter(({ endless }) => !endless)
  for (const role of ROLES) members[role] = await newMember(api, role)
  for (const role of ROLES) keys[role] = await keyOf(role)
})

/** An API key with all scopes, whose creator has this role now. */
async function keyOf(role: Role): Promise<Customer> {
  const creator = await newMember(api, 'owner')
  const made = await creator.api<{ key: string }>('POST', '/key', { name: `Key of ${role}` })
  const demoted = await creator.api('PUT', `/member/${creator.id}`, { role })
  expect(demoted.status, JSON.stringify(demoted.body)).toBe(200)
  return customer(made.body.key)
}

/** Calls an operation in a way that changes nothing. */
const call = (by: Customer, { method, path, body }: Operation) =>
  by(method, path.replace(/\{\w+\}/g, NOBODYS), body ? { nothing: true } : undefined)

const CREDENTIALS = {
  'a session': (role: Role) => members[role].api,
  'an API key of a creator who now is': (role: Role) => keys[role],
}

describe.each(Object.entries(CREDENTIALS))('%s', (_, of) => {
  it.each(ROLES)(
    '%s is allowed exactly the operations of the role',
    async (role) => {
      const allowed: readonly string[] = ROLE_SCOPES[role]
      const by = of(role)
      const wrong: unknown[] = []
      for (const operation of operations) {
        const { status, body } = await call(by, operation)
        const refused = status === 403 && body.code === 'insufficient_scope'
        const due = operation.scope !== undefined && !allowed.includes(operation.scope)
        if (refused !== due || status === 401) {
          wrong.push([operation.method, operation.path, status, body.code])
        }
      }

      expect(operations.length).toBeGreaterThan(60)
      expect(wrong).toEqual([])
    },
    120_000,
  )
})

it('an API key never allows more than the role of its creator allows now', async () => {
  const creator = await newMember(api, 'admin')
  const made = await creator.api<{ key: string }>('POST', '/key', { name: 'Key of an admin' })
  expect(made.status).toBe(201)
  const key = customer(made.body.key)
  expect((await key('GET', '/webhook')).status).toBe(200)

  const setRole = (role: Role) => api('PUT', `/member/${creator.id}`, { role })
  expect((await setRole('viewer')).body).toMatchObject({ id: creator.id, role: 'viewer' })

  await vi.waitFor(
    async () => expectProblem(await key('GET', '/webhook'), [403, 'insufficient_scope']),
    10_000,
  )
  expect((await key('GET', '/link')).status).toBe(200)
  await vi.waitFor(
    async () => expectProblem(await creator.api('GET', '/webhook'), [403, 'insufficient_scope']),
    10_000,
  )
  await setRole('admin')
  await vi.waitFor(async () => expect((await key('GET', '/webhook')).status).toBe(200), 10_000)
})

describe('the API keys of a removed member', () => {
  const keyOf = async () => {
    const member = await newMember(api, 'admin')
    const { body } = await member.api<{ id: number; key: string }>('POST', '/key', { name: 'Key' })
    return { member, id: body.id, key: customer(body.key) }
  }

  it('are revoked', async () => {
    const { member, id, key } = await keyOf()
    expect((await key('GET', '/link')).status).toBe(200)
    expect((await api('DELETE', `/member/${member.id}`)).status).toBe(200)

    await vi.waitFor(
      async () => expectProblem(await key('GET', '/link'), [401, 'invalid_api_key']),
      10_000,
    )
    expectProblem(await api('GET', `/key/${id}`), [404, 'not_found'])
  })

  it('become those of the member who removes them, if wanted', async () => {
    const { member, id, key } = await keyOf()
    const path = `/member/${member.id}?keys=hand_over`
    const { body } = await members.owner.api<{ keys: { key: string }[] }>('DELETE', path)

    expect((await customer(body.keys[0]?.key)('GET', '/link')).status).toBe(200)
    await vi.waitFor(
      async () => expectProblem(await key('GET', '/link'), [401, 'invalid_api_key']),
      10_000,
    )
    expect((await api('GET', `/key/${id}`)).body).toMatchObject({
      user_id: String(members.owner.id),
    })
    await vi.waitFor(
      async () => expectProblem(await member.api('GET', '/link'), [403, 'not_a_member']),
      10_000,
    )
  })
})

describe('owners', () => {
  it('alone change and revoke the API keys that owners created', async () => {
    const { api: admin } = await newMember(api, 'admin')
    const made = await members.owner.api<{ id: number }>('POST', '/key', { name: 'Of an owner' })
    const path = `/key/${made.body.id}`

    expectProblem(await admin('PUT', path, { scopes: ['link:read'] }), [403, 'owner_required'])
    expectProblem(await admin('DELETE', path), [403, 'owner_required'])
    expect((await admin('GET', path)).status).toBe(200)
    expect((await keys.owner('PUT', path, { name: 'Renamed' })).status).toBe(200)
    expect((await members.owner.api('DELETE', path)).status).toBe(200)
  })

  it('are appointed, changed and removed by owners only', async () => {
    const { api: admin } = await newMember(api, 'admin')
    const { id } = await newMember(api, 'owner')
    const { id: editor } = await newMember(api, 'editor')

    for (const [method, path, body] of [
      ['PUT', `/member/${id}`, { role: 'viewer' }],
      ['PUT', `/member/${editor}`, { role: 'owner' }],
      ['DELETE', `/member/${id}`, undefined],
      ['POST', '/invitation', { role: 'owner' }],
    ] as const) {
      expectProblem(await admin(method, path, body), [403, 'owner_required'])
    }
    expect((await admin('PUT', `/member/${editor}`, { role: 'admin' })).status).toBe(200)
    expect((await members.owner.api('DELETE', `/member/${id}`)).status).toBe(200)
  })

  it('cannot all leave: one always remains', async () => {
    const { api: team } = await newTeam('One owner')
    const [first, second] = [await newMember(team, 'owner'), await newMember(team, 'owner')]
    const answers = await Promise.all(
      [first, second].map(({ api, id }) => api('PUT', `/member/${id}`, { role: 'viewer' })),
    )

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const rest = answers[0]?.status === 200 ? second : first
    for (const by of [rest.api, team]) {
      expectProblem(await by('PUT', `/member/${rest.id}`, { role: 'admin' }), [409, 'last_owner'])
      expectProblem(await by('DELETE', `/member/${rest.id}`), [409, 'last_owner'])
    }
  })
})
