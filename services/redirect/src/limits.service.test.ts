import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { setPace } from '@fingerpost/kit/process/pace'
import { createTestRedis } from '@fingerpost/kit/testing'
import { openFaultProxy } from '@fingerpost/kit/testing/fault-proxy'
import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  type Fakes,
  type Given,
  queuedClicks,
  startFakes,
  startTestRedirect,
  visit,
} from './testing/redirect.ts'

/** Clicks may pass through the spool when the machine is busy. */
const LONGER = { timeout: 10_000 }

const lifecycle = new Lifecycle(createLog('redirect', 'silent'))
const ports: number[] = []
let stored: Awaited<ReturnType<typeof createTestRedis>>
let line: Awaited<ReturnType<typeof openFaultProxy>>
let fakes: Fakes
let domain: DomainRecord
let slugs = 0

beforeAll(async () => {
  stored = lifecycle.own('redis', await createTestRedis(), (it) => it.drop())
  line = lifecycle.own('line', await openFaultProxy(new URL(stored.url)), (it) => it.close())
  fakes = await startFakes(lifecycle)
  domain = fakes.addDomain({ id: Math.floor(Math.random() * 1e9), name: 'go.example' })
  for (const name of ['one', 'two']) {
    const redirect = lifecycle.own(name, await startTestRedirect(fakes, line.url), (it) =>
      it.close(),
    )
    ports.push(redirect.port)
  }
})
afterAll(() => lifecycle.close())
beforeEach(async () => {
  fakes.away = false
  fakes.uncounted = false
  await back()
})

/** A link with a click limit, registered with the fake link service as well. */
function limited(limit: number): { path: string; given: Given } {
  const slug = `limited-${slugs++}`
  const { link_id: linkId } = fakes.addLink(domain, {
    slug,
    url: 'https://served.example/',
    expire_url: 'https://late.example/',
    expires_after: limit,
  })
  const given = { limit, taken: 0, granted: 0, used: 0 }
  fakes.limits.set(linkId, given)
  return { path: `/${slug}`, given }
}

/** Sends visits through both processes; returns how many were served, expired and refused. */
async function visitAtOnce(path: string, visitors: number) {
  const answers = await Promise.all(
    Array.from({ length: visitors }, (_, i) => visit(ports[i % 2]!, 'go.example', path)),
  )
  const count = (location: string) => answers.filter((it) => it.location === location).length
  return {
    served: count('https://served.example/'),
    late: count('https://late.example/'),
    refused: answers.filter(({ status }) => status === 503).length,
  }
}

/** Waits until both processes use Redis again and no longer take clicks from link. */
const back = () =>
  vi.waitFor(async () => {
    line.set('ok')
    const { takes } = fakes.asked
    await visitAtOnce(limited(10).path, 2)
    expect(fakes.asked.takes).toBe(takes)
  }, LONGER)

/** Takes no fallback only because the machine is busy. */
function waitLonger(): void {
  setPace(20)
  onTestFinished(() => setPace(1))
}

it.each([1, 10, 100])(
  'a link with a limit of %i serves exactly that many of 200 at once',
  async (limit) => {
    waitLonger()
    const { path } = limited(limit)

    expect(await visitAtOnce(path, 200)).toEqual({ served: limit, late: 200 - limit, refused: 0 })
    expect(await visitAtOnce(path, 4)).toEqual({ served: 0, late: 4, refused: 0 })
    await vi.waitFor(async () => {
      const clicks = await queuedClicks(stored.client)
      expect(clicks.filter(({ slug }) => `/${slug}` === path)).toHaveLength(limit)
    }, LONGER)
  },
)

it('a large limit costs a few calls to link, not one per visit', async () => {
  const { path } = limited(10_000)
  const { grants } = fakes.asked

  expect(await visitAtOnce(path, 400)).toMatchObject({ served: 400 })

  expect(fakes.asked.grants - grants).toBeLessThan(10)
})

const looks = [
  { method: 'HEAD' },
  { headers: { 'sec-purpose': 'prefetch' } },
  { headers: { 'user-agent': 'Googlebot/2.1' } },
]

it('bots, previews and prefetches are refused like visits while clicks are not counted', async () => {
  const { path } = limited(5)
  fakes.uncounted = true

  for (const look of [...looks, {}]) {
    expect((await visit(ports[0]!, 'go.example', path, look)).status).toBe(503)
  }
  expect((await visit(ports[0]!, 'go.example', `${path}+`)).status).toBe(503)
})

it('bots, previews and prefetches consume no clicks and see when none is left', async () => {
  const { path } = limited(1)
  for (const look of looks) {
    const { location } = await visit(ports[0]!, 'go.example', path, look)
    expect(location).toBe('https://served.example/')
  }
  expect((await visit(ports[0]!, 'go.example', `${path}+`)).status).toBe(200)

  expect(await visitAtOnce(path, 2)).toEqual({ served: 1, late: 1, refused: 0 })

  for (const look of [...looks, {}]) {
    const { location } = await visit(ports[1]!, 'go.example', path, look)
    expect(location).toBe('https://late.example/')
  }
})

