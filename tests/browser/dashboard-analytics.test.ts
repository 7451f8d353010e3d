import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { BROWSERS } from '../agents.ts'
import { teamWithClickedLinks } from '../clicked-links.ts'
import { customer, visit } from '../stack.ts'
import { openChromium } from './chromium.ts'
import { expectAccessible, LOOKS, openDashboard } from './dashboard.ts'

const PRAGUE = '83.208.93.244'
const CALIFORNIA = '8.8.8.8'
const BOT = 'Googlebot/2.1 (+http://www.google.com/bot.html)'
const VISITS = 40

const api = customer()
let browser: Browser
let link: { id: string; short_url: string }

/** A new unique visitor, distinguished by its `accept-language`. */
const visitFrom = (address: string, nth: number, headers: Record<string, string> = {}) =>
  visit(link.short_url, { 'x-forwarded-for': address, 'accept-language': `x-${nth}`, ...headers })

/** An A/B link with 30 clicks from Prague, 10 from the United States, and one by a bot. */
beforeAll(async () => {
  browser = await openChromium()
  const { body } = await api<{ items: { id: number }[] }>('GET', '/domain')
  const fields = {
    url: 'https://shop.example/a',
    title: 'Looked at',
    domain_id: body.items[0]?.id,
    utm_term: 'shoes & more',
  }
  link = (await api<typeof link>('POST', '/link', fields)).body
  const ab = { items: [{ url: 'https://shop.example/b', percent: 50 }] }
  expect((await api('PUT', `/link/${link.id}/ab`, ab)).status).toBe(200)
  for (let nth = 0; nth < VISITS; nth++) {
    const agent = BROWSERS[nth % 6]?.[4] ?? ''
    const from: [string, string?] = nth % 4 ? [PRAGUE] : [CALIFORNIA, 'https://search.example/?q=x']
    await visitFrom(from[0], nth, { 'user-agent': agent, ...(from[1] && { referer: from[1] }) })
  }
  await visitFrom(PRAGUE, VISITS, { 'user-agent': BOT })
  await vi.waitFor(async () => {
    const { body } = await api<{ total: number }>(
      'GET',
      `/analytics/stream?link_id=${link.id}&include_bots=true`,
    )
    expect(body.total).toBe(VISITS + 1)
  })
}, 600_000)
afterAll(() => browser?.close())

const open = (query = '') => openDashboard(browser, `/analytics?link_id=${link.id}${query}`)
const figure = (page: Page, name: string) =>
  page.getByText(name, { exact: true }).locator('xpath=following-sibling::*').first()
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

describe('the figures', () => {
  it('show the clicked links, places and devices', async () => {
    const { page, complaints, close } = await open()
    await figure(page, 'Clicks').getByText(`${VISITS}`, { exact: true }).waitFor()
    await page.getByTitle('No clicks in the previous period').first().waitFor()
    await page.getByRole('button', { name: /Czechia\s*30/ }).waitFor()
    await page.getByRole('button', { name: /United States\s*10/ }).waitFor()
    await page.getByRole('tab', { name: 'Cities' }).click()
    await page.getByRole('button', { name: /Prague\s*30/ }).waitFor()
    await page.getByRole('tab', { name: 'Systems' }).click()
    await page.getByRole('button', { name: /Windows/ }).waitFor()
    expect(await page.locator('svg path[data-shade]:not([data-shade="0"])').count()).toBe(2)
    expect(await page.locator('canvas').count()).toBe(1)
    expect(complaints).toEqual([])
    await close()
  })

  it('compare the destinations of an A/B link and explain the difference', async () => {
    const { page, close } = await open()
    const row = (url: string) => page.getByRole('row', { name: url })
    await row('https://shop.example/a').getByText('50 %').first().waitFor()
    await row('https://shop.example/b').getByText('50 %').first().waitFor()
    await page.getByText(/than chance/i).waitFor()
    await close()
  })

  it('count bots on request', async () => {
    const { page, close } = await open()
    await figure(page, 'Clicks').getByText('40', { exact: true }).waitFor()
    await page.getByRole('switch', { name: 'Bots' }).focus()
    await page.keyboard.press('Space')
    await figure(page, 'Clicks').getByText('41', { exact: true }).waitFor()
    expect(parameter(page, 'include_bots')).toBe('true')
    await close()
  })
})

