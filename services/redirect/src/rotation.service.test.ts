import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { createTestRedis } from '@fingerpost/kit/testing'
import { hash } from '@node-rs/argon2'
import { afterAll, expect, it } from 'vitest'
import { startFakes, startTestRedirect, visit } from './testing/redirect.ts'

const lifecycle = new Lifecycle(createLog('redirect', 'silent'))
afterAll(() => lifecycle.close())

it('visitors keep their A/B variant and cookie while GRPC_SHARED_SECRET is rotated and VISITOR_SECRET is not', async () => {
  const stored = lifecycle.own('redis', await createTestRedis(), (it) => it.drop())
  const fakes = await startFakes(lifecycle)
  const domain = fakes.addDomain({ id: Math.floor(Math.random() * 1e9), name: 'go.example' })
  fakes.addLink(domain, { slug: 'split', ab: [{ id: 1, url: 'https://b.example/', percent: 50 }] })
  const passwordHash = await hash('right', { memoryCost: 1024, timeCost: 1 })
  fakes.addLink(domain, { slug: 'locked', password_hash: passwordHash })

  /** A/B variants of 20 visitors and the response to a cookie; without one, the cookie is new. */
  async function see(GRPC_SHARED_SECRET: string, VISITOR_SECRET: string, cookie?: string) {
    const own = { GRPC_SHARED_SECRET, VISITOR_SECRET }
    const redirect = await startTestRedirect(fakes, stored.url, own)
    const go = (path: string, options = {}) => visit(redirect.port, 'go.example', path, options)
    const variants = []
    for (let i = 0; i < 20; i++) {
      const headers = { 'user-agent': `Mozilla/5.0 Firefox/${i}` }
      variants.push((await go('/split', { headers })).location)
    }
    const form = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'password=right',
    }
    const given = cookie ?? (await go('/locked', form)).headers['set-cookie']?.[0]?.split(';')[0]
    const { status } = await go('/locked', { headers: { cookie: given } })
    await redirect.close()
    return { variants, cookie: given, status }
  }

  const before = await see('old', '')
  expect(before.status).toBe(302)
  expect(new Set(before.variants).size).toBe(2)
  for (const [shared, own] of [
    ['old,new', ''],
    ['old,new', 'old'],
    ['new,old', 'old'],
    ['new', 'old'],
  ] as const) {
    expect(await see(shared, own, before.cookie), `${shared} ${own}`).toEqual(before)
  }
  const after = await see('new', '', before.cookie)
  expect(after.status).toBe(401)
  expect(after.variants).not.toEqual(before.variants)
})
