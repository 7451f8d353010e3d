import { beforeAll, describe, expect, it, vi } from 'vitest'
import { customer, stack, visit } from '../stack.ts'
import { expectProblem, narrowed, newTeam, type Page, unique } from '../teams.ts'

type Series = Record<string, { time: string; clicks: number }[]>
const BOT = 'Googlebot/2.1 (+http://www.google.com/bot.html)'

const api = customer()
/** The link with clicks, one without, and one of another team. */
let ours: string
let quiet: string
let theirs: string
let other: Awaited<ReturnType<typeof newTeam>>

beforeAll(async () => {
  const { body: domains } = await api<Page<{ id: number }>>('GET', '/domain')
  const body = { url: 'https://example.com/', domain_id: domains.items[0]?.id, title: 'x' }
  const create = async (by: typeof api, fields: object) =>
    (await by<{ id: string; short_url: string }>('POST', '/link', { ...body, ...fields })).body
  const link = await create(api, { slug: unique('series') })
  ours = link.id
  quiet = (await create(api, { slug: unique('quiet') })).id
  other = await newTeam('Series')
  const name = `${unique('series')}.example.com`
  const domain = await other.api<{ id: number }>('POST', '/domain', { name })
  theirs = (await create(other.api, { domain_id: domain.body.id })).id
  for (let nth = 0; nth < 3; nth++) await visit(link.short_url)
  await visit(link.short_url, { 'user-agent': BOT })
  const query = `link_id=${ours}&include_bots=true`
  await vi.waitFor(async () =>
    expect((await api<Page<unknown>>('GET', `/analytics/stream?${query}`)).body.total).toBe(4),
  )
})

const series = async (query: string, by = api) => {
  const answer = await by<Series>('GET', `/analytics/series?${query}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const clicksOf = (series: Series, id: string) => series[id]?.map(({ clicks }) => clicks)

describe('clicks over time of several links', () => {
  it('are returned by id, and empty for links without clicks', async () => {
    const found = await series(`link_ids=${ours},${quiet}&period=today&interval=day`)

    expect(Object.keys(found).sort()).toEqual([ours, quiet].sort())
    expect(clicksOf(found, ours)).toEqual([3])
    expect(found[quiet]).toEqual([])
  })

  it('are for one link the same as its clicks', async () => {
    for (const query of [
      '',
      'timezone=Asia/Kolkata',
      'period=today',
      'interval=week&period=year',
    ]) {
      const { body } = await api('GET', `/analytics/clicks?link_id=${ours}&${query}`)
      expect((await series(`link_ids=${ours}&${query}`))[ours]).toEqual(body)
    }
  })

  it('count bots only on request, and accept filters', async () => {
    const all = await series(`link_ids=${ours}&period=today&interval=day&include_bots=true`)
    const none = await series(`link_ids=${ours}&period=today&country=ZZ`)

    expect(clicksOf(all, ours)).toEqual([4])
    expect(none).toEqual({ [ours]: [] })
  })

  it('have the offset of the requested time zone', async () => {
    const found = await series(`link_ids=${ours}&timezone=Asia/Kolkata&interval=day`)

    expect(found[ours]?.at(-1)?.time).toMatch(/T00:00:00\+05:30$/)
  })

  it('of another team or an unknown id are empty, like those of a link without clicks', async () => {
    const beyond = '9999999999999999'
    const found = await series(`link_ids=${ours},${beyond}`, other.api)
    const mine = await series(`link_ids=${theirs},${quiet}`)

    expect(found).toEqual({ [ours]: [], [beyond]: [] })
    expect(mine).toEqual({ [theirs]: [], [quiet]: [] })
  })

  it.each([
    ['no ids', '', ['link_ids']],
    ['an empty list', 'link_ids=', ['link_ids']],
    ['text', 'link_ids=one', ['link_ids']],
    ['an empty id', 'link_ids=1,,2', ['link_ids']],
    ['101 ids', `link_ids=${Array(101).fill(1).join(',')}`, ['link_ids']],
    ['an unknown interval', 'link_ids=1&interval=second', ['interval']],
    ['too many hours', 'link_ids=1&interval=hour&period=year', ['interval']],
    ['days of all time', 'link_ids=1&interval=day&period=all', ['interval']],
    ['a page number', 'link_ids=1&page=0', ['page']],
    ['an additional link_id', 'link_ids=1&link_id=2', ['link_id']],
    ['a country in words', 'link_ids=1&country=Czechia', ['country']],
  ])('are rejected for %s', async (_, query, fields) => {
    expectProblem(await api('GET', `/analytics/series?${query}`), [400, 'invalid_request', fields])
  })

  it('reject an unknown period or time zone', async () => {
    for (const query of ['period=never', 'timezone=Moon']) {
      const answer = await api('GET', `/analytics/series?link_ids=1&${query}`)
      expectProblem(answer, [400, 'invalid_period', [query.split('=')[0] ?? '']])
    }
  })

  it('accept a hundred ids, and require the scope analytics:read', async () => {
    const hundred = Array.from({ length: 100 }, (_, i) => `${i + 1}`).join(',')
    expect(Object.keys(await series(`link_ids=${hundred}&period=all`))).toHaveLength(100)

    const reader = await narrowed(api, ['link:read'])
    expectProblem(await reader('GET', `/analytics/series?link_ids=${ours}`), [
      403,
      'insufficient_scope',
    ])
    expect((await fetch(`${stack.url}/api/analytics/series?link_ids=1`)).status).toBe(401)
  })
})
