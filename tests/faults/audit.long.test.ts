import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomNumbers } from '../random.ts'
import { type Change, type Client, type Sent, send, untilAnswered } from './changes.ts'
import { call } from './requests.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

interface Entry {
  id: string
  actor: { id: string | null }
  request_id: string | null
  operation: string
  object: { kind: string; id: string }
  after: Record<string, unknown> | null
}

const CHANGES = 500
/** The processes that are killed, each twice, while a change is in flight. */
const VICTIMS = ['link', 'catalog', 'postgres']
/** Below all quotas. */
const OBJECTS_MAX = 15
const PASSWORD = 'correct horse battery'

/** The field of each kind that tells its versions apart, and values of it. */
const FIELDS: Record<string, [field: string, value: (unique: string) => unknown]> = {
  link: ['title', (it) => `Title ${it}`],
  folder: ['name', (it) => `Folder ${it}`],
  tag: ['name', (it) => `Tag ${it}`],
  webhook: ['name', (it) => `Hook ${it}`],
  key: ['name', (it) => `Key ${it}`],
  domain: ['root_url', (it) => `https://${it}.example/`],
  member: ['role', (it) => (['viewer', 'editor', 'admin'] as const)[it.charCodeAt(0) % 3]],
}
const KINDS = Object.keys(FIELDS)

let testStack: TestStack
let team: Client
beforeAll(async () => {
  testStack = await startTestStack()
  team = { headers: { 'x-api-key': testStack.apiKey } }
}, 180_000)
afterAll(() => testStack?.close())

const origin = () => ({ origin: new URL(testStack.url).origin })
let people = 0
/** The request with which an invited person creates an account. */
const acceptance = (token: unknown): Change => {
  const email = `person-${people++}@example.com`
  return {
    by: { headers: { ...origin(), 'x-forwarded-for': `2001:db8:${people.toString(16)}::1` } },
    method: 'POST',
    path: '/invitation/accept',
    body: { token, email, name: 'Jana', password: PASSWORD },
    expected: ['deleted invitation', 'created member', 'created session'],
  }
}
const invitation = (by: Client, role: string): Change => ({
  by,
  method: 'POST',
  path: '/invitation',
  body: { role },
  expected: ['created invitation'],
})

/** Adds a member to the team and signs them in. */
async function signedIn(role: string): Promise<{ client: Client; sent: Sent[] }> {
  const invited = await send(testStack, invitation(team, role))
  const accepted = await send(testStack, acceptance(invited.answer?.body.token))
  const cookie = accepted.answer?.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const actorId = String(accepted.answer?.body.id)
  accepted.by.actorId = actorId
  return {
    client: { actorId, headers: { ...origin(), cookie: cookie ?? '' } },
    sent: [invited, accepted],
  }
}

const creation = (by: Client, kind: string, unique: string): Change => {
  const [field, value] = FIELDS[kind] as (typeof FIELDS)[string]
  const body = {
    [field]: value(unique),
    ...(kind === 'link' && { url: 'https://e.example/', domain_id: 1 }),
    ...(kind === 'webhook' && { url: 'https://hooks.example/', events: ['link.clicked'] }),
    ...(kind === 'key' && { scopes: ['link:read'] }),
    ...(kind === 'domain' && { name: `${unique}.example` }),
  }
  return { by, method: 'POST', path: `/${kind}`, body, expected: [`created ${kind}`] }
}

async function export_(): Promise<Entry[]> {
  const answer = await fetch(`${testStack.url}/api/audit/export`, { headers: team.headers })
  const lines = (await answer.text()).split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line)).toReversed()
}

/** The objects of each kind, with the value of their field, as the API lists them. */
async function present(kind: string): Promise<Map<string, unknown>> {
  const [field] = FIELDS[kind] as (typeof FIELDS)[string]
  const all = new Map<string, unknown>()
  for (let page = 0; ; page++) {
    const path = `/${kind}?limit=100&page=${page}`
    const { body } = await call<{ items: Record<string, unknown>[] }>(testStack, 'GET', path)
    for (const item of body.items) all.set(String(item.id), item[field] ?? null)
    if (body.items.length < 100) return all
  }
}

