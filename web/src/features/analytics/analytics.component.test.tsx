import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../testing/api.ts'
import {
  button,
  click,
  gone,
  openPage,
  part,
  path,
  press,
  role,
  text,
  until,
} from '../../testing/app.tsx'
import { exampleOf, listOf } from '../../testing/document.ts'
import { newLink, serveLinks } from '../../testing/links.ts'

const DAY = '2026-11-20T00:00:00+00:00'
const GROUP = exampleOf('/analytics/countries').items[0]

/** The clicks of a report, by what its request says. */
let clicksOf: (
  query: URLSearchParams,
  part: URLSearchParams,
) => [clicks: number, visitors: number | null]
let destinations: unknown[]

beforeEach(() => {
  clicksOf = () => [40, 9]
  destinations = exampleOf('/analytics/destinations').items
  api.on('GET', '/analytics/report', ({ query }) => ({
    parts: query.getAll('part').map((named) => {
      const [name, parameters] = named.split('?')
      const part = new URLSearchParams(parameters)
      const [clicks, visitors] = part.has('period') ? [0, 0] : clicksOf(query, part)
      if (name === 'clicks') return clicks === 0 ? [] : [{ time: DAY, clicks, visitors }]
      if (name === 'destinations') return { ...listOf(destinations), limit: 10 }
      const countries = listOf([{ ...GROUP, clicks, visitors }])
      return { countries, links: listOf([]) }
    }),
  }))
})

const requests = () => api.calls('GET', '/analytics/report')
/** The text of a figure. */
const figure = async (name: string) =>
  (await screen.findAllByText(name))[0]?.nextElementSibling?.textContent
const showsClicks = (clicks: string) =>
  until(async () => expect(await figure('Clicks')).toMatch(new RegExp(`^${clicks}\\b`)))
const choosePeriod = async (now: string, next: string) => {
  await click('button', `Period: ${now}`)
  await click('menuitem', next)
}

describe('the figures', () => {
  it('change with the keys of periods, but not while somebody types', async () => {
    openPage('/analytics')
    await button('Period: Last 30 days')
    await press('4')
    await button('Period: Last 7 days')
    expect(path()).toBe('/analytics?period=7d')
    const search = await screen.findByRole('searchbox')
    search.focus()
    await press('1')
    await until(() => expect(path()).toMatch(/search=1/))
    expect(path()).toMatch(/period=7d/)
  })

  it('are named with their time zone unless it is that of the browser', async () => {
    openPage('/analytics?timezone=Asia/Tokyo')
    await button('Period: Last 30 days · Tokyo')
    await text(/Last 30 days · Tokyo$/)
    expect(requests()[0]?.query.get('timezone')).toBe('Asia/Tokyo')
  })

  it('are named without the time zone of the browser', async () => {
    openPage(`/analytics?timezone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`)
    await button('Period: Last 30 days')
  })

  it('are read in one request, also after the period has changed', async () => {
    clicksOf = () => [0, 0]
    openPage('/analytics?city=Berlin')
    await showsClicks('0')
    await choosePeriod('Last 30 days', 'Yesterday')
    await until(() => expect(requests()).toHaveLength(2))
    expect(requests()[1]?.query.get('city')).toBe('Berlin')
    for (const path of ['countries', 'links', 'clicks', 'destinations', 'group']) {
      expect(api.calls('GET', `/analytics/${path}`)).toEqual([])
    }
  })

  it('belong to the period that is named beside them, also while the next one loads', async () => {
    const answer = Promise.withResolvers<void>()
    openPage('/analytics')
    await showsClicks('40')
    const title = async () => (await role('heading', /^Clicks over time/)).textContent
    const before = await title()
    api.on('GET', '/analytics/report', async () => {
      await answer.promise
      return { parts: [[], { countries: listOf([]), links: listOf([]) }, listOf([]), []] }
    })
    await choosePeriod('Last 30 days', 'Yesterday')
    await button('Period: Yesterday')
    await until(() => expect(requests()).toHaveLength(2))
    expect(await title()).toBe(before)
    expect(await figure('Clicks')).toMatch(/^40\b/)
    expect(screen.queryByText('Best day')).not.toBeNull()
    const busy = () => document.querySelectorAll('main [aria-busy=true]').length
    expect(busy()).toBe(1)

    answer.resolve()
    await showsClicks('0')
    expect(await title()).not.toBe(before)
    expect(screen.queryByText('Best day')).toBeNull()
    expect(busy()).toBe(0)
  })

  it('appear by themselves when the rate limit allows requests again', async () => {
    const answer = { parts: [[{ time: DAY, clicks: 40, visitors: 9 }], {}, listOf([]), []] }
    api.on('GET', '/analytics/report', () =>
      requests().length === 1
        ? new Response(
            JSON.stringify({ code: 'rate_limited', detail: 'Too many.', status: 429, errors: [] }),
            {
              status: 429,
              headers: { 'retry-after': '1', 'content-type': 'application/problem+json' },
            },
          )
        : answer,
    )
    // Before the time of other tests, so that they are not limited.
    vi.setSystemTime('2026-11-20T11:00:00Z')
    openPage('/analytics')
    await text(/Too many requests in this minute/)
    vi.setSystemTime('2026-11-20T11:00:02Z')
    await until(() => expect(requests()).toHaveLength(2))
    await gone(() => screen.queryByText(/Too many requests in this minute/))
  })

  it('count bots on request', async () => {
    clicksOf = (query) => (query.get('include_bots') === 'true' ? [41, 10] : [40, 9])
    openPage('/analytics')
    await showsClicks('40')
    ;(await role('switch', 'Include bots')).focus()
    await press(' ')
    await showsClicks('41')
    expect(await figure('Visitors')).toMatch(/^10/)
    expect(path()).toMatch(/include_bots=true/)
  })

  it('of clicks without known visitors are a dash, with a note', async () => {
    clicksOf = () => [12, null]
    openPage('/analytics?measure=visitors')
    await showsClicks('12')
    expect(await figure('Visitors')).toMatch(/^–/)
    await button(/Czechia\s*12\s*100%\s*–/)
    await text(/summed over days.*– instead of a number means that none is known/)
  })
})