describe('the destinations', () => {
  it('are grouped by link and have full totals, for a team with more than 100 of them', async () => {
    const { key, links } = await teamWithClickedLinks()
    const { page, complaints, close } = await openDashboard(browser, '/analytics', { apiKey: key })
    const panel = page.getByRole('region', { name: 'Destinations' })
    const shown = panel.getByRole('button', { name: /^go-\w+\.example\.com/ })
    const first = links[0]?.short_url.replace(/^https?:\/\//, '') ?? ''
    await shown.first().waitFor()
    expect(await shown.first().textContent()).toBe(first)
    await panel.getByText('9', { exact: true }).waitFor()
    expect(await shown.count()).toBe(10)

    await panel.getByRole('button', { name: 'Show 42 links' }).click()
    await panel.getByText('42 links', { exact: true }).waitFor()
    await expect.poll(() => shown.count()).toBe(25)
    await panel.getByRole('button', { name: '2', exact: true }).click()
    await expect.poll(() => shown.count()).toBe(17)
    expect(complaints).toEqual([])
    await close()
  }, 120_000)
})

describe('filters', () => {
  it('are set by clicking, stored in the URL, and restored from it', async () => {
    const { page, close } = await open()
    await page.getByRole('button', { name: /Czechia/ }).click()
    await figure(page, 'Clicks').getByText('30', { exact: true }).waitFor()
    expect(parameter(page, 'country')).toBe('CZ')
    const { pathname, search } = new URL(page.url())
    await page.getByRole('button', { name: 'Remove filter Country' }).click()
    await figure(page, 'Clicks').getByText('40', { exact: true }).waitFor()
    await close()

    const other = await openDashboard(browser, pathname.replace('/app', '') + search)
    await figure(other.page, 'Clicks').getByText('30', { exact: true }).waitFor()
    await other.page.getByText('Country: Czechia').waitFor()
    await other.close()
  })

  it.each([
    ['Referers', /search\.example\s*10/, 'Referer: search.example', 10],
    ['Term', /shoes & more\s*40/, 'Term: shoes & more', 40],
  ])('are set by the bars of %s too', async (tab, bar, filter, clicks) => {
    const { page, complaints, close } = await open()
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await page.getByRole('button', { name: bar }).click()
    await page.getByText(filter).waitFor()
    await figure(page, 'Clicks').getByText(`${clicks}`, { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('are found by typing', async () => {
    const { page, close } = await open()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('combobox', { name: 'Country' }).fill('united st')
    await page.getByRole('option', { name: 'United States', exact: true }).click()
    await figure(page, 'Clicks').getByText('10', { exact: true }).waitFor()
    await close()
  })

  it('that are invalid are ignored', async () => {
    const { page, complaints, close } = await open('&country=nowhere&period=sometime&timezone=Moon')
    await figure(page, 'Clicks').getByText('40', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the period', () => {
  it('is selected by name or by days, and compared with the previous one', async () => {
    const { page, close } = await open()
    await page.getByRole('button', { name: 'Period: Last 30 days' }).click()
    await page.getByRole('menuitem', { name: 'Yesterday' }).click()
    await figure(page, 'Clicks').getByText('0', { exact: true }).waitFor()
    await page.getByText(/^Compared with/).waitFor()
    await page.getByRole('button', { name: 'Period: Yesterday' }).click()
    await page.getByRole('menuitem', { name: /Other days/ }).click()
    await page.getByLabel('First day').fill('2026-01-31')
    await page.getByLabel('Last day').fill('2026-01-01')
    await page.getByText('The last day is before the first.').waitFor()
    await page.getByLabel('First day').fill('2025-12-01')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByRole('button', { name: /Period: Dec 1, 2025/ }).waitFor()
    expect(parameter(page, 'period')).toBe('2025-12-01,2026-01-01')
    await close()
  })
})

describe('a period that is not over', () => {
  it.each([
    ['00:00:00', 'No clicks in the previous period'],
    ['23:59:59', `${VISITS} in the previous period`],
  ])('is compared at %s with the previous one until then', async (time, title) => {
    const { page, complaints, close } = await open('&period=today&timezone=UTC')
    const [tomorrow] = new Date(Date.now() + 86_400_000).toISOString().split('T')
    await page.clock.setFixedTime(`${tomorrow}T${time}Z`)
    await page.reload()
    await page.getByText(new RegExp(`^Compared with .*, until ${time.slice(0, 5)}$`)).waitFor()
    await figure(page, 'Clicks').getByText('0', { exact: true }).waitFor()
    await page.getByTitle(title, { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})

describe('live', () => {
  it('shows a click as it happens', async () => {
    const { page, complaints, close } = await open('&live=yes')
    await page.getByText('Waiting for the next click').waitFor()
    await visitFrom(PRAGUE, 99, { referer: 'https://news.example/x' })
    await page.getByText('Prague, Czechia').waitFor()
    await page.getByText('1 new').waitFor()
    await page
      .getByText(/news\.example/)
      .first()
      .waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the export', () => {
  it('contains the clicks of the view', async () => {
    const { page, close } = await open('&country=US')
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Clicks as JSON lines' }).click(),
    ])
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n')
    expect(lines).toHaveLength(10)
    expect(lines.map((line) => JSON.parse(line).country)).toEqual(Array(10).fill('US'))
    await close()
  })
})

describe.each(LOOKS)('$name', (look) => {
  it('is accessible, with and without clicks', async () => {
    const some = await openDashboard(browser, `/analytics?link_id=${link.id}`, { look })
    await some.page.getByRole('button', { name: /Czechia/ }).waitFor()
    await some.page.getByText(/than chance/i).waitFor()
    await expectAccessible(some.page)
    await some.page.getByRole('button', { name: 'Filter', exact: true }).click()
    await some.page.getByRole('combobox', { name: 'Country' }).waitFor()
    await expectAccessible(some.page)
    await some.page.keyboard.press('Escape')
    await some.page.getByRole('button', { name: /^Period/ }).click()
    await some.page.getByRole('menuitem', { name: 'Yesterday' }).waitFor()
    await expectAccessible(some.page)
    await some.page.getByRole('menuitem', { name: /Other days/ }).click()
    await some.page.getByLabel('Last day').fill('2020-01-01')
    await some.page.getByText('The last day is before the first.').waitFor()
    await expectAccessible(some.page)
    await some.close()
    const none = await openDashboard(browser, '/analytics?city=Nowhere', { look })
    await none.page.getByText('No clicks in this period').first().waitFor()
    await expectAccessible(none.page)
    await none.close()
  })
})
