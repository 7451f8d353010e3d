import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startReceiver } from '../../services/link/src/testing/receiver.ts'
import { type Domain, teamWithDomains, visitAs } from '../domains.ts'
import { stack } from '../stack.ts'
import { anonymous, type Customer, expectProblem, newTeam, type Page } from '../teams.ts'

interface Hook {
  id: number
  secret: string
  [field: string]: unknown
}
interface Link {
  id: string
  slug: string
}
let api: Customer
const receiver = await startReceiver()
let domain: Domain
let hook: Hook
let stranger: Customer
const EVENTS = [
  'link.created',
  'link.updated',
  'link.deleted',
  'link.expired',
  'link.clicked',
  'import.finished',
  'domain.verified',
  'domain.failing',
  'domain.unverified',
]

beforeAll(async () => {
  const team = await teamWithDomains('A team with webhooks')
  api = team.api
  domain = await team.createVerified()
  stranger = (await newTeam('Strangers')).api
  const made = await api<Hook>('POST', '/webhook', {
    url: receiver.url,
    events: EVENTS,
    name: 'All',
  })
  expect(made.status).toBe(201)
  expect(made.headers.get('location')).toBe(`/api/webhook/${made.body.id}`)
  hook = made.body
})
afterAll(async () => {
  await api('DELETE', `/webhook/${hook.id}`)
  receiver.close()
})

const create = async (fields: object = {}) =>
  (
    await api<Link>('POST', '/link', {
      url: 'https://e.com/',
      domain_id: domain.id,
      title: 'x',
      ...fields,
    })
  ).body
const visit = ({ slug }: Link) => visitAs(`${stack.url}/${slug}`, domain.name, {})
const log = async (query = '') =>
  (
    await api<Page<Record<string, unknown>>>(
      'GET',
      `/webhook/${hook.id}/delivery?limit=100${query}`,
    )
  ).body
const messageOf = async (type: string, { id }: Link) => {
  await expect
    .poll(() => receiver.of(type, Number(id)).length, { timeout: 15_000 })
    .toBeGreaterThan(0)
  return receiver.of(type, Number(id))[0]!
}
describe('a webhook', () => {
  it('is read without its secret, changed, and listed', async () => {
    const { secret, ...shown } = hook
    expect(hook.secret).toMatch(/^whsec_/)
    expect((await api('GET', `/webhook/${hook.id}`)).body).toEqual(shown)
    const renamed = await api<Hook>('PATCH', `/webhook/${hook.id}`, { ...hook, name: 'Renamed' })
    expect(renamed.body).toMatchObject({ name: 'Renamed', events: EVENTS })
    const { body } = await api<Page<Hook>>('GET', '/webhook?sort=name&order=asc')
    expect(body.items.map(({ id }) => id)).toContain(hook.id)
    expect(JSON.stringify(body)).not.toContain(secret)
  })

  it.each([
    [{ url: 'ftp://e.com', events: ['link.created'] }, ['url']],
    [{ url: 'https://e.com', events: ['link.eaten'], colour: 1 }, ['colour', 'events.0']],
    [{}, ['events', 'url']],
  ])('%j is rejected with the names of its fields', async (body, names) => {
    expectProblem(await api('POST', '/webhook', body), [400, 'invalid_request', names])
  })

  it('is unknown to another team for every method', async () => {
    const calls: [method: string, path: string, body?: object][] = [
      ['GET', ''],
      ['PUT', '', { enabled: false }],
      ['PATCH', '', { enabled: false }],
      ['POST', '/test'],
      ['GET', '/delivery'],
      ['GET', '/delivery/1'],
      ['POST', '/delivery/1/resend'],
      ['DELETE', ''],
    ]
    for (const [method, path, body] of calls) {
      const theirs = await stranger(method, `/webhook/${hook.id}${path}`, body)
      const nobodys = await stranger(method, `/webhook/9007199254740991${path}`, body)
      expectProblem(theirs, [404, 'not_found'])
      expect(anonymous(theirs)).toEqual(anonymous(nobodys))
    }
    expect((await stranger<Page<Hook>>('GET', '/webhook')).body.total).toBe(0)
  })
})

