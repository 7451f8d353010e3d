import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { canCopy, openPair, visitAs } from '../copies.ts'
import { teamWithDomains } from '../domains.ts'
import { served, type Visit, visitMany } from '../load.ts'
import { CHROME, customer, isOneProcess, localStack } from '../stack.ts'
import type { Page } from '../teams.ts'
import { untilReplaced } from './replaced.ts'

const NOT_TAKEN = ['ECONNREFUSED', 'EHOSTUNREACH']
const api = customer()
const local = localStack()

interface Link {
  id: string
  short_url: string
  clicks: number
}

async function createLink(): Promise<Link> {
  const { body: domains } = await api<Page<{ id: number }>>('GET', '/domain')
  const body = { url: 'https://example.com/hello', domain_id: domains.items[0]?.id }
  const { status, body: link } = await api<Link>('POST', '/link', body)
  expect(status).toBe(201)
  return link
}

/** Waits until this many clicks of the link are stored. */
const untilStored = (id: string, clicks: number, as = api) =>
  vi.waitFor(async () => expect((await as<Link>('GET', `/link/${id}`)).body.clicks).toBe(clicks), {
    timeout: 30_000,
    interval: 100,
  })

/** The tokens of all stored clicks of the link. */
async function storedTokens({ id }: Link): Promise<string[]> {
  const tokens: string[] = []
  for (let page = 0; ; page++) {
    const path = `/analytics/stream?link_id=${id}&limit=100&page=${page}`
    const { items, total } = (await api<Page<{ query: { t?: string } }>>('GET', path)).body
    tokens.push(...items.map(({ query }) => query.t ?? ''))
    if (tokens.length >= total || items.length === 0) return tokens
  }
}

describe.runIf(local)('every answered visit is recorded once', () => {
  /** Sends a signal to a process of the stack during a load, and compares visits with clicks. */
  async function interrupt(name: string, signal: NodeJS.Signals, door = '') {
    const link = await createLink()
    const { host, pathname } = new URL(link.short_url)
    const pid = localStack()?.pids[name] ?? 0
    let sent = false
    const visits = await visitMany(door ? `${door}${pathname}` : link.short_url, {
      count: 1_000,
      headers: { host },
      before(answered) {
        if (sent || answered < 400) return
        sent = true
        process.kill(pid, signal)
      },
    })
    const answered = served(visits)
    await vi.waitFor(
      async () => expect(await storedTokens(link)).toEqual(expect.arrayContaining(answered)),
      { timeout: 80_000, interval: 200 },
    )
    const stored = await storedTokens(link)
    expect(new Set(stored).size).toBe(stored.length)
    await untilStored(link.id, stored.length)
    await untilReplaced(name, pid)
    return { visits, answered, stored }
  }

  it('when the click worker is killed during the load', async () => {
    const { answered, stored } = await interrupt('click-worker', 'SIGKILL')

    // In one process, the click worker takes the services that answer visits with it.
    if (isOneProcess()) return
    expect(answered).toHaveLength(1_000)
    expect(stored).toHaveLength(1_000)
  })

  it('when redirect is stopped during the load, without cutting off an accepted visit', async () => {
    const door = local?.redirect_url
    const { visits, answered, stored } = await interrupt('redirect', 'SIGTERM', door)

    expect([...stored].sort()).toEqual([...answered].sort())
    expect(cutOff(visits)).toEqual([])
  })

  it('when the gateway is stopped during the load, without cutting off an accepted visit', async () => {
    const { visits, answered, stored } = await interrupt('gateway', 'SIGTERM', local?.url)

    expect([...stored].sort()).toEqual([...answered].sort())
    expect(cutOff(visits)).toEqual([])
  })

  /** Visits that were accepted but got no redirect. */
  const cutOff = (visits: Visit[]) =>
    visits.filter(({ status, error = '' }) => status !== 302 && !NOT_TAKEN.includes(error))
})

it.runIf(canCopy())(
  'a click limit is never exceeded when Redis is killed, and every served visit is counted',
  async () => {
    const team = await teamWithDomains('A team with limits')
    const pair = await openPair()
    onTestFinished(() => pair.close())
    const domain = await team.createVerified()
    const [served, late] = ['https://served.example/', 'https://late.example/']
    const fields = { url: served, expires_after: 40, expire_url: late }
    const { id, slug } = await team.link(domain.id, fields)
    const headers = { host: domain.name, 'user-agent': CHROME }
    const go = (i: number) =>
      visitAs(pair.urls[i % 2]!, { method: 'GET', path: `/${slug}`, headers })
    /** Concurrent visitors on both processes: how many were led to each destination. */
    async function crowd(visitors: number, during = () => {}) {
      const visits = Array.from({ length: visitors }, (_, i) => go(i).catch(() => undefined))
      during()
      const answers = await Promise.all(visits)
      const led = (to: string) => answers.filter((it) => it?.headers.location === to).length
      return { served: led(served), late: led(late) }
    }

    const { redis = 0 } = localStack()?.pids ?? {}
    let count = (await crowd(20)).served
    expect(count).toBe(20)
    count += (await crowd(150, () => process.kill(redis, 'SIGKILL'))).served
    await untilReplaced('redis', redis)
    await vi.waitFor(
      async () => {
        const seen = await crowd(10)
        count += seen.served
        expect(seen.late).toBe(10)
      },
      { timeout: 30_000, interval: 100 },
    )

    expect(count).toBeLessThanOrEqual(40)
    await untilStored(id, count, team.api)
  },
)