describe('when Redis fails half-way', () => {
  it('link hands out ungranted clicks, and Redis the rest when it is back', async () => {
    const { path, given } = limited(100)
    expect(await visitAtOnce(path, 40)).toMatchObject({ served: 40 })

    line.set('refuse')
    const free = given.limit - given.taken
    expect(await visitAtOnce(path, 100)).toEqual({ served: free, late: 0, refused: 100 - free })

    await back()
    expect(await visitAtOnce(path, 100)).toEqual({ served: 60 - free, late: 40 + free, refused: 0 })
  })

  it('an exhausted link stays expired', async () => {
    const { path } = limited(5)
    expect(await visitAtOnce(path, 6)).toEqual({ served: 5, late: 1, refused: 0 })

    line.set('refuse')

    expect(await visitAtOnce(path, 10)).toEqual({ served: 0, late: 10, refused: 0 })
  })

  it('bots, previews and prefetches see what link knows, and consume no click', async () => {
    const [exhausted, open] = [limited(2), limited(2)]
    await visitAtOnce(exhausted.path, 3)
    line.set('refuse')

    for (const look of looks) {
      const locationOf = async ({ path }: { path: string }) =>
        (await visit(ports[0]!, 'go.example', path, look)).location
      expect(await locationOf(exhausted)).toBe('https://late.example/')
      expect(await locationOf(open)).toBe('https://served.example/')
    }
    expect(open.given.taken).toBe(0)
  })

  it('and link fails, too, no visit is served', async () => {
    const { path } = limited(5)
    await visitAtOnce(path, 1)
    line.set('refuse')
    fakes.away = true

    expect(await visitAtOnce(path, 10)).toEqual({ served: 0, late: 0, refused: 10 })
  })
})

it('a Redis that lost its data never allows more clicks than the limit', async () => {
  waitLonger()
  const { path, given } = limited(100)
  const before = await visitAtOnce(path, 30)
  const unused = given.taken - 30

  await stored.client.flushdb()

  const after = await visitAtOnce(path, 150)
  expect(before.served + after.served).toBe(100 - unused)
  expect(after.refused).toBe(0)
})

it('raising a limit allows more clicks, and lowering it applies at once', async () => {
  const { path, given } = limited(3)
  await visitAtOnce(path, 5)
  const key = `slug:${domain.id}:${path.slice(1)}`
  const change = async (limit: number) => {
    const record = { ...fakes.slugs.get(key)!, expires_after: limit }
    given.limit = limit
    fakes.slugs.set(key, record)
    await stored.client.publish('records', key)
  }

  await change(20)
  await vi.waitFor(async () => expect((await visitAtOnce(path, 2)).served).toBe(2))
  await change(4)
  await vi.waitFor(async () => expect((await visitAtOnce(path, 2)).served).toBe(0))
})

it('setting a limit again asks link first, because visits without a limit count, too', async () => {
  const { path, given } = limited(20)
  expect((await visitAtOnce(path, 2)).served).toBe(2)
  const key = `slug:${domain.id}:${path.slice(1)}`
  const set = async (limit: number, limitVersion: number) => {
    fakes.slugs.set(key, {
      ...fakes.slugs.get(key)!,
      expires_after: limit,
      limit_version: limitVersion,
    })
    await stored.client.publish('records', key)
  }

  given.limit = 12
  given.taken += 8
  await set(12, 1)
  const head = () => visit(ports[0]!, 'go.example', path, { method: 'HEAD' })
  const { slugs: before } = fakes.asked
  await vi.waitFor(async () => {
    await Promise.all(ports.map((port) => visit(port, 'go.example', path, { method: 'HEAD' })))
    expect(fakes.asked.slugs).toBe(before + ports.length)
  })

  expect(await visitAtOnce(path, 30)).toEqual({ served: 2, late: 28, refused: 0 })
  expect((await head()).location).toBe('https://late.example/')
})

it('HEAD sees an exhausted limit that only link knows, when the counter has no grant left', async () => {
  const { path, given } = limited(10)
  expect((await visitAtOnce(path, 3)).served).toBe(3)
  given.taken = 10

  const { location } = await visit(ports[0]!, 'go.example', path, { method: 'HEAD' })

  expect(location).toBe('https://late.example/')
  expect(await visitAtOnce(path, 2)).toMatchObject({ served: 0, late: 2 })
})

describe('without a counter', () => {
  const head = (path: string) => visit(ports[0]!, 'go.example', path, { method: 'HEAD' })

  it('HEAD sees an exhausted limit if the clicks were consumed before the limit was set', async () => {
    const { path, given } = limited(3)
    given.taken = 3

    expect((await head(path)).location).toBe('https://late.example/')
    expect(await visitAtOnce(path, 2)).toMatchObject({ served: 0, late: 2 })
  })

  it('HEAD consumes no click', async () => {
    const { path } = limited(1)

    for (let i = 0; i < 3; i++) {
      expect((await head(path)).location).toBe('https://served.example/')
    }
    expect(await visitAtOnce(path, 2)).toMatchObject({ served: 1, late: 1 })
    expect((await head(path)).location).toBe('https://late.example/')
  })
})
