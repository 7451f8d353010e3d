import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { createRecords } from '@fingerpost/kit/stores/versioned-cache'
import { createTestRedis } from '@fingerpost/kit/testing'
import { openFaultProxy } from '@fingerpost/kit/testing/fault-proxy'
import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Fakes,
  queuedClicks,
  queuedJobs,
  startFakes,
  startTestRedirect,
  visit,
} from './testing/redirect.ts'
import { idsOf, spooledJobs } from './testing/spool.ts'

let lifecycle: Lifecycle
let stored: Awaited<ReturnType<typeof createTestRedis>>
let line: Awaited<ReturnType<typeof openFaultProxy>>
let fakes: Fakes
let redirect: Awaited<ReturnType<typeof startTestRedirect>>
let domain: DomainRecord

beforeAll(async () => {
  stored = await createTestRedis()
})
afterAll(() => stored.drop())
beforeEach(async () => {
  await stored.client.flushdb()
  lifecycle = new Lifecycle(createLog('redirect', 'silent'))
  line = lifecycle.own('line', await openFaultProxy(new URL(stored.url)), (it) => it.close())
  fakes = await startFakes(lifecycle)
  domain = fakes.addDomain({ id: Math.floor(Math.random() * 1e9), name: 'go.example' })
  redirect = lifecycle.own('redirect', await startTestRedirect(fakes, line.url), (it) => it.close())
})
afterEach(() => lifecycle.close())

const go = (path: string, options = {}) => visit(redirect.port, 'go.example', path, options)

const spooled = () => spooledJobs(redirect.folder)

/** Waits until no click is in the spool. */
const unspooled = () =>
  vi.waitFor(async () => expect(await spooled()).toEqual([]), { timeout: 10_000 })

const readiness = async (port: number) => (await fetch(`http://127.0.0.1:${port}/readyz`)).status

/** Waits until the queue contains this many clicks. */
const queued = (count: number) =>
  vi.waitFor(async () => expect(await queuedClicks(stored.client)).toHaveLength(count), {
    timeout: 10_000,
  })

describe.each(['refuse', 'blackhole', 'mute'] as const)(
  'while Redis does not answer (%s)',
  (mode) => {
    it('cached links work, and their clicks are spooled and replayed under the same ids', async () => {
      fakes.addLink(domain, { slug: 'known' })
      await go('/known')
      await queued(1)
      await unspooled()
      line.set(mode)

      const answers = await Promise.all(Array.from({ length: 20 }, () => go('/known')))
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(302))
      const held = await spooled()
      expect(held.flatMap(idsOf)).toHaveLength(20)

      line.set('ok')
      await unspooled()
      const jobs = await queuedJobs(stored.client)
      const idsIn = (job?: (typeof jobs)[number]) => job?.clicks.map(({ id }) => id)
      for (const job of held) {
        expect(idsIn(jobs.find(({ id }) => id === job.id))).toEqual(idsOf(job))
      }
      const ids = jobs.flatMap(idsIn)
      expect(ids).toHaveLength(21)
      expect(new Set(ids).size).toBe(21)

      await go('/known')
      await queued(22)
    })

    it('links that are not cached are loaded from link', async () => {
      fakes.addLink(domain, { slug: 'cold' })
      line.set(mode)

      expect((await go('/cold')).status).toBe(302)
      expect((await go('/never')).status).toBe(404)
    })

    it('and link is unavailable, cached links work and others are 503', async () => {
      fakes.addLink(domain, { slug: 'known' })
      fakes.addLink(domain, { slug: 'unknown' })
      await go('/known')
      line.set(mode)
      fakes.away = true

      for (let i = 0; i < 5; i++) expect((await go('/known')).status).toBe(302)
      expect((await go('/unknown')).status).toBe(503)

      fakes.away = false
      expect((await go('/unknown')).status).toBe(302)
    })
  },
)

describe('after a network failure', () => {
  it('all records are reloaded as soon as the change feed is live again', async () => {
    const url = 'https://one.example/'
    const record = fakes.addLink(domain, { slug: 'edited', url })
    const key = `slug:${domain.id}:edited`
    const records = createRecords(stored.client, SlugRecord)
    await records.put(key, record)
    expect((await go('/edited')).location).toBe(url)

    line.set('refuse')
    const edited = fakes.addLink(domain, { ...record, version: 2, url: 'https://two.example/' })
    await records.put(key, edited)
    line.set('ok')

    await vi.waitFor(
      async () => expect((await go('/edited')).location).toBe('https://two.example/'),
      { timeout: 5_000 },
    )
  })

  it('a link that changed meanwhile has no former state, although Redis still has it', async () => {
    const url = 'https://one.example/'
    const record = fakes.addLink(domain, { slug: 'edited', url })
    await createRecords(stored.client, SlugRecord).put(`slug:${domain.id}:edited`, record)
    expect((await go('/edited')).location).toBe(url)

    line.set('refuse')
    fakes.addLink(domain, { ...record, version: 2, url: 'https://two.example/' })
    const locationIs = (wanted: string) =>
      vi.waitFor(async () => expect((await go('/edited')).location).toBe(wanted), {
        timeout: 10_000,
      })
    await locationIs('https://two.example/')
    line.set('ok')
    await vi.waitFor(async () => expect(await readiness(redirect.adminPort)).toBe(200), {
      timeout: 10_000,
    })
    for (const startedMs = performance.now(); performance.now() - startedMs < 1_500; ) {
      expect((await go('/edited')).location).toBe('https://two.example/')
    }
  })

  it('a record of Redis is used where the service does not answer either', async () => {
    const record = fakes.addLink(domain, { slug: 'only-redis' })
    await createRecords(stored.client, SlugRecord).put(`slug:${domain.id}:only-redis`, record)
    line.set('refuse')
    expect((await go('/another')).status).toBe(404)
    fakes.away = true
    line.set('ok')

    await vi.waitFor(async () => expect((await go('/only-redis')).status).toBe(302), {
      timeout: 4_000,
    })
  })

  it('a link is served from a stale copy while the lookup is unavailable', async () => {
    fakes.addLink(domain, { slug: 'known' })
    await go('/known')
    line.set('refuse')
    fakes.away = true

    for (const startedMs = performance.now(); performance.now() - startedMs < 6_000; ) {
      expect((await go('/known')).status).toBe(302)
    }
  })
})

describe('a starting process', () => {
  it('answers visits without Redis, but is not ready', async () => {
    fakes.addLink(domain, { slug: 'early' })
    line.set('refuse')
    const other = await startTestRedirect(fakes, line.url)

    try {
      expect((await visit(other.port, 'go.example', '/early')).status).toBe(302)
      expect(await readiness(other.adminPort)).toBe(503)
      line.set('ok')
      await queued(1)
      await vi.waitFor(async () => expect(await readiness(other.adminPort)).toBe(200), {
        timeout: 10_000,
      })
    } finally {
      await other.close()
    }
  })

  it('replays the spool of a previous process', async () => {
    fakes.addLink(domain, { slug: 'left' })
    const before = await startTestRedirect(fakes, line.url, { SPOOL_DIR: redirect.folder })
    await visit(before.port, 'go.example', '/left')
    await queued(1)
    await unspooled()
    line.set('refuse')
    await visit(before.port, 'go.example', '/left')
    await before.close()
    const [held] = await spooled()
    expect(held && idsOf(held)).toHaveLength(1)

    line.set('ok')

    await vi.waitFor(
      async () => expect((await queuedJobs(stored.client)).map(({ id }) => id)).toContain(held?.id),
      { timeout: 10_000 },
    )
  })
})