describe('an event', () => {
  it('contains the link as the API returns it, in a signed message', async () => {
    const made = await create({ utm_source: 'mail', expires_after: 5 })
    const { body, headers, data } = await messageOf('link.created', made)

    const verified = new Webhook(hook.secret).verify(body, headers as Record<string, string>)
    expect(verified).toMatchObject({ type: 'link.created', timestamp: expect.any(String) })
    expect(data).toEqual((await api('GET', `/link/${made.id}`)).body)
    const forged = body.replace('"x"', '"y"')
    expect(() =>
      new Webhook(hook.secret).verify(forged, headers as Record<string, string>),
    ).toThrow()
  })

  it('is sent for each change, for clicks, and for the end of a link', async () => {
    const made = await create()
    const { body: changed } = await api<Link>('PUT', `/link/${made.id}`, { title: 'Changed' })
    expect((await messageOf('link.updated', made)).data).toEqual(changed)
    await visit(made)
    expect((await messageOf('link.clicked', made)).data).toMatchObject({ clicks: 1 })
    await api('PUT', `/link/${made.id}`, { expires_at: '2020-01-01T00:00:00Z' })
    await messageOf('link.expired', made)
    await api('DELETE', `/link/${made.id}`)
    await messageOf('link.deleted', made)
  })

  it('is sent when a link reaches its click limit', async () => {
    const made = await create({ expires_after: 1 })
    await visit(made)

    expect((await messageOf('link.expired', made)).data).toMatchObject({
      expires_after: 1,
      clicks: 1,
    })
  })

  it('is not sent to another team', async () => {
    const name = `hooks-${Date.now()}.example.com`
    const domain = await stranger<{ id: number }>('POST', '/domain', { name })
    const link = { url: 'https://e.com', domain_id: domain.body.id, title: 'x' }
    const { body: theirs } = await stranger<Link>('POST', '/link', link)
    await messageOf('link.created', await create())

    expect(receiver.received.filter(({ data }) => data.id === theirs.id)).toEqual([])
  })
})

describe('the test message and the delivery log', () => {
  it('report the result of a message', async () => {
    const { status, body } = await api('POST', `/webhook/${hook.id}/test`)

    expect(status).toBe(200)
    expect(body).toMatchObject({ type: 'webhook.test', status: 'delivered', response_code: 204 })
    const { items, total } = await log()
    const { payload, response, ...shown } = body as Record<string, unknown>
    expect(items).toContainEqual(shown)
    expect(JSON.parse(String(payload))).toMatchObject({ type: 'webhook.test' })
    expect(response).toBe('')
    expect(total).toBe(items.length)
    expect((await log('&status=failed')).items).toEqual([])
  })

  it('report a failed message, whose retries the team can stop', async () => {
    receiver.status = 500
    const made = await create()
    const failed = async () => (await log('&status=pending')).items.find((it) => it.error !== null)
    await expect.poll(failed).toMatchObject({ error: 'answered 500', response_code: 500 })
    await api('PATCH', `/webhook/${hook.id}`, { enabled: false })
    receiver.status = 204
    const again = await api('PATCH', `/webhook/${hook.id}`, { enabled: true })

    expect(again.body).toMatchObject({ enabled: true, failures: 0 })
    await expect
      .poll(() => receiver.of('link.created', Number(made.id)).length, { timeout: 20_000 })
      .toBe(2)
    const ids = receiver.of('link.created', Number(made.id)).map((it) => it.headers['webhook-id'])
    expect(new Set(ids).size).toBe(1)
  })

  it('show what was sent and received, and send a message again with the same id', async () => {
    Object.assign(receiver, { status: 410, body: 'gone \0 for good' })
    const { body: other } = await api<Hook>('POST', '/webhook', {
      url: receiver.url,
      events: EVENTS,
    })
    const path = `/webhook/${other.id}/delivery`
    const { body: sent } = await api<Record<string, unknown>>('POST', `/webhook/${other.id}/test`)
    expect(sent).toMatchObject({ status: 'failed', response: 'gone \u{FFFD} for good' })
    Object.assign(receiver, { status: 200, body: 'x'.repeat(5_000) })

    const again = await api('POST', `${path}/${sent.id}/resend`)
    expect(again.body).toMatchObject({ id: sent.id, status: 'pending', tries: 0 })
    const read = async () => (await api<Record<string, unknown>>('GET', `${path}/${sent.id}`)).body
    await expect.poll(read, { timeout: 20_000 }).toMatchObject({
      status: 'delivered',
      response_code: 200,
      response: 'x'.repeat(2_048),
    })
    expect((await read()).payload).toBe(receiver.received.at(-1)?.body)
    const ids = receiver.received
      .filter(({ data }) => data.webhook_id === other.id)
      .map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([sent.message_id, sent.message_id])

    await api('PATCH', `/webhook/${other.id}`, { enabled: false })
    expectProblem(await api('POST', `${path}/${sent.id}/resend`), [409, 'webhook_disabled'])
    expectProblem(await api('GET', `${path}/9007199254740991`), [404, 'not_found'])
    await api('DELETE', `/webhook/${other.id}`)
    Object.assign(receiver, { status: 204, body: '' })
  })
})
