import { beforeAll, expect, it, vi } from 'vitest'
import type { Answer } from '../contract.ts'
import { createObjects, FIELDS, type Ids, OBJECTS, ownBody } from '../objects.ts'
import { invite, type Me, newMember } from '../people.ts'
import { type Customer, newTeam } from '../teams.ts'
import { type Operation, readOperations } from './document.ts'

interface Team {
  api: Customer
  ids: Ids
}

/** An id that never existed. */
const NOBODYS = '8007199254740991'

let mine: Team
let theirs: Team
let operations: Operation[]
/** Owner of both teams; the requests name the first. */
let both: Customer

beforeAll(async () => {
  operations = await readOperations()
  mine = await makeTeam('Mine')
  theirs = await makeTeam('Theirs')
  both = await memberOfBoth()
})

async function memberOfBoth(): Promise<Customer> {
  const { api } = await newMember(mine.api, 'owner')
  const { token } = await invite(theirs.api, 'owner')
  const joined = await api<Me>('POST', '/me/invitation', { token })
  const [first, second] = joined.body.organizations.map(({ id }) => id)
  const at =
    (team = ''): Customer =>
    (method, path, body) =>
      api(method, path, body, { 'x-organization-id': team })
  await vi.waitFor(
    async () => expect((await at(second)('GET', `/link/${theirs.ids.link}`)).status).toBe(200),
    10_000,
  )
  return at(first)
}

async function makeTeam(name: string): Promise<Team> {
  const { api } = await newTeam(name)
  return { api, ids: await createObjects(api, operations) }
}

/** A path with this id; further ids in it never existed. */
const pathOf = (path: string, id: string) =>
  path.replace(/\{\w+\}/, id).replace(/\{\w+\}/g, NOBODYS)

/** The object that the id of a path refers to. */
const kindOf = (path: string) =>
  OBJECTS.filter((it) => path.startsWith(`${it.path}/`)).sort(
    (a, b) => b.path.length - a.path.length,
  )[0]?.name ?? ''

/** A response without the requested id, without `limit`, which may equal it, and without the request's id. */
const anonymous = ({ status, body }: Answer<unknown>, id: string) => ({
  status,
  body: JSON.stringify(body)
    .replace(/"request_id":"[^"]*"|"limit":\d+/g, '')
    .replace(new RegExp(`(?<![\\w.-])${id}(?![\\w.-])`, 'g'), '#'),
})

/** All resources of a team, except erasures, which proceed. */
async function snapshot({ api, ids }: Team) {
  const single = OBJECTS.filter(({ name }) => name !== 'erasure').map(({ name, path }) =>
    operations.some((it) => it.method === 'GET' && it.path.startsWith(`${path}/{`))
      ? `${path}/${ids[name]}`
      : path,
  )
  const paths = [...single, '/link', '/bio', '/organization']
  return Promise.all(paths.map(async (path) => [path, (await api('GET', path)).body]))
}

it.each([
  ['of a key', () => mine.api],
  ['of a member of both teams who acts for one', () => both],
])(
  'in every path %s, another team’s ids are answered like ids that never existed',
  async (_, by) => {
    const before = await snapshot(theirs)
    let asked = 0
    for (const operation of operations.filter(({ path }) => path.includes('{'))) {
      const kind = kindOf(operation.path)
      expect(theirs.ids[kind], `${operation.path} is an id of what?`).toBeTruthy()
      const call = (id: string) =>
        by()(operation.method, pathOf(operation.path, id), ownBody(operation, mine.ids))
      const [foreign, unknown] = [await call(theirs.ids[kind] ?? ''), await call(NOBODYS)]

      const name = `${operation.method} ${operation.path}`
      expect([name, foreign.status], JSON.stringify(foreign.body)).toEqual([name, 404])
      expect(anonymous(foreign, theirs.ids[kind] ?? '')).toEqual(anonymous(unknown, NOBODYS))
      asked++
    }
    expect(asked).toBeGreaterThan(25)
    expect(await snapshot(theirs)).toEqual(before)
  },
)

it('in every query, another team’s ids match nothing', async () => {
  let asked = 0
  for (const { path, method, parameters, endless } of operations) {
    if (method !== 'GET' || path.includes('{') || endless) continue
    for (const { name } of parameters.filter((it) => it.in === 'query' && it.name in FIELDS)) {
      const required = parameters
        .filter((it) => it.in === 'query' && it.required && it.name !== name)
        .map((it) => `&${it.name}=${it.name === 'fields' ? 'countries' : 'x'}`)
      const kind = FIELDS[name] ?? ''
      const call = (id: string) => mine.api('GET', `${path}?${name}=${id}${required.join('')}`)
      const [foreign, unknown] = [await call(theirs.ids[kind] ?? ''), await call(NOBODYS)]

      expect([path, name, foreign.status]).toEqual([path, name, unknown.status])
      expect(anonymous(foreign, theirs.ids[kind] ?? '')).toEqual(anonymous(unknown, NOBODYS))
      const { total } = foreign.body as { total?: number }
      if (foreign.status === 200 && total !== undefined)
        expect([path, name, total]).toEqual([path, name, 0])
      asked++
    }
  }
  expect(asked).toBeGreaterThan(40)
})

it('in every body, another team’s ids are treated like ids that never existed', async () => {
  const before = await snapshot(theirs)
  let asked = 0
  for (const operation of operations) {
    const properties = operation.body?.schema.properties ?? {}
    for (const field of Object.keys(FIELDS).filter((it) => it in properties)) {
      const kind = FIELDS[field] ?? ''
      const path = operation.path.replace(/\{\w+\}/, mine.ids[kindOf(operation.path)] ?? '')
      const call = (id: string) => {
        const body = ownBody(operation, mine.ids) ?? {}
        const many = properties[field].type?.includes('array')
        return mine.api(operation.method, path, {
          ...body,
          [field]: many ? [Number(id)] : Number(id),
        })
      }
      const [foreign, unknown] = [await call(theirs.ids[kind] ?? ''), await call(NOBODYS)]

      const name = `${operation.method} ${operation.path} ${field}`
      expect([name, foreign.status], JSON.stringify(foreign.body)).toEqual([name, unknown.status])
      expect([name, foreign.status]).toEqual([name, field === 'ids' ? 200 : 404])
      expect(anonymous(foreign, theirs.ids[kind] ?? '')).toEqual(anonymous(unknown, NOBODYS))
      asked++
    }
  }
  expect(asked).toBeGreaterThan(8)
  expect(await snapshot(theirs)).toEqual(before)
})
