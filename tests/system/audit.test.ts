import { beforeAll, describe, expect, it, vi } from 'vitest'
import { newMember, signIn } from '../people.ts'
import { randomNumbers } from '../random.ts'
import { admin, customer, stack } from '../stack.ts'
import { type Customer, expectProblem, narrowed, newTeam, unique } from '../teams.ts'

interface Entry {
  id: string
  at: string
  actor: { kind: string; id: string | null; name: string | null; user_id: string | null }
  address: string | null
  request_id: string | null
  operation: string
  object: { kind: string; id: string; name: string | null }
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}
interface Page {
  items: Entry[]
  next: string | null
}
interface Made {
  id: number | string
}
interface Change {
  requestId: string
  keyId: string
  operation: string
  kind: string
  ids: string[]
}

const CHANGES = 100
const SECRET = 'a secret of this test'

let api: Customer
let keys: { id: string; use: Customer }[]
let domainId: number
let theirs: Customer
let key: string
let theirKey: string
const host = `${unique('audit')}.example`
const changes: Change[] = []

beforeAll(async () => {
  const team = await newTeam('A team with an audit log')
  ;({ api, key } = team)
  const other = await newTeam('A team that looks at the log of another')
  ;[theirs, theirKey] = [other.api, other.key]
  const named = async (name: string) => {
    const { body } = await api<{ id: number; key: string }>('POST', '/key', { name })
    return { id: String(body.id), use: customer(body.key) }
  }
  keys = [await named('Anna'), await named('Ben')]
  const added = ['domain', 'add', host, '--org', team.orgId, '--verified']
  domainId = (await admin<{ id: number }>(...added)).id
})

/** Sends a change by one of the keys, and remembers what the log must say about it. */
async function change(
  by: { id: string; use: Customer },
  [method, path, body]: readonly [string, string, unknown?],
  expected: { operation: string; kind: string; ids?: string[] },
): Promise<string> {
  const requestId = crypto.randomUUID()
  const answer = await by.use<Made>(method, path, body, { 'x-request-id': requestId })
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  const ids = expected.ids ?? [String(answer.body.id)]
  if (ids.length > 0) changes.push({ ...expected, ids, requestId, keyId: by.id })
  return String(answer.body.id)
}

/** Makes random changes of random objects, one after the other. */
async function changeAtRandom(count: number): Promise<void> {
  const below = randomNumbers(20_261_122)
  const bodies = {
    link: () => ({
      url: 'https://e.example/',
      domain_id: domainId,
      title: unique('t'),
      password: SECRET,
    }),
    folder: () => ({ name: unique('Folder') }),
    tag: () => ({ name: unique('Tag') }),
    view: () => ({ name: unique('View'), page: 'links', query: 'search=a' }),
    webhook: () => ({
      url: 'https://hooks.example/',
      events: ['link.clicked'],
      name: unique('Hook'),
    }),
    key: () => ({ name: unique('Key'), scopes: ['link:read'] }),
    domain: () => ({ name: `${unique('audited')}.example` }),
  }
  const kinds = Object.keys(bodies) as (keyof typeof bodies)[]
  const objects = new Map(kinds.map((kind) => [kind, [] as string[]]))
  while (changes.length < count) {
    const by = keys[below(2)] as (typeof keys)[number]
    const kind = kinds[below(kinds.length)] as keyof typeof bodies
    const present = objects.get(kind) as string[]
    const at = below(Math.max(1, present.length))
    const id = present[at]
    const dice = below(10)
    if (dice === 0) {
      const [path, body] = below(2)
        ? (['organization', { name: unique('Team') }] as const)
        : (['bio', { title: unique('Page') }] as const)
      const isNew = path === 'bio' && !changes.some((it) => it.kind === 'bio_page')
      await change(by, ['PUT', `/${path}`, body], {
        operation: isNew ? 'created' : 'updated',
        kind: path === 'bio' ? 'bio_page' : path,
      })
    } else if (dice < 5 || id === undefined) {
      present.push(
        await change(by, ['POST', `/${kind}`, bodies[kind]()], { operation: 'created', kind }),
      )
    } else if (dice < 8) {
      const { name, title } = bodies[kind]() as { name?: string; title?: string }
      const body =
        kind === 'domain' ? { root_url: `https://${unique('root')}.example/` } : { name, title }
      await change(by, ['PUT', `/${kind}/${id}`, body], { operation: 'updated', kind, ids: [id] })
    } else if (kind === 'link' && dice === 8) {
      const ids = present.slice(0, 5)
      present.splice(0, ids.length)
      await change(by, ['POST', '/link/delete', { ids }], { operation: 'deleted', kind, ids })
    } else {
      present.splice(at, 1)
      await change(by, ['DELETE', `/${kind}/${id}`], { operation: 'deleted', kind, ids: [id] })
    }
  }
}

