import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Copy, canCopy, startCopy, visitAs } from '../copies.ts'
import { teamWithDomains } from '../domains.ts'
import { CHROME } from '../stack.ts'
import { storedTexts } from '../stored-texts.ts'

type Clicks = { items: Record<string, unknown>[] }

/** In Prague; values that no other test uses. */
const mark = `optedout${randomInt(1e9, 1e10)}`
const ADDRESS = `83.208.94.${randomInt(1, 255)}`
const HEADERS = {
  'user-agent': `${CHROME} Shop/${mark}`,
  'x-forwarded-for': ADDRESS,
  'accept-language': `cs-CZ,${mark}language`,
  referer: `https://${mark}referer.example/`,
  'sec-ch-ua-platform': `"${mark}hint"`,
  'sec-ch-prefers-color-scheme': 'dark',
}
const QUERY = `?name=${mark}query&utm_source=${mark}utm`

describe.runIf(canCopy())('with HONOUR_GPC, a visitor who sends Sec-GPC or DNT', () => {
  let team: Awaited<ReturnType<typeof teamWithDomains>>
  let copy: Copy
  let host: string
  let ruled: { id: string; slug: string }
  let limited: { id: string; slug: string }

  beforeAll(async () => {
    copy = await startCopy('redirect', { HONOUR_GPC: 'true', LOG_LEVEL: 'trace' })
    team = await teamWithDomains('A team that honors opt-outs')
    const domain = await team.createVerified()
    host = domain.name
    ruled = await team.link(domain.id)
    const geo = { items: [{ country: 'CZ', url: 'https://cz.example/' }] }
    expect((await team.api('PUT', `/link/${ruled.id}/geo`, geo)).status).toBe(200)
    limited = await team.link(domain.id, { expires_after: 2 })
  })
  afterAll(() => copy?.close())

  const go = ({ slug }: { slug: string }, signal: Record<string, string>, agent?: string) =>
    visitAs(copy.url, {
      method: 'GET',
      path: `/${slug}${QUERY}`,
      headers: { host, ...HEADERS, ...(agent !== undefined && { 'user-agent': agent }), ...signal },
    })
  const clicksOf = async ({ id }: { id: string }, query = '') =>
    (await team.api<Clicks>('GET', `/analytics/stream?link_id=${id}${query}`)).body.items

  it('is redirected by the rules, and counted with time, link and country', async () => {
    const answer = await go(ruled, { 'sec-gpc': '1' })
    expect(answer.headers.location).toContain('https://cz.example/')
    const stored = await vi.waitFor(
      async () => {
        const [click] = await clicksOf(ruled)
        expect(click).toBeDefined()
        return click
      },
      { timeout: 15_000 },
    )
    expect(stored).toMatchObject({
      ...{ link_id: ruled.id, slug: ruled.slug, domain: host, title: 'x', opted_out: true },
      ...{ country: 'CZ', continent: 'Europe', is_eu: true, region: '', city: '', geo: {} },
      ...{ ip: '', browser: '', os: '', device: 'Unknown', brand: '', platform: '', language: '' },
      ...{ referer: '', query: {}, color_scheme: null, utm_source: null, is_mobile: false },
      ...{ url: '', variant: '', trigger: '', is_bot: false },
    })
    const { body } = await team.api<string>(
      'GET',
      `/analytics/export?format=csv&link_id=${ruled.id}`,
    )
    expect(body).toMatch(/\n[^\n]+,CZ,,,,false,true,\{\},\{\},,,,,,,false,,,true\n$/)
  })

  it('consumes the limit of a link, unless it is a bot', async () => {
    const bot = 'Googlebot/2.1 (+http://www.google.com/bot.html)'
    const statuses = []
    for (const agent of [undefined, bot, undefined, undefined]) {
      statuses.push((await go(limited, { dnt: '1' }, agent)).status)
    }
    expect(statuses).toEqual([302, 302, 302, 410])
    await vi.waitFor(
      async () => {
        expect(await clicksOf(limited)).toHaveLength(2)
        const { body } = await team.api<{ clicks: number }>('GET', `/link/${limited.id}`)
        expect(body.clicks).toBe(2)
      },
      { timeout: 15_000 },
    )
    const all = await clicksOf(limited, '&include_bots=true')
    expect(all.map(({ is_bot }) => is_bot).sort()).toEqual([false, false, true])
    expect(all.map(({ url }) => url)).toEqual(Array(3).fill('https://example.com/'))
  })

  it('leaves no other trace in tables, queues, spool or logs', async () => {
    const texts = { ...(await storedTexts()), log: copy.log() }
    for (const [place, text] of Object.entries(texts)) {
      expect([place, text.includes(mark)]).toEqual([place, false])
      expect([place, text.includes(ADDRESS)]).toEqual([place, false])
    }
    expect(texts.tables).toContain(ruled.id)
    expect(texts.postgres).toContain(ruled.slug)
  })

  it('is stored like everyone else without the signal', async () => {
    await go(ruled, { dnt: '0' })
    await vi.waitFor(
      async () => expect((await clicksOf(ruled)).map(({ ip }) => ip)).toEqual([ADDRESS, '']),
      { timeout: 15_000 },
    )
  })
})
