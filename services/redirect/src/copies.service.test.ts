import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Agent } from 'node:http'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { createRecords } from '@fingerpost/kit/stores/versioned-cache'
import { createTestRedis } from '@fingerpost/kit/testing'
import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Fakes, startFakes, startTestRedirect, visit } from './testing/redirect.ts'

const LINKS = 20
const EDITS = 50
const CROWD = 500

const lifecycle = new Lifecycle(createLog('redirect', 'silent'))
const ports: number[] = []
let adminPort: number
let stored: Awaited<ReturnType<typeof createTestRedis>>
let fakes: Fakes
let domain: DomainRecord
let put: (record: SlugRecord) => Promise<boolean>

beforeAll(async () => {
  stored = lifecycle.own('redis', await createTestRedis(), (it) => it.drop())
  fakes = await startFakes(lifecycle)
  domain = fakes.addDomain({ id: Math.floor(Math.random() * 1e9), name: 'go.example' })
  const records = createRecords(stored.client, SlugRecord)
  put = (record) => records.put(`slug:${record.domain_id}:${record.slug}`, record)
  for (const name of ['one', 'two']) {
    const copy = lifecycle.own(name, await startTestRedirect(fakes, stored.url), (it) => it.close())
    ports.push(copy.port)
    adminPort = copy.adminPort
  }
})
afterAll(() => lifecycle.close())

/** Lookups of links that memory could not answer, in both replicas. */
async function lookups(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
  return [
    ...text.matchAll(/^fingerpost_redirect_records_total\{level="(?!process)\w+".*\} (\d+)$/gm),
  ]
    .map(([, count]) => Number(count))
    .reduce((sum, count) => sum + count, 0)
}

const locations = (slug: string) =>
  Promise.all(ports.map(async (port) => (await visit(port, 'go.example', `/${slug}`)).location))

it('both replicas see each of a thousand edits', async () => {
  const edited = Array.from({ length: LINKS }, (_, i) =>
    fakes.addLink(domain, { slug: `edited-${i}`, url: 'https://v0.example/' }),
  )
  let seen = 0
  const edit = async (record: SlugRecord) => {
    for (let version = 2; version <= EDITS + 1; version++) {
      const url = `https://v${version}.example/`
      const changed = { ...record, version, url }
      fakes.slugs.set(`slug:${domain.id}:${record.slug}`, changed)
      await put(changed)
      await vi.waitFor(async () => expect(await locations(record.slug)).toEqual([url, url]), {
        timeout: 10_000,
        interval: 2,
      })
      seen++
    }
  }

  await Promise.all(edited.map(edit))

  expect(seen).toBe(1_000)
}, 60_000)

it('a late older record changes nothing in either replica', async () => {
  const record = fakes.addLink(domain, { slug: 'late', url: 'https://old.example/' })
  expect(await put({ ...record, version: 9, url: 'https://new.example/' })).toBe(true)
  await vi.waitFor(async () =>
    expect(await locations('late')).toEqual(Array(2).fill('https://new.example/')),
  )

  expect(await put({ ...record, version: 8 })).toBe(false)

  expect(await locations('late')).toEqual(Array(2).fill('https://new.example/'))
})

it('changes during a lost subscription are seen after the reconnect', async () => {
  const record = fakes.addLink(domain, { slug: 'unannounced', url: 'https://old.example/' })
  expect(await locations('unannounced')).toEqual(Array(2).fill('https://old.example/'))

  // Written without a notification, as if the message had been lost.
  const changed = fakes.addLink(domain, { ...record, version: 2, url: 'https://new.example/' })
  await stored.client.set(`slug:${domain.id}:unannounced`, `2 ${JSON.stringify(changed)}`)
  expect(await locations('unannounced')).toEqual(Array(2).fill('https://old.example/'))
  await stored.client.call('CLIENT', 'KILL', 'TYPE', 'pubsub')

  await vi.waitFor(
    async () =>
      expect(await locations('unannounced')).toEqual(Array(2).fill('https://new.example/')),
    { timeout: 10_000 },
  )
})

/**
 * Sends requests to a replica over open connections, and holds lookups in link until some of them
 * have arrived.
 */
async function visitTogether(port: number, slug: string, count: number, held = count) {
  const agent = new Agent({ keepAlive: true })
  const go = (path: string) =>
    Promise.all(Array.from({ length: count }, () => visit(port, 'go.example', path, { agent })))
  await go('/')
  const { promise, resolve: release } = Promise.withResolvers<void>()
  fakes.hold = promise
  let arrived = 0
  const arrive = () => ++arrived === held && release()
  subscribe('http.server.request.start', arrive)
  try {
    return await go(`/${slug}`)
  } finally {
    unsubscribe('http.server.request.start', arrive)
    agent.destroy()
  }
}

it('500 concurrent requests for an unknown link share two calls to link per replica', async () => {
  for (const port of ports) {
    const { slugs } = fakes.asked

    const answers = await visitTogether(port, 'nobody', CROWD)

    expect(answers.filter(({ status }) => status === 404)).toHaveLength(CROWD)
    // One for the first request, and one for those that arrived while it was in flight.
    expect(fakes.asked.slugs).toBe(slugs + 2)
  }
})

it('a thousand concurrent first requests for a link cause one lookup per replica', async () => {
  fakes.addLink(domain, { slug: 'viral' })
  for (const port of ports) {
    const { slugs, calls } = fakes.asked
    const before = await lookups()

    const answers = await visitTogether(port, 'viral', 1_000, 100)

    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1_000)
    expect(fakes.asked).toMatchObject({ slugs: slugs + 1, calls: calls + 1 })
    expect(await lookups()).toBe(before + 1)
  }
})

it('two locked links are indistinguishable', async () => {
  const passwordHash =
    '$argon2id$v=19$m=1024,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$m3fVvzZJkXhXkXhXkXhXkXhXkXhXkXhXkXhXkXhXkXg'
  fakes.addLink(domain, {
    slug: 'one-lock',
    url: 'https://a.example/',
    title: 'A',
    password_hash: passwordHash,
  })
  fakes.addLink(domain, {
    slug: 'two-lock',
    url: `https://${'long.'.repeat(30)}example/`,
    title: 'T'.repeat(200),
    password_hash: passwordHash,
    ios: 'https://ios.example/',
    geo: [{ id: 1, country: 'CZ', url: 'https://cz.example/' }],
    expires_at_ms: Date.now() + 1e9,
    redirect_code: 301,
  })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const tries = [
    {},
    { method: 'HEAD' },
    { headers: { 'x-link-password': 'wrong' } },
    { headers: { cookie: 'fp_1=a.b' } },
    { method: 'POST', headers: form, body: 'password=wrong' },
    { method: 'POST', headers: form, body: '' },
  ]
  for (const asked of tries) {
    const [one, two] = await Promise.all(
      ['one-lock', 'two-lock'].map(async (slug) => {
        const { headers, ...answer } = await visit(ports[0]!, 'go.example', `/${slug}`, asked)
        return { ...answer, headers: { ...headers, date: undefined } }
      }),
    )
    expect(one?.status).toBe(401)
    expect(one).toEqual(two)
  }
})