/** Entries of the log, without those of exports, which this call adds, too. */
const exported = async (query = '', by = key): Promise<Entry[]> => {
  const url = `${stack.url}/api/audit/export${query}`
  const answer = await fetch(url, { headers: { 'x-api-key': by } })
  expect(answer.headers.get('content-type')).toMatch(/^application\/x-ndjson/)
  return (await answer.text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(isChange)
}
const isChange = ({ operation }: Entry) => operation !== 'exported'

describe('the audit log', () => {
  beforeAll(() => changeAtRandom(CHANGES))

  it('has every change of a random sequence by two keys, in its order', async () => {
    const log = (await exported()).reverse()
    const known = new Set(changes.map(({ requestId }) => requestId))
    const found: Change[] = []
    for (const { request_id, actor, operation, object } of log) {
      if (!known.has(request_id ?? '')) continue
      const last = found.at(-1)
      if (last?.requestId === request_id) last.ids.push(object.id)
      else {
        const requestId = request_id ?? ''
        const keyId = actor.id ?? ''
        found.push({ requestId, keyId, operation, kind: object.kind, ids: [object.id] })
      }
    }

    const sorted = (all: Change[]) => all.map((it) => ({ ...it, ids: it.ids.toSorted() }))
    expect(sorted(found)).toEqual(sorted(changes))
    expect(JSON.stringify(log)).not.toMatch(/whsec_|argon2|sha256/)
    expect(JSON.stringify(log)).not.toContain(SECRET)
  })

  it('shows the actor and the address of a change, and the fields before and after', async () => {
    const [anna] = keys as [(typeof keys)[number]]
    const id = await change(anna, ['POST', '/folder', { name: 'Before' }], {
      operation: 'created',
      kind: 'folder',
    })
    await change(anna, ['PUT', `/folder/${id}`, { name: 'After' }], {
      operation: 'updated',
      kind: 'folder',
      ids: [id],
    })

    const { items, next } = (await api<Page>('GET', `/audit?object_kind=folder&object_id=${id}`))
      .body
    expect(next).toBeNull()
    expect(items[0]).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      actor: { kind: 'key', id: anna.id, name: 'Anna', user_id: null },
      address: expect.stringMatching(/^[\d.:a-f]+$/),
      request_id: changes.at(-1)?.requestId,
      operation: 'updated',
      object: { kind: 'folder', id, name: 'After' },
      before: { name: 'Before' },
      after: { name: 'After' },
    })
  })

  it('names the person of a session, and shows sign-ins and refused ones', async () => {
    const person = await newMember(api, 'editor')
    const made = await person.api<Made>('POST', '/folder', { name: unique('Folder') })
    await signIn(person.email, 'a wrong password')
    const { api: again } = await signIn(person.email)
    expect((await again('DELETE', '/session')).status).toBe(200)

    const user = { kind: 'user', id: String(person.id), name: 'Jana', user_id: String(person.id) }
    const log = await exported(`?object_kind=folder&object_id=${made.body.id}`)
    expect(log).toMatchObject([{ actor: user, operation: 'created' }])
    const sessions = (await exported('?object_kind=session')).slice(0, 2)
    expect(sessions).toMatchObject([
      { actor: user, operation: 'deleted', object: { name: person.email } },
      { actor: user, operation: 'created', object: { name: person.email } },
    ])
    await vi.waitFor(async () => {
      const refused = await exported('?operation=refused')
      expect(refused).toMatchObject([
        { actor: { kind: 'anonymous' }, object: { kind: 'account', id: String(person.id) } },
      ])
    })
  })

  it('is read in pages, which together are the export', async () => {
    const all = await exported('?actor_kind=key')
    const paged: Entry[] = []
    for (let next: string | null = ''; next !== null; ) {
      const query: string = next && `&before=${next}`
      const page: Page = (await api<Page>('GET', `/audit?actor_kind=key&limit=50${query}`)).body
      paged.push(...page.items.filter(isChange))
      next = page.next
    }
    expect(paged).toEqual(all)
  })

  it('has an entry for each export, with its query', async () => {
    await exported('?operation=created')
    const { items } = (await api<Page>('GET', '/audit?operation=exported&limit=10')).body
    expect(items[0]).toMatchObject({ actor: { kind: 'key' }, object: { kind: 'organization' } })
    expect(JSON.stringify(items[0]?.after)).toContain('operation=created')
  })

  it('is filtered by actor, object, operation and time', async () => {
    const all = await exported()
    const [anna] = keys as [(typeof keys)[number]]
    const expectSame = async (query: string, matches: (entry: Entry) => boolean) =>
      expect(await exported(query), query).toEqual(all.filter(matches))
    const middle = all[Math.floor(all.length / 2)]?.at ?? ''

    // A person may have the same id.
    await expectSame(
      `?actor_kind=key&actor_id=${anna.id}`,
      ({ actor }) => actor.kind === 'key' && actor.id === anna.id,
    )
    await expectSame('?actor_kind=operator', (it) => it.actor.kind === 'operator')
    await expectSame('?object_kind=link', (it) => it.object.kind === 'link')
    await expectSame('?operation=deleted', (it) => it.operation === 'deleted')
    await expectSame(`?from=${middle}`, (it) => it.at >= middle)
    await expectSame(`?to=${middle}`, (it) => it.at < middle)
    const wrong = 'actor_kind=x&operation=x&object_kind=x&from=x&before=x&limit=7&what=x'
    expectProblem(await api('GET', `/audit?${wrong}`), [
      400,
      'invalid_request',
      ['actor_kind', 'operation', 'object_kind', 'from', 'before', 'limit', 'what'],
    ])
  })

  it('requires its scope, and shows nothing of another team', async () => {
    const narrow = await narrowed(api, ['link:read', 'key:manage'])
    for (const path of ['/audit', '/audit/export', '/link/1/history']) {
      expectProblem(await narrow('GET', path), [403, 'insufficient_scope'])
    }
    const requestIds = new Set(changes.map(({ requestId }) => requestId))
    const seen = (await exported('', theirKey)).filter((it) => requestIds.has(it.request_id ?? ''))
    expect(seen).toEqual([])
  })
})

describe('the history of a link', () => {
  it('has its versions, and an earlier one is restored', async () => {
    const wanted = { url: 'https://wanted.example/', domain_id: domainId, title: 'Wanted' }
    const { id } = (await api<Made>('POST', '/link', wanted)).body
    const history = async () => (await api<Page>('GET', `/link/${id}/history`)).body.items
    const [version] = await history()
    await api('PUT', `/link/${id}`, { url: 'https://wrong.example/', title: 'Wrong' })

    const restored = await api('POST', `/link/${id}/restore`, { version: version?.id })

    expect(restored).toMatchObject({ status: 200, body: wanted })
    expect((await history()).map((it) => [it.operation, it.after?.title])).toEqual([
      ['updated', 'Wanted'],
      ['updated', 'Wrong'],
      ['created', 'Wanted'],
    ])
    expectProblem(await theirs('GET', `/link/${id}/history`), [404, 'not_found'])
    const body = { version: version?.id }
    expectProblem(await theirs('POST', `/link/${id}/restore`, body), [404, 'not_found'])
    expectProblem(await api('POST', `/link/${id}/restore`, { version: 'x' }), [
      400,
      'invalid_request',
      ['version'],
    ])
  })
})
