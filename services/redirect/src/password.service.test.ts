import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { createTestRedis } from '@fingerpost/kit/testing'
import { openFaultProxy } from '@fingerpost/kit/testing/fault-proxy'
import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import type { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Fakes,
  queuedClicks,
  startFakes,
  startTestRedirect,
  visit,
} from './testing/redirect.ts'

const lifecycle = new Lifecycle(createLog('redirect', 'silent'))
const HIDDEN = 'https://hidden.example/place'
const PASSWORD = 'Ein Paßwort & more'
let stored: Awaited<ReturnType<typeof createTestRedis>>
let line: Awaited<ReturnType<typeof openFaultProxy>>
let fakes: Fakes
let port: number
let domain: DomainRecord
let passwordHash: string
let link: SlugRecord
let path: string
let links = 0

beforeAll(async () => {
  stored = lifecycle.own('redis', await createTestRedis(), (it) => it.drop())
  line = lifecycle.own('line', await openFaultProxy(new URL(stored.url)), (it) => it.close())
  fakes = await startFakes(lifecycle)
  const redirect = await startTestRedirect(fakes, line.url, { TRUSTED_PROXIES: ['127.0.0.1/32'] })
  lifecycle.own('redirect', redirect, (it) => it.close())
  port = redirect.port
  domain = fakes.addDomain({ id: Math.floor(Math.random() * 1e9), name: 'go.example' })
  passwordHash = await hash(PASSWORD.normalize('NFKC'), { memoryCost: 1024, timeCost: 1 })
})
afterAll(() => lifecycle.close())
beforeEach(() => {
  const slug = `locked-${links++}`
  link = fakes.addLink(domain, {
    slug,
    title: 'Hidden title',
    url: HIDDEN,
    password_hash: passwordHash,
  })
  path = `/${slug}`
})

const go = (options: Parameters<typeof visit>[3] = {}, at = path) =>
  visit(port, 'go.example', at, options)
const send = (password: string, headers: Record<string, string> = {}, at = path) =>
  go(
    {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ password }).toString(),
    },
    at,
  )
const cookieOf = ({ headers }: Awaited<ReturnType<typeof send>>) =>
  headers['set-cookie']?.[0]?.split(';')[0] ?? ''

it('the form reveals nothing about the link, and is not counted as a click', async () => {
  for (const answer of [await go(), await go({ method: 'HEAD' }), await send('wrong')]) {
    expect(answer.status).toBe(401)
    expect(JSON.stringify(answer)).not.toMatch(/hidden\.example|Hidden title/)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  }
  const clicks = await queuedClicks(stored.client)
  expect(clicks.filter(({ link_id: linkId }) => linkId === link.link_id)).toEqual([])
})

it('the correct password redirects to the same address with a cookie, which unlocks the link', async () => {
  const { status, location, headers, body } = await send(PASSWORD, {}, `${path}?a=1`)

  expect([status, location, body]).toEqual([303, `${path}?a=1`, ''])
  expect(headers['set-cookie']?.[0]).toMatch(
    new RegExp(`^fp_${link.link_id}=.+; Max-Age=3600; Path=${path}; HttpOnly; SameSite=Lax$`),
  )
  const opened = await go({ headers: { cookie: cookieOf({ headers } as never) } }, `${path}?a=1`)
  expect([opened.status, opened.location]).toEqual([302, `${HIDDEN}?a=1`])
  await vi.waitFor(
    async () => {
      const clicks = await queuedClicks(stored.client)
      expect(clicks.filter(({ link_id: linkId }) => linkId === link.link_id)).toHaveLength(1)
    },
    { timeout: 10_000 },
  )
})

it('a cookie does not unlock other links, or the same link after its password changed', async () => {
  const cookie = cookieOf(await send(PASSWORD))
  const other = fakes.addLink(domain, { slug: 'other-locked', password_hash: passwordHash })
  const forged = cookie.replace(`fp_${link.link_id}`, `fp_${other.link_id}`)
  expect((await go({ headers: { cookie: forged } }, '/other-locked')).status).toBe(401)

  const key = `slug:${domain.id}:${link.slug}`
  const changed = await hash('another', { memoryCost: 1024, timeCost: 1 })
  fakes.slugs.set(key, { ...link, password_hash: changed })
  await stored.client.publish('records', key)

  await vi.waitFor(async () => expect((await go({ headers: { cookie } })).status).toBe(401))
})

