import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { createTestRedis } from '@fingerpost/kit/testing'
import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Fakes, startFakes, startTestRedirect, visit } from './testing/redirect.ts'

const LIMIT = 50
const CACHED_LINKS = 100

const lifecycle = new Lifecycle(createLog('redirect', 'silent'))
let fakes: Fakes
let port: number
let domain: DomainRecord

beforeAll(async () => {
  const stored = lifecycle.own('redis', await createTestRedis(), (it) => it.drop())
  fakes = await startFakes(lifecycle)
  const own = { UNKNOWN_PER_MINUTE: LIMIT, CACHED_LINKS, TRUSTED_PROXIES: ['127.0.0.1/32'] }
  const redirect = await startTestRedirect(fakes, stored.url, own)
  lifecycle.own('redirect', redirect, (it) => it.close())
  port = redirect.port
  domain = fakes.addDomain({ id: Math.floor(Math.random() * 1e9), name: 'go.example' })
  fakes.addLink(domain, { slug: 'known' })
  fakes.addLink(domain, { slug: 'cold' })
})
afterAll(() => lifecycle.close())

const go = (from: string, slug: string) =>
  visit(port, 'go.example', `/${slug}`, { headers: { 'x-forwarded-for': from } })
const guess = (from: string) => go(from, crypto.randomUUID())

it('an address that guesses slugs is slowed down, and still gets every link that exists', async () => {
  expect((await go('9.9.9.1', 'known')).status).toBe(302)
  for (let i = 0; i < LIMIT; i++) expect((await guess('8.8.8.8')).status).toBe(404)
  const { slugs } = fakes.asked

  const guesses = await Promise.all(Array.from({ length: LIMIT }, () => guess('8.8.8.8')))
  for (const { status, headers } of guesses) {
    expect([status, headers['retry-after']]).toEqual([429, '60'])
  }

  expect(fakes.asked.slugs - slugs).toBeLessThanOrEqual(18) // two at once, sixteen that wait
  expect((await go('8.8.8.8', 'known')).status).toBe(302)
  expect((await go('8.8.8.8', 'cold')).status).toBe(302)
})

it('no other address is slowed down, except in the same IPv6 network', async () => {
  expect((await guess('8.8.4.4')).status).toBe(404)
  for (let i = 0; i < LIMIT; i++) await guess(`2001:db8:1:1::${i + 1}`)
  expect((await guess('2001:db8:1:1::ffff')).status).toBe(429)
  expect((await guess('2001:db8:1:2::1')).status).toBe(404)
})

it('an unknown link is looked up at each visit, and found without a change notification', async () => {
  const slug = crypto.randomUUID()
  const { slugs } = fakes.asked
  expect((await go('7.7.0.0', slug)).status).toBe(404)
  expect((await go('7.7.0.0', slug)).status).toBe(404)
  expect(fakes.asked.slugs).toBe(slugs + 2)

  fakes.addLink(domain, { slug })

  expect((await go('7.7.0.0', slug)).status).toBe(302)
  expect((await go('7.7.0.0', slug)).status).toBe(302)
  expect(fakes.asked.slugs).toBe(slugs + 3)
})

it('unknown links never evict a link', async () => {
  expect((await go('7.7.2.0', 'known')).status).toBe(302)

  for (let i = 0; i < 2 * CACHED_LINKS; i++) await guess(`7.7.1.${i}`)

  const { slugs } = fakes.asked
  expect((await go('7.7.2.0', 'known')).status).toBe(302)
  expect(fakes.asked.slugs).toBe(slugs)
})
