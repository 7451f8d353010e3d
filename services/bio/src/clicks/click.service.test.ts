import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { setPace } from '@fingerpost/kit/process/pace'
import { openPostgres } from '@fingerpost/kit/stores/postgres'
import { openFaultProxy } from '@fingerpost/kit/testing/fault-proxy'
import { Platform } from '@fingerpost/protos/bio/v1/bio_link'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BioSchema } from '../bio.schema.ts'
import { callers, log, type Stand, startStand } from '../testing/stand.ts'

const lifecycle = new Lifecycle(log)
const teams = [
  { id: 7, name: 'Ours', slug: 'ours' },
  { id: 8, name: 'Theirs', slug: 'theirs' },
]
const { ours, theirs } = callers
let stand: Stand

/** On a busy machine, some of hundreds of visits at once wait too long for a connection to Postgres. */
async function startWithRetry(options: Parameters<typeof startStand>[1]): Promise<Stand> {
  setPace(10)
  return startStand(lifecycle, options).finally(() => setPace(1))
}
beforeAll(async () => {
  stand = await startWithRetry({ teams })
})
afterAll(() => lifecycle.close())

const addLink = async (caller = ours) => {
  const link = { url: 'https://github.com/ann', platform: Platform.PLATFORM_GITHUB }
  return (await stand.links.createBioLink(link, { caller })).id
}
const read = (id: number, caller = ours) => stand.links.getBioLink({ id }, { caller })
const clicksOf = async (id: number, caller = ours) => (await read(id, caller)).clicks

const visit = async (
  id: number,
  init: RequestInit = {},
  { look }: Stand = stand,
  slug = 'ours',
) => {
  const { status, headers } = await look(`/@${slug}?_link=${id}`, { redirect: 'manual', ...init })
  return { status, location: headers.get('location'), headers }
}

describe('a visit of a link', () => {
  it('redirects to the destination once it is counted', async () => {
    const id = await addLink()
    const before = await read(id)

    for (let clicks = 1; clicks <= 3; clicks++) {
      const { status, location, headers } = await visit(id)
      expect([status, location]).toEqual([302, 'https://github.com/ann'])
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('x-robots-tag')).toBe('noindex')
      expect(await read(id)).toEqual({ ...before, clicks })
    }
    const { links } = await stand.links.listBioLinks({ offset: 0, limit: 100 }, { caller: ours })
    expect(links.find((it) => it.id === id)?.clicks).toBe(3)
  })

  it.each([
    ['HEAD', { method: 'HEAD' }],
    ['a prefetch', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
    ['a bot', { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } }],
    ['an empty user agent', { headers: { 'user-agent': '' } }],
  ])('by %s redirects and is not counted', async (_, init) => {
    const id = await addLink()

    expect(await visit(id, init)).toMatchObject({ status: 302, location: 'https://github.com/ann' })
    expect(await clicksOf(id)).toBe(0)
  })

  it('is a 404 page if the link is disabled, deleted, of another team, or was never there', async () => {
    const [disabled, deleted, other] = [await addLink(), await addLink(), await addLink(theirs)]
    await visit(disabled)
    await stand.links.updateBioLink({ id: disabled, enabled: false, clear: [] }, { caller: ours })
    await visit(deleted)
    await stand.links.deleteBioLink({ id: deleted }, { caller: ours })

    for (const id of [disabled, deleted, other, 999_999_999_999_999]) {
      expect(await visit(id)).toMatchObject({ status: 404, location: null })
    }
    expect(await clicksOf(disabled)).toBe(1)
    expect(await clicksOf(other, theirs)).toBe(0)
  })

  it('changes neither the page, its ETag and its JSON, nor updated_at and the audit log', async () => {
    const id = await addLink()
    const look = async (path: string) => {
      const response = await stand.look(path)
      return [response.headers.get('etag'), await response.text()]
    }
    const state = async () => [
      await look('/@ours'),
      await look('/@ours.json'),
      await stand.audit.listEntries({ object_kind: 'bio_link', limit: 1_000 }, { caller: ours }),
      (await read(id)).updated_at,
    ]
    const before = await state()
    await visit(id)

    expect(await state()).toEqual(before)
    expect(await clicksOf(id)).toBe(1)
  })
})

describe('the count of a link', () => {
  it('is exact after concurrent visits of two processes, while other links are deleted', async () => {
    const second = await startWithRetry({
      databaseUrl: stand.config.DATABASE_URL,
      catalog: stand.config.CATALOG_ADDRESS,
    })
    const existing = [await addLink(), await addLink(), await addLink()]
    const gone = await Promise.all(Array.from({ length: 8 }, () => addLink()))
    const statuses = new Set<number>()
    const visitAll = async (round: number) => {
      const ids = [...existing, ...gone]
      const visits = ids.flatMap((id) => [visit(id), visit(id, {}, second)])
      const answers = await Promise.all(visits)
      answers.forEach((it, i) => {
        if (i < existing.length * 2) statuses.add(it.status)
        else expect([302, 404]).toContain(it.status)
      })
      return round
    }
    const rounds = Array.from({ length: 30 }, (_, round) => visitAll(round))
    for (const id of gone) await stand.links.deleteBioLink({ id }, { caller: ours })
    await Promise.all(rounds)

    expect([...statuses]).toEqual([302])
    expect(await Promise.all(existing.map((id) => clicksOf(id)))).toEqual([60, 60, 60])
  })

  it('has every redirected visit, and no more than were sent, when connections to Postgres break', async () => {
    const id = await addLink()
    const proxy = lifecycle.own(
      'proxy',
      await openFaultProxy(new URL(stand.config.DATABASE_URL)),
      (it) => it.close(),
    )
    const shaky = await startStand(lifecycle, {
      databaseUrl: proxy.url,
      catalog: stand.config.CATALOG_ADDRESS,
    })
    const counts: Record<number, number> = { 302: 0, 503: 0 }
    const visitMany = async (n: number) => {
      const answers = await Promise.all(Array.from({ length: n }, () => visit(id, {}, shaky)))
      for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
    }
    for (const mode of [
      'reset-on-answer',
      'ok',
      'refuse',
      'ok',
      'reset-on-answer',
      'ok',
    ] as const) {
      const visits = visitMany(40)
      proxy.set(mode)
      await visits
    }
    await visitMany(10)
    const clicks = await clicksOf(id)

    expect(Object.keys(counts)).toEqual(['302', '503'])
    expect(counts[302]).toBeGreaterThan(0)
    expect(counts[503]).toBeGreaterThan(0)
    expect(clicks).toBeGreaterThanOrEqual(counts[302] ?? 0)
    expect(clicks).toBeLessThanOrEqual((counts[302] ?? 0) + (counts[503] ?? 0))
  })

  it('is deleted with its link and with its team', async () => {
    const [first, second] = [await addLink(), await addLink(theirs)]
    await Promise.all([visit(first), visit(second, {}, stand, 'theirs')])
    const { db, close } = openPostgres<BioSchema>(stand.config.DATABASE_URL, log, 1)
    const counted = async () => {
      const rows = await db.selectFrom('bio_link_clicks').select('link_id').execute()
      return [first, second].map((id) => rows.some(({ link_id }) => link_id === id))
    }

    expect(await counted()).toEqual([true, true])
    await stand.links.deleteBioLink({ id: first }, { caller: ours })
    expect(await counted()).toEqual([false, true])
    await stand.removals.removeTeam({}, { caller: theirs })
    expect(await counted()).toEqual([false, false])
    await close()
  })
})