it('programs send the password in a header', async () => {
  const given = Buffer.from(PASSWORD, 'utf8').toString('latin1')
  expect((await go({ headers: { 'x-link-password': given } })).location).toBe(HIDDEN)
  expect((await go({ headers: { 'x-link-password': 'wrong' } })).status).toBe(401)
  expect((await go({}, `${path}?password=${encodeURIComponent(PASSWORD)}`)).status).toBe(401)
})

it('a form of another site is rejected', async () => {
  const { status, headers } = await send(PASSWORD, { origin: 'https://evil.example' })
  expect(status).toBe(403)
  expect(headers['set-cookie']).toBeUndefined()
})

it('a malformed or endless form is rejected', async () => {
  expect((await send('')).status).toBe(401)
  const { status, headers } = await send('x'.repeat(1_000_000))
  expect([status, headers.connection]).toEqual([413, 'close'])
})

it.each(['PUT', 'DELETE', 'OPTIONS'])(
  '%s is refused; GET, HEAD and POST are allowed',
  async (method) => {
    const { status, headers } = await go({ method })

    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, POST'])
  },
)

it('expiry comes before the password', async () => {
  fakes.addLink(domain, {
    slug: 'dead',
    password_hash: passwordHash,
    expires_at_ms: 1,
    expire_url: 'https://l.example/',
  })
  expect((await go({}, '/dead')).location).toBe('https://l.example/')
  expect((await send(PASSWORD, {}, '/dead')).location).toBe('https://l.example/')
})

it('a locked link consumes a click after the password, not for the form', async () => {
  const limited = fakes.addLink(domain, {
    slug: 'few',
    password_hash: passwordHash,
    expires_after: 1,
    url: HIDDEN,
  })
  fakes.limits.set(limited.link_id, { limit: 1, taken: 0, granted: 0, used: 0 })
  expect((await go({}, '/few')).status).toBe(401)
  const cookie = cookieOf(await send(PASSWORD, {}, '/few'))

  expect((await go({ headers: { cookie } }, '/few')).location).toBe(HIDDEN)
  expect((await go({ headers: { cookie } }, '/few')).status).toBe(410)
  expect((await go({}, '/few')).status).toBe(410)
})

describe('guessing', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })

  it('is blocked after five wrong passwords from one address, even for the correct one', async () => {
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => send('wrong', from('8.8.8.8'))),
    )

    expect(tries.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(7)
    const { status, headers } = await send(PASSWORD, from('8.8.8.8'))
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(800)
    expect((await send(PASSWORD, from('8.8.4.4'))).status).toBe(303)
  })

  it('counts an IPv6 /64 network as one address', async () => {
    for (let i = 1; i <= 5; i++) await send('wrong', from(`2001:db8:1:1::${i}`))
    expect((await send('wrong', from('2001:db8:1:1::6'))).status).toBe(429)
    expect((await send('wrong', from('2001:db8:1:2::6'))).status).toBe(401)
  })

  it('does not limit correct passwords, up to sixty a minute', async () => {
    const right = () => send(PASSWORD, from('8.8.8.8'))
    for (let i = 0; i < 60; i++) expect((await right()).status).toBe(303)

    expect((await right()).status).toBe(429)
    expect((await send(PASSWORD, from('8.8.4.4'))).status).toBe(303)
  })

  it('is limited to fifty wrong passwords per network', async () => {
    for (let i = 0; i < 50; i++) await send('wrong', from(`9.9.9.${i}`))

    expect((await send(PASSWORD, from('9.9.9.99'))).status).toBe(429)
    expect((await send(PASSWORD, from('9.9.8.1'))).status).toBe(303)
  })

  it('from many networks leaves all other addresses one try', async () => {
    for (let i = 0; i < 50; i++) await send('wrong', from(`9.${i}.9.1`))

    expect((await send(PASSWORD, from('10.0.0.1'))).status).toBe(303)
    expect((await send('wrong', from('10.0.1.1'))).status).toBe(401)
    expect((await send(PASSWORD, from('10.0.1.1'))).status).toBe(429)
  })

  it('is impossible while Redis is unavailable, and cookies remain valid', async () => {
    const cookie = cookieOf(await send(PASSWORD))
    line.set('refuse')
    try {
      expect((await send(PASSWORD)).status).toBe(503)
      expect((await go({ headers: { cookie } })).location).toBe(HIDDEN)
    } finally {
      line.set('ok')
    }
  })
})
