import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balance, settle } from './ledger.ts'
import { answers, type Seen, visitDuring } from './load.ts'
import { FAR, openRegions, type Regions } from './region.ts'
import { call, createLink, type Link, rows } from './requests.ts'
import { until } from './until.ts'
import { metric, visit } from './visitor.ts'

const ROUND_TRIPS_MS = [50, 100, 150, 300]
const TIMED = 12
const LIMIT = 10
const PER_SECOND = 100
/** A cut of 40 s. Longer ones differ in the size of the spool only: records are reloaded after 5 s. */
const CUT_VISITS = 40 * PER_SECOND

let regions: Regions
beforeAll(async () => {
  regions = await openRegions()
})
afterAll(() => regions?.close())
beforeEach(() => regions.connect(150))

const far = (slug: string, headers = {}) => visit(regions.testStack, slug, regions.farUrl, headers)
const atHome = (slug: string) => visit(regions.testStack, slug, regions.homeUrl)
const make = (fields = {}) => createLink(regions.testStack, fields)
const makeAll = (count: number, fields = {}) =>
  Promise.all(Array.from({ length: count }, () => make(fields)))

async function settled(): Promise<void> {
  await regions.sentHome()
  await settle(regions.testStack)
}

/** The clicks of a link that are stored. */
async function stored({ id }: Link): Promise<{ clicks: number; visitors: number }> {
  const sql = `SELECT count() AS clicks, uniqExact(visitor) AS visitors FROM clicks_raw_v1 WHERE link_id = ${id}`
  return (await rows<{ clicks: number; visitors: number }>(regions.testStack, sql))[0]!
}

describe('the latency of visits in another region', () => {
  it.each(ROUND_TRIPS_MS)('with a line of %i ms, all visits are answered', async (roundTripMs) => {
    const figures: Record<string, string> = {}
    /** Visits links one after the other, and notes the median and the longest time. */
    async function time(kind: string, slugs: string[], expected: number): Promise<void> {
      const times: number[] = []
      for (const slug of slugs) {
        const startedMs = performance.now()
        const { status } = await far(slug)
        times.push(performance.now() - startedMs)
        expect({ kind, status }).toEqual({ kind, status: expected })
      }
      times.sort((a, b) => a - b)
      const [median = 0, longest = 0] = [times[times.length >> 1], times.at(-1)]
      figures[kind] = `${median.toFixed(1)} ms, at most ${longest.toFixed(0)} ms`
    }
    const slugs = (links: Link[]) => links.map(({ slug }) => slug)
    const [cold, forgotten] = [await makeAll(TIMED), await makeAll(TIMED)]
    const [limited] = await makeAll(1, { expires_after: 1_000 })
    const [locked] = await makeAll(1, { password: 'secret' })
    for (const { slug } of [...cold, ...forgotten, limited!, locked!])
      await regions.replicated(slug)
    for (const { slug } of forgotten) {
      await regions.home.del(...(await regions.home.keys(`slug:*:${slug.toLowerCase()}`)))
      await regions.replicated(slug, 0)
    }
    regions.connect(roundTripMs)

    await time('in the replica', slugs(cold), 302)
    await time('in memory', Array(10 * TIMED).fill(cold[0]!.slug), 302)
    await time('not in Redis', slugs(forgotten), 302)
    await time('limited, first', [limited!.slug], 302)
    await time('limited', Array(TIMED).fill(limited!.slug), 302)
    await time(
      'unknown',
      Array.from({ length: TIMED }, () => crypto.randomUUID()),
      404,
    )
    await time('locked', Array(TIMED).fill(locked!.slug), 401)
    console.info({ roundTripMs, ...figures })

    await settled()
    const clicks = await Promise.all([...cold.slice(1), ...forgotten].map(stored))
    expect(clicks.map((it) => it.clicks)).toEqual(Array(2 * TIMED - 1).fill(1))
    expect(await stored(cold[0]!)).toMatchObject({ clicks: 1 + 10 * TIMED })
  })
})

it('no visit waits for the Redis of home: its click goes to the spool', async () => {
  const put = (where: string) =>
    metric(regions.testStack, FAR, `fingerpost_clicks_recorded_total{put="${where}"`)
  const [sent, before] = [await put('spool'), await put('queue')]
  const { slug } = await make()
  for (let i = 0; i < 20; i++) expect((await far(slug)).status).toBe(302)

  expect(await put('spool')).toBe(sent + 20)
  expect(await put('queue')).toBe(before)
})

