import { request } from 'undici'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Answer } from '../contract.ts'
import { type Invitation, type Me, newEmail, newMember, openBrowser, PASSWORD } from '../people.ts'
import { admin, CHROME, customer, stack } from '../stack.ts'
import { type Customer, expectProblem, newTeam, unique } from '../teams.ts'
import { type Operation, readOperations } from './document.ts'

/** An id that never existed. */
const NOBODYS = '8007199254740991'

const NEW = { url: 'https://e.example/', title: 'x' }

interface Made {
  id: string
  short_url: string
  clicks: number
}

let team: Customer
/** An editor with own links only. */
let editor: Customer
let operations: Operation[]
let own: Made
let foreign: Made
/** A text that only the links of others contain. */
const secret = unique('secret').toLowerCase()
const host = `${unique('own').toLowerCase()}.example.com`
let foreignJob: string
let memberId: number
let domainId: number

beforeAll(async () => {
  operations = await readOperations()
  const made = await newTeam('A team with an editor of own links')
  team = made.api
  const domain = await admin<{ id: number }>(
    ...['domain', 'add', host, '--org', made.orgId, '--verified'],
  )
  domainId = domain.id
  const invitation = { role: 'editor', own_links_only: true }
  const { token } = (await team<Invitation>('POST', '/invitation', invitation)).body
  const browser = openBrowser()
  const account = { token, email: newEmail(), name: 'Jana', password: PASSWORD }
  memberId = (await browser.api<Me>('POST', '/invitation/accept', account)).body.id
  editor = browser.api

  const link = async (by: Customer, name: string) => {
    const url = `https://${name}.example/`
    const body = { url, slug: name, domain_id: domain.id, title: name }
    const answer = await by<Made>('POST', '/link', body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body
  }
  own = await link(editor, unique('own').toLowerCase())
  foreign = await link(team, secret)
  const csv = Array.from({ length: 1_001 }, (_, i) => ({
    url: i ? 'nonsense' : `https://${secret}.example/`,
  }))
  const job = await team<{ job_id: string }>('POST', '/link/import', { domain_id: domain.id, csv })
  foreignJob = job.body.job_id
  for (const { short_url } of [own, foreign, foreign]) await visit(short_url)
  await vi.waitFor(
    async () => {
      const { body } = await team<{ total: number }>('GET', '/analytics/stream')
      expect(body.total).toBe(3)
    },
    { timeout: 60_000, interval: 100 },
  )
  await vi.waitFor(
    async () => {
      const { body } = await editor<{ total: number }>('GET', '/analytics/stream')
      expect(body.total).toBe(1)
    },
    { timeout: 60_000, interval: 100 },
  )
  // The counters of links follow their clicks, and the tests compare whole links.
  await vi.waitFor(
    async () => {
      const { body } = await team<{ items: Made[] }>('GET', '/link')
      const clicks = new Map(body.items.map((link) => [link.id, link.clicks]))
      expect([clicks.get(own.id), clicks.get(foreign.id)]).toEqual([1, 2])
    },
    { timeout: 60_000, interval: 100 },
  )
}, 180_000)

/** Visits a link of a domain that does not resolve here. */
async function visit(shortUrl: string): Promise<void> {
  const { pathname } = new URL(shortUrl)
  const answer = await request(new URL(pathname, stack.url), {
    headers: { host, 'user-agent': CHROME },
  })
  await answer.body.dump()
  expect(answer.statusCode).toBe(302)
}

/** A response without the requested id and without values that differ each time. */
const anonymous = ({ status, body }: Answer<unknown>, id: string) => ({
  status,
  body: JSON.stringify(body)
    .replace(/"request_id":"[^"]*"/, '')
    .replace(new RegExp(`(?<![\\w.-])${id}(?![\\w.-])`, 'g'), '#'),
})

const bodyOf = ({ body }: Operation): Record<string, unknown> | undefined => {
  if (!body) return undefined
  const { domain_id: _, folder_id: __, tags: ___, slug: ____, ...filled } = body.example
  for (const item of filled.items ?? []) delete item.id
  return filled
}
/** Whether the role of an editor allows an operation. */
const isAllowed = ({ scope }: Operation) =>
  ![
    ...['audit:read', 'webhook:manage', 'key:manage', 'member:write'],
    ...['team:write', 'click:erase'],
  ].includes(scope ?? '')

describe('an editor with own links only', () => {
  it('finds no link of others in any path', async () => {
    const before = await team('GET', `/link/${foreign.id}`)
    const asked: string[] = []
    for (const operation of operations.filter(({ path }) => /^\/link\/.*\{/.test(path))) {
      if (!isAllowed(operation)) continue
      const theirs = operation.path.startsWith('/link/import/') ? foreignJob : foreign.id
      const call = (id: string) =>
        editor(operation.method, operation.path.replace(/\{\w+\}/, id), bodyOf(operation))
      const [found, unknown] = [await call(theirs), await call(NOBODYS)]

      const name = `${operation.method} ${operation.path}`
      expect([name, found.status], JSON.stringify(found.body)).toEqual([name, 404])
      expect(anonymous(found, theirs)).toEqual(anonymous(unknown, NOBODYS))
      asked.push(name)
    }
    expect(asked.length).toBeGreaterThan(7)
    expect((await team('GET', `/link/${foreign.id}`)).body).toEqual(before.body)
  })

  it('matches no link of others in any query', async () => {
    let [asked, excluded] = [0, 0]
    for (const { path, method, parameters, endless } of operations) {
      if (method !== 'GET' || path.includes('{') || endless) continue
      if (!parameters.some(({ name }) => name === 'link_id')) continue
      const required = parameters
        .filter((it) => it.in === 'query' && it.required)
        .map((it) => `&${it.name}=${it.name === 'fields' ? 'countries' : 'x'}`)
      const call = (query: string) => editor('GET', `${path}?${query}${required.join('')}`)
      const found = await call(`link_id=${foreign.id}`)
      const unknown = anonymous(await call(`link_id=${NOBODYS}`), NOBODYS)
      expect([path, anonymous(found, foreign.id)]).toEqual([path, unknown])
      if (parameters.some(({ name }) => name === 'link_id_not')) {
        const several = await call(`link_id=${foreign.id}&link_id=${NOBODYS}`)
        const others = await call(`link_id_not=${own.id}`)
        expect([path, anonymous(several, foreign.id)]).toEqual([path, unknown])
        expect([path, anonymous(others, own.id)]).toEqual([path, unknown])
        excluded++
      }
      asked++
    }
    expect(asked).toBeGreaterThan(10)
    expect(excluded).toBeGreaterThan(10)
    const parts = [own, foreign].map(({ id }) => `&part=clicks%3Flink_id=${id}%26interval=month`)
    const compared = await editor<{ parts: unknown[] }>(
      'GET',
      `/analytics/report?${parts.join('').slice(1)}`,
    )
    expect(compared.body.parts).toEqual([[expect.objectContaining({ clicks: 1 })], []])
  })

  it('changes no link of others in bulk', async () => {
    const before = await team('GET', `/link/${foreign.id}`)
    let asked = 0
    for (const operation of operations) {
      if (!('ids' in (operation.body?.schema.properties ?? {})) || !isAllowed(operation)) continue
      const call = (id: string) =>
        editor(operation.method, operation.path, { ...bodyOf(operation), ids: [Number(id)] })
      const [found, unknown] = [await call(foreign.id), await call(NOBODYS)]

      expect([operation.path, anonymous(found, foreign.id)]).toEqual([
        operation.path,
        anonymous(unknown, NOBODYS),
      ])
      asked++
    }
    expect(asked).toBeGreaterThan(1)
    expect((await team('GET', `/link/${foreign.id}`)).body).toEqual(before.body)
  })

  it('reads nothing of them in lists, totals, exports, searches and analytics', async () => {
    let asked = 0
    for (const operation of operations) {
      const { path, method, parameters, endless } = operation
      if (method !== 'GET' || path.includes('{') || endless || !isAllowed(operation)) continue
      const query = parameters
        .filter((it) => it.in === 'query' && it.required)
        .map((it) => `${it.name}=${it.name === 'fields' ? 'links' : foreign.short_url}`)
      const answer = await editor('GET', `${path}?${query.join('&')}`)
      expect([path, JSON.stringify(answer.body).includes(secret)]).toEqual([path, false])
      asked++
    }
    expect(asked).toBeGreaterThan(25)

    const { body } = await editor<{ total: number; items: Made[] }>('GET', '/link')
    expect([body.total, body.items.map(({ id }) => id)]).toEqual([1, [own.id]])
    const found = await editor<{ total: number }>('GET', `/link?search=${secret}`)
    expect(found.body.total).toBe(0)
    expect((await team<{ total: number }>('GET', '/link')).body.total).toBeGreaterThan(1)
  })

  it('changes, reads and deletes their own', async () => {
    const title = { title: 'Changed' }
    expect(await editor('PUT', `/link/${own.id}`, title)).toMatchObject({
      status: 200,
      body: title,
    })
    const made = await editor<Made>('POST', '/link', { ...NEW, domain_id: domainId })
    expect((await editor('DELETE', `/link/${made.body.id}`)).status).toBe(200)
  })

  it('sees the links of others again after the limit is lifted', async () => {
    const { api, id } = await newMember(team, 'editor')
    expect((await api('GET', `/link/${foreign.id}`)).status).toBe(200)
    const limit = (own_links_only: boolean) => team('PUT', `/member/${id}`, { own_links_only })

    expect((await limit(true)).body).toMatchObject({ role: 'editor', own_links_only: true })
    await vi.waitFor(
      async () => expectProblem(await api('GET', `/link/${foreign.id}`), [404, 'not_found']),
      10_000,
    )
    expect((await limit(false)).status).toBe(200)
    await vi.waitFor(
      async () => expect((await api('GET', `/link/${foreign.id}`)).status).toBe(200),
      10_000,
    )
  })
})

it('a key of a creator with own links only reaches no link of others', async () => {
  const creator = await newMember(team, 'admin')
  const { body } = await creator.api<{ key: string }>('POST', '/key', { name: 'Key' })
  const key = customer(body.key)
  const mine = await key<Made>('POST', '/link', { ...NEW, domain_id: domainId })
  expect((await key('GET', `/link/${foreign.id}`)).status).toBe(200)
  await team('PUT', `/member/${creator.id}`, { role: 'editor', own_links_only: true })

  await vi.waitFor(
    async () => expectProblem(await key('GET', `/link/${foreign.id}`), [404, 'not_found']),
    10_000,
  )
  expect((await key('GET', `/link/${mine.body.id}`)).status).toBe(200)
  expect((await key<{ total: number }>('GET', '/link')).body.total).toBe(1)
})

it('only an editor is limited to own links', async () => {
  const refused = [400, 'invalid_request', ['own_links_only']] as [number, string, string[]]
  const invitation = { role: 'admin', own_links_only: true }
  expectProblem(await team('POST', '/invitation', invitation), refused)
  const other = await newMember(team, 'viewer')
  expectProblem(await team('PUT', `/member/${other.id}`, { own_links_only: true }), refused)
  expect((await team('GET', `/member/${memberId}`)).body).toMatchObject({ own_links_only: true })
})
