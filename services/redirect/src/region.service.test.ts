import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { createRecords } from '@fingerpost/kit/stores/versioned-cache'
import { createTestRedis } from '@fingerpost/kit/testing'
import { openFaultProxy } from '@fingerpost/kit/testing/fault-proxy'
import { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import { saltDays, saltKey } from '@fingerpost/protos/visitor-salts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  type Fakes,
  queuedClicks,
  spooledClicks,
  startFakes,
  startTestRedirect,
  visit,
} from './testing/redirect.ts'

const lifecycle = new Lifecycle(createLog('redirect', 'silent'))
let stored: Awaited<ReturnType<typeof createTestRedis>>
let home: Awaited<ReturnType<typeof openFaultProxy>>
let fakes: Fakes
let redirect: Awaited<ReturnType<typeof startTestRedirect>>

// One Redis has both parts here: the line to home can be cut, and the replica cannot.
beforeAll(async () => {
  stored = lifecycle.own('redis', await createTestRedis(), (it) => it.drop())
  home = lifecycle.own('home', await openFaultProxy(new URL(stored.url)), (it) => it.close())
  fakes = await startFakes(lifecycle)
  const salt = '1'.repeat(32)
  await Promise.all(saltDays(Date.now()).map((day) => stored.client.set(saltKey(day), salt)))
  home.set('blackhole')
  redirect = lifecycle.own(
    'redirect',
    await startTestRedirect(fakes, home.url, { REDIS_REPLICA_URL: stored.url }),
    (it) => it.close(),
  )
})
afterAll(() => lifecycle.close())

const go = (path: string) => visit(redirect.port, 'go.example', path)

it('a redirect in another region starts and answers while home does not, and sends its clicks later', async () => {
  const domain = fakes.addDomain({ id: Math.floor(Math.random() * 1e9), name: 'go.example' })
  const records = createRecords(stored.client, SlugRecord)
  for (const own of [{ slug: 'known' }, { slug: 'limited', expires_after: 5 }]) {
    await records.put(`slug:${domain.id}:${own.slug}`, fakes.addLink(domain, own))
  }
  expect((await go('/known')).status).toBe(302)
  fakes.away = true

  const answers = await Promise.all(Array.from({ length: 20 }, () => go('/known')))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(302))
  expect((await go('/limited')).status).toBe(503)
  expect((await go('/other')).status).toBe(503)
  const ready = await fetch(`http://127.0.0.1:${redirect.adminPort}/readyz`)
  expect(ready.status).toBe(200)
  expect(await ready.json()).toMatchObject({
    status: 'degraded',
    checks: { cache: 'ok', queue: 'unavailable' },
  })
  const spooled = await spooledClicks(redirect.folder)
  expect(spooled).toHaveLength(21)
  expect(await queuedClicks(stored.client)).toEqual([])

  home.set('ok')

  await vi.waitFor(async () => expect(await queuedClicks(stored.client)).toHaveLength(21), {
    timeout: 20_000,
  })
  const clicks = await queuedClicks(stored.client)
  const ids = (all: { id: string }[]) => all.map(({ id }) => id).sort()
  expect(ids(clicks)).toEqual(ids(spooled))
  expect(new Set(clicks.map(({ visitor }) => visitor))).toEqual(
    new Set([expect.stringMatching(/^\d+$/)]),
  )
})