it('a visitor of both regions counts once', async () => {
  const link = await make()
  for (const go of [far, atHome, far]) expect((await go(link.slug)).status).toBe(302)
  await settled()

  expect(await stored(link)).toEqual({ clicks: 3, visitors: 1 })
})

it('a change is seen in the other region', async () => {
  const link = await make()
  expect((await far(link.slug)).status).toBe(302)

  await call(regions.testStack, 'PUT', `/link/${link.id}`, { url: 'https://changed.example/' })

  await until(
    async () => (await far(link.slug)).location === 'https://changed.example/',
    'a change',
  )
})

it('a limited link is redirected exactly as often as its limit, from both regions', async () => {
  const link = await make({ expires_after: 40 })
  const visits = Array.from({ length: 100 }, (_, i) => (i % 2 ? far : atHome)(link.slug))
  const statuses = Map.groupBy(await Promise.all(visits), ({ status }) => status)

  expect(statuses.get(302)).toHaveLength(40)
  expect(statuses.get(410)).toHaveLength(60)
  await settled()
  expect(await stored(link)).toMatchObject({ clicks: 40 })
})

it('no click is lost while the line is cut, and changes of that time arrive afterwards', async () => {
  const [busy, edited, deleted] = [await make(), await make(), await make()]
  const limited = await make({ expires_after: LIMIT })
  const locked = await make({ password: 'secret' })
  const enter = (password: string) => far(locked.slug, { 'x-link-password': password })
  expect((await far(limited.slug)).status).toBe(302)
  expect((await enter('wrong')).status).toBe(401)
  const knownAsBefore = async () => {
    for (const { slug } of [edited, deleted]) {
      expect(await far(slug)).toMatchObject({ status: 302, location: 'https://example.com/' })
    }
  }
  await knownAsBefore()
  const synced = await fullSyncs()

  async function cut(seen: Seen): Promise<Link> {
    regions.cut()
    await call(regions.testStack, 'PUT', `/link/${edited.id}`, { url: 'https://new.example/' })
    await call(regions.testStack, 'DELETE', `/link/${deleted.id}`)
    const fresh = await make()
    await knownAsBefore()
    for (const slug of [limited.slug, fresh.slug, crypto.randomUUID()]) {
      expect(await far(slug)).toMatchObject({ status: 503, retryAfter: expect.any(String) })
    }
    expect((await far(locked.slug)).status).toBe(401)
    expect((await enter('secret')).status).toBe(503)
    expect(await regions.testStack.readiness(FAR)).toBe(true)
    await regions.testStack.kill(FAR)
    await until(() => regions.testStack.readiness(FAR), FAR)
    for (let i = 1; i < LIMIT; i++) expect((await atHome(limited.slug)).status).toBe(302)
    await answers(seen, CUT_VISITS)
    await knownAsBefore()
    return fresh
  }

  let fresh: Link | undefined
  const [seenFar, seenHome] = await Promise.all([
    visitDuring(regions.farUrl, busy.slug, { perSecond: PER_SECOND }, async (seen) => {
      fresh = await cut(seen)
      // Some batches are replayed twice: home has them, and the answer is lost.
      regions.connect(150)
      await until(async () => (await far(fresh!.slug)).status === 302, 'a new link')
      regions.mute()
      await answers(seen, PER_SECOND)
      regions.connect(150)
    }),
    visitDuring(regions.homeUrl, busy.slug, { perSecond: PER_SECOND }, (seen) =>
      answers(seen, CUT_VISITS),
    ),
  ])

  await until(async () => (await far(edited.slug)).location === 'https://new.example/', 'an edit')
  await until(async () => (await far(deleted.slug)).status === 410, 'a deletion')
  expect((await far(limited.slug)).status).toBe(410)
  expect((await enter('secret')).status).toBe(302)
  expect(await fullSyncs()).toBeGreaterThan(synced)
  await settled()
  const seen = { ...seenFar, answered: seenFar.answered.union(seenHome.answered) }
  const { lost, double, counted, ...found } = await balance(regions.testStack, busy, seen)
  console.info({ far: seenFar.answered.size, home: seenHome.answered.size, ...found })
  expect({ lost, double }).toEqual({ lost: [], double: [] })
  expect(new Set(Object.values(counted))).toEqual(new Set([found.stored]))
  expect(await stored(limited)).toMatchObject({ clicks: LIMIT })
})

/** How often a replica has copied everything from the Redis of home. */
async function fullSyncs(): Promise<number> {
  return Number(/sync_full:(\d+)/.exec(await regions.home.info('stats'))?.[1])
}
