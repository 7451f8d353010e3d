import { beforeAll, expect, it, vi } from 'vitest'
import type { Answer } from '../contract.ts'
import { invite, type Me, newMember } from '../people.ts'
import { type Customer, newTeam, unique } from '../teams.ts'
import { type Operation, readOperations } from './document.ts'

interface Team {
  api: Customer
  /** Ids by the names used in paths, queries and bodies. */
  ids: Record<string, string>
}

/** An id that never existed. */
const NOBODYS = '8007199254740991'

/** The kind of resource that a path's id refers to. */
const PATHS: [RegExp, string][] = [
  [/^\/link\/import\//, 'job'],
  [/^\/link\//, 'link'],
  [/^\/folder\//, 'folder'],
  [/^\/tag\//, 'tag'],
  [/^\/view\//, 'view'],
  [/^\/note\//, 'note'],
  [/^\/domain\//, 'domain'],
  [/^\/key\//, 'key'],
  [/^\/bio\/link\//, 'bioLink'],
  [/^\/webhook\//, 'webhook'],
  [/^\/member\//, 'member'],
  [/^\/invitation\//, 'invitation'],
  [/^\/erasure\//, 'erasure'],
]

/** The kind of resource that a query or body field refers to. */
const FIELDS: Record<string, string> = {
  link_id: 'link',
  link_ids: 'link',
  domain_id: 'domain',
  folder_id: 'folder',
  tag_id: 'tag',
  tags: 'tag',
  ids: 'link',
}

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
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await api<{ id: string | number }>('POST', path, body)
    const status = path === '/erasure' ? 202 : 201
    expect([path, answer.status], JSON.stringify(answer.body)).toEqual([path, status])
    return String(answer.body.id)
  }
  const domain = await make('/domain', { name: `${unique('iso').toLowerCase()}.example.com` })
  const folder = await make('/folder', { name: 'Folder' })
  const tag = await make('/tag', { name: 'Tag' })
  const url = 'https://example.com/'
  const link = await make('/link', {
    url,
    domain_id: Number(domain),
    title: 'Link',
    folder_id: Number(folder),
    tags: [Number(tag)],
  })
  const csv = Array.from({ length: 1_001 }, () => ({ url: 'nonsense' }))
  const job = await api<{ job_id: string }>('POST', '/link/import', {
    domain_id: Number(domain),
    csv,
  })
  await vi.waitFor(async () => {
    const { body } = await api<{ status: string }>('GET', `/link/import/${job.body.job_id}`)
    expect(body.status).toBe('done')
  }, 15_000)
  const hooks = operations.some(({ path }) => path === '/webhook')
  return {
    api,
    ids: {
      domain,
      folder,
      tag,
      view: await make('/view', { name: 'View', page: 'links', query: 'search=a' }),
      link,
      note: await make('/note', { at: new Date(0), text: 'Note', link_id: link }),
      job: job.body.job_id,
      key: await make('/key', { name: 'Key' }),
      member: String((await newMember(api, 'owner')).id),
      invitation: await make('/invitation', { role: 'viewer' }),
      erasure: await make('/erasure', { link_ids: [link] }),
      bioLink: await make('/bio/link', { url: 'https://github.com/team' }),
      webhook: hooks
        ? await make('/webhook', { url: 'https://example.com/hook', events: ['link.created'] })
        : '',
    },
  }
}

/** A path with this id; further ids in it never existed. */
const pathOf = (path: string, id: string) =>
  path.replace(/\{\w+\}/, id).replace(/\{\w+\}/g, NOBODYS)

const kindOf = (path: string) => PATHS.find(([pattern]) => pattern.test(path))?.[1] ?? ''

/** The example body with all references replaced by the caller's own resources. */
function ownBody({ body }: Operation): Record<string, unknown> | undefined {
  if (!body) return undefined
  const filled = structuredClone(body.example)
  for (const [field, kind] of Object.entries(FIELDS)) {
    if (!(field in filled)) continue
    const id = Number(mine.ids[kind])
    filled[field] = Array.isArray(filled[field]) ? [id] : id
  }
  for (const item of filled.items ?? []) delete item.id
  for (const row of filled.csv ?? []) delete row.domain_id
  if ('slug' in filled) filled.slug = unique('iso').toLowerCase()
  if ('name' in filled && filled.name.includes('.')) delete filled.name
  return filled
}

/** A response without the requested id, without `limit`, which may equal it, and without the request's id. */
const anonymous = ({ status, body }: Answer<unknown>, id: string) => ({
  status,
  body: JSON.stringify(body)
    .replace(/"request_id":"[^"]*"|"limit":\d+/g, '')
    .replace(new RegExp(`(?<![\\w.-])${id}(?![\\w.-])`, 'g'), '#'),
})

/** All resources of a team. */
async function snapshot({ api, ids }: Team) {
  const paths = [
    `/link/${ids.link}`,
    `/folder/${ids.folder}`,
    `/tag/${ids.tag}`,
    `/view/${ids.view}`,
    `/note/${ids.note}`,
    `/domain/${ids.domain}`,
    `/key/${ids.key}`,
    `/bio/link/${ids.bioLink}`,
    `/link/import/${ids.job}`,
    `/member/${ids.member}`,
    '/invitation',
    '/link',
    '/bio',
    '/organization',
  ]
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
        by()(operation.method, pathOf(operation.path, id), ownBody(operation))
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
        const body = ownBody(operation) ?? {}
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