/** The same, from the log alone. */
function replayed(log: readonly Entry[], kind: string): Map<string, unknown> {
  const [field] = FIELDS[kind] as (typeof FIELDS)[string]
  const all = new Map<string, unknown>()
  for (const { object, operation, after } of log) {
    if (object.kind !== kind) continue
    if (operation === 'deleted') all.delete(object.id)
    else if (operation === 'created') all.set(object.id, after?.[field] ?? null)
    else if (after && field in after) all.set(object.id, after[field])
  }
  return all
}

/** Sends random changes by several people and a key, and kills a process now and then. */
async function changeAtRandom(clients: readonly Client[]): Promise<Sent[]> {
  const below = randomNumbers(20_261_122)
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T
  const objects = new Map(KINDS.map((kind) => [kind, [] as string[]]))
  const sent: Sent[] = []
  for (let n = 0; n < CHANGES; n++) {
    const [by, kind, unique] = [pick(clients), pick(KINDS), `n${below(1e9)}x${n}`]
    const ids = objects.get(kind) as string[]
    const [dice, id] = [below(10), pick(ids)]
    const isNew = id === undefined || (dice < 5 && ids.length < OBJECTS_MAX)
    let next: Change
    if (isNew && kind === 'member') {
      const invited = await send(testStack, invitation(by, 'viewer'))
      sent.push(invited)
      if (!invited.answer) continue
      next = acceptance(invited.answer.body.token)
    } else if (isNew) next = creation(by, kind, unique)
    else {
      const [field, value] = FIELDS[kind] as (typeof FIELDS)[string]
      const isChange = dice < 8
      next = {
        by,
        method: isChange ? 'PUT' : 'DELETE',
        path: `/${kind}/${id}`,
        ...(isChange && { body: { [field]: value(unique) } }),
        expected: [`${isChange ? 'updated' : 'deleted'} ${kind}`],
      }
    }
    const isKill = n % 80 === 79
    const killing = isKill && testStack.kill(VICTIMS[Math.floor(n / 80) % VICTIMS.length] ?? '')
    const done = await send(testStack, next)
    sent.push(done)
    if (!isNew && next.method === 'DELETE') ids.splice(ids.indexOf(id ?? ''), 1)
    if (isNew && done.answer) {
      ids.push(String(done.answer.body.id))
      if (kind === 'member') done.by.actorId = String(done.answer.body.id)
    }
    if (killing) await killing
    if (killing || !done.answer) await untilAnswered(testStack, team)
  }
  return sent
}

it('the log has every answered change once and in order, and is the state, after kills of link, catalog and Postgres', async () => {
  const members = [await signedIn('owner'), await signedIn('owner'), await signedIn('owner')]
  const clients = [team, ...members.map(({ client }) => client)]
  const sent = [...members.flatMap((it) => it.sent), ...(await changeAtRandom(clients))]

  const log = await export_()
  const found = new Map<string, Entry[]>()
  for (const entry of log) {
    const id = entry.request_id ?? ''
    found.set(id, [...(found.get(id) ?? []), entry])
  }
  const changesOf = (entries: readonly Entry[] = []) =>
    entries.map(({ operation, object }) => `${operation} ${object.kind}`)
  const wrong = sent.flatMap((it) => {
    const entries = found.get(it.requestId)
    const changes = changesOf(entries)
    // A role that a member already has changes nothing.
    const isNothing = changes.length === 0 && (!it.answer || it.expected[0] === 'updated member')
    const isRight = isNothing || JSON.stringify(changes) === JSON.stringify(it.expected)
    const actors = new Set(entries?.map(({ actor }) => actor.id))
    const isActor = !it.by.actorId || entries?.length === 0 || !entries || actors.has(it.by.actorId)
    return isRight && isActor ? [] : [{ path: it.path, expected: it.expected, changes, actors }]
  })
  expect(wrong).toEqual([])

  const answered = sent.filter((it) => it.answer && found.has(it.requestId))
  const order = answered.map(({ requestId }) => requestId)
  const known = new Set(order)
  const inLog = [...new Set(log.map((it) => it.request_id ?? ''))].filter((it) => known.has(it))
  expect(inLog).toEqual(order)
  expect(sent.filter((it) => it.answer).length).toBeGreaterThan(CHANGES / 2)

  for (const kind of KINDS) {
    expect([kind, [...replayed(log, kind)].sort()]).toEqual([
      kind,
      [...(await present(kind))].sort(),
    ])
  }
}, 600_000)