describe('the destinations', () => {
  it('are grouped by link and have full totals, for a team with more than 100 of them', async () => {
    const links = Array.from({ length: 42 }, (_, nth) => ({
      ...exampleOf('/analytics/destinations').items[0],
      link_id: `${nth}`,
      short_url: `https://go.shop.example/l${nth}`,
      clicks: 9,
    }))
    destinations = links.slice(0, 10)
    const total = links.length
    const report = listOf(destinations)
    api.on('GET', '/analytics/report', () => ({
      parts: [[{ time: DAY, clicks: 40, visitors: 9 }], {}, { ...report, total, limit: 10 }, []],
    }))
    api.on('GET', '/analytics/destinations', ({ query }) => {
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
      const items = links.slice(page * limit, (page + 1) * limit)
      return { items, total, offset: page * limit, limit }
    })
    openPage('/analytics')
    const panel = await part('Destinations')
    const shown = () => panel.queryAllByRole('button', { name: /^go\.shop\.example/ })
    await until(() => expect(shown()).toHaveLength(10))
    expect(shown()[0]?.textContent).toBe('go.shop.example/l0')
    expect(panel.queryByText(/^https?:|^www\./)).toBeNull()
    await click('button', 'Show 42 links', panel)
    await text('42 links', panel)
    await until(() => expect(shown()).toHaveLength(25))
    await click('button', '2', panel)
    await until(() => expect(shown()).toHaveLength(17))
  })
})

describe('a comparison', () => {
  it('shows links in one chart after three clicks, and is restored from the URL', async () => {
    const links = serveLinks(newLink('one', { id: '1' }), newLink('two', { id: '2' }))
    clicksOf = (_, part) => [Number(part.get('link_id') ?? 20) * 2, 3]
    openPage('/analytics')
    await text(/^Compared with/)
    await click('button', 'Compare')
    const choices = () => screen.getAllByRole('checkbox')
    await until(() => expect(choices()).toHaveLength(links.length))
    choices()[1]?.click()
    await until(() => expect(choices()[1]).toHaveProperty('checked', true))
    choices()[0]?.click()
    const legend = within(await role('list', 'Compared'))
    await until(() => expect(path()).toMatch(/line=link_id%3A2.*line=link_id%3A1/))
    const items = () => legend.getAllByRole('listitem').map(({ textContent }) => textContent)
    await until(() =>
      expect(items()).toEqual([
        expect.stringMatching(/two.*4.*3 visitors/),
        expect.stringMatching(/one.*2.*3 visitors/),
      ]),
    )
    expect(screen.queryByText(/^Compared with/)).toBeNull()
    await press('{Escape}')
    await click('button', 'Stop comparing')
    await text(/^Compared with/)
    expect(path()).toBe('/analytics')
  })

  it('of the URL is shown', async () => {
    serveLinks(newLink('one', { id: '1' }), newLink('two', { id: '2' }))
    clicksOf = (_, part) => [Number(part.get('link_id') ?? 20) * 2, 3]
    openPage('/analytics?line=link_id:2&line=link_id:1')
    const legend = within(await role('list', 'Compared'))
    await text(/go\.shop\.example\/two/, legend)
    await text(/go\.shop\.example\/one/, legend)
    await button('Stop comparing')
    // Figures and panels are those of the compared links.
    expect(requests()[0]?.query.getAll('link_id')).toEqual(['2', '1'])
  })
})
