import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { canCopy, openPair, visitAs } from '../copies.ts'
import { teamWithDomains } from '../domains.ts'
import { CHROME } from '../stack.ts'

const VISITORS = 150
const SERVED = 'https://served.example/'

describe.runIf(canCopy())('a link with a click limit, on two processes', () => {
  let team: Awaited<ReturnType<typeof teamWithDomains>>
  let pair: Awaited<ReturnType<typeof openPair>>
  let domain: Awaited<ReturnType<typeof team.createVerified>>

  beforeAll(async () => {
    team = await teamWithDomains('A team with limits')
    pair = await openPair()
    domain = await team.createVerified()
  })
  afterAll(() => pair?.close())

  const limited = (expires_after: number) =>
    team.link(domain.id, {
      url: SERVED,
      expires_after,
      expire_url: 'https://late.example/',
    })

  const go = (slug: string, i: number) =>
    visitAs(pair.urls[i % 2]!, {
      method: 'GET',
      path: `/${slug}`,
      headers: { host: domain.name, 'user-agent': CHROME },
    })

  /**
   * Concurrent visitors on both processes: how many were served, came too late, or were refused.
   */
  async function crowd(slug: string, visitors: number) {
    const visits = Array.from({ length: visitors }, (_, i) => go(slug, i).catch(() => undefined))
    const answers = await Promise.all(visits)
    const led = (to: string) => answers.filter((it) => it?.headers.location === to).length
    const [served, late] = [led(SERVED), led('https://late.example/')]
    return { served, late, refused: visitors - served - late }
  }

  const clicksAre = (id: string, clicks: number) =>
    vi.waitFor(
      async () => expect((await team.api('GET', `/link/${id}`)).body.clicks).toBe(clicks),
      { timeout: 20_000, interval: 100 },
    )

  it.each([1, 7, 40])('serves and counts exactly %i of 150 concurrent visits', async (limit) => {
    const { id, slug } = await limited(limit)

    expect(await crowd(slug, VISITORS)).toEqual({
      served: limit,
      late: VISITORS - limit,
      refused: 0,
    })
    expect(await crowd(slug, 4)).toEqual({ served: 0, late: 4, refused: 0 })
    await clicksAre(id, limit)
  })

  it('serves more once its limit is raised, and none once it is lowered', async () => {
    const { id, slug } = await limited(7)
    await crowd(slug, 20)
    const set = async (expires_after: number) =>
      expect((await team.api('PATCH', `/link/${id}`, { expires_after })).status).toBe(200)

    await set(27)
    let served = 0
    await vi.waitFor(async () => {
      served += (await crowd(slug, 2)).served
      expect(served).toBeGreaterThan(0)
    })
    expect((await crowd(slug, VISITORS)).served).toBe(20 - served)

    await set(40)
    await vi.waitFor(async () => expect((await crowd(slug, 1)).served).toBe(1))
    await set(5)
    await vi.waitFor(async () => expect((await crowd(slug, 2)).late).toBe(2))
    await clicksAre(id, 28)
  })

  it('counts the visits before its limit was set', async () => {
    const { id, slug } = await team.link(domain.id, { url: SERVED })
    expect(await crowd(slug, 30)).toMatchObject({ served: 30 })
    const change = { expires_after: 37, expire_url: 'https://late.example/' }
    expect((await team.api('PATCH', `/link/${id}`, change)).status).toBe(200)

    let served = 0
    await vi.waitFor(
      async () => {
        const seen = await crowd(slug, 4)
        served += seen.served
        expect(seen.late).toBe(4)
      },
      { timeout: 30_000, interval: 100 },
    )
    expect(served).toBe(7)
    await clicksAre(id, 37)
  })

  it('is used up consistently for a list, HEAD, a preview, a dry run and a visit', async () => {
    const look = (path: string, method: string, i: number) =>
      visitAs(pair.urls[i % 2]!, {
        method,
        path,
        headers: { host: domain.name, 'user-agent': CHROME },
      })
    const isLate = async (path: string, method: string, i: number) =>
      (await look(path, method, i)).headers.location === 'https://late.example/'
    const views = async ({ id, slug }: { id: string; slug: string }) => ({
      head: await isLate(`/${slug}`, 'HEAD', 0),
      preview: await isLate(`/${slug}+`, 'GET', 1),
      dryRun: (await team.api('GET', `/link/${id}/resolve`)).body.rule === 'expired',
      expired: (await team.api('GET', `/link?status=expired&search=${slug}`)).body.total === 1,
      active: (await team.api('GET', `/link?status=active&search=${slug}`)).body.total === 0,
    })
    const allSay = (link: { id: string; slug: string }, usedUp: boolean) =>
      vi.waitFor(
        async () =>
          expect(await views(link)).toEqual({
            head: usedUp,
            preview: usedUp,
            dryRun: usedUp,
            expired: usedUp,
            active: usedUp,
          }),
        { timeout: 20_000, interval: 100 },
      )
    const set = async (id: string, expires_after: number) =>
      expect((await team.api('PATCH', `/link/${id}`, { expires_after })).status).toBe(200)
    const [lowered, again] = [await limited(100), await limited(20)]
    expect((await crowd(lowered.slug, 8)).served).toBe(8)
    expect((await crowd(again.slug, 4)).served).toBe(4)

    // A limit below the current clicks.
    await set(lowered.id, 5)
    // A limit that is removed and set again.
    await set(again.id, 0)
    await vi.waitFor(async () => expect((await go(again.slug, 0)).headers.location).toBe(SERVED))
    const { served } = await crowd(again.slug, 7)
    await clicksAre(again.id, 5 + served)
    await set(again.id, 14)

    await allSay(lowered, true)
    expect(await crowd(lowered.slug, 4)).toEqual({ served: 0, late: 4, refused: 0 })
    await allSay(again, false)
    expect((await crowd(again.slug, 20)).served).toBe(14 - 5 - served)
    await allSay(again, true)
    expect(await crowd(again.slug, 4)).toEqual({ served: 0, late: 4, refused: 0 })
  })
})
