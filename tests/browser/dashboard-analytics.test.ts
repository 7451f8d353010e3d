import type { Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import { teamWithClickedLinks } from '../clicked-links.ts'
import { openDashboard } from './dashboard.ts'
import {
  browser,
  figure,
  link,
  openAnalytics,
  PRAGUE,
  useVisitedLink,
  VISITORS,
  VISITS,
  visitFrom,
} from './visited-link.ts'

useVisitedLink()

const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

let clicked: ReturnType<typeof teamWithClickedLinks> | undefined
/** A team with 42 links, made once. */
const clickedTeam = () => {
  clicked ??= teamWithClickedLinks()
  return clicked
}

describe('the figures', () => {
  it('show the clicked links, places and devices', async () => {
    const { page, complaints, close } = await openAnalytics()
    await figure(page, 'Clicks').getByText(`${VISITS}`, { exact: true }).waitFor()
    await figure(page, 'Visitors').getByText(`${VISITORS}`, { exact: true }).waitFor()
    await page.getByTitle('No clicks in the previous period').first().waitFor()
    await page.getByRole('button', { name: /Czechia\s*30\s*75 %\s*6\s*Visitors/ }).waitFor()
    await page.getByRole('button', { name: /United States\s*10\s*25 %\s*3\s*Visitors/ }).waitFor()
    await page.getByRole('tab', { name: 'Cities' }).click()
    await page.getByRole('button', { name: /Prague\s*30/ }).waitFor()
    await page.getByRole('tab', { name: 'Systems' }).click()
    await page.getByRole('button', { name: /Windows/ }).waitFor()
    await page.getByRole('tab', { name: 'Tags' }).click()
    await page.getByText('No tags for the clicks in this period').waitFor()
    await expect
      .poll(() => page.locator('svg path[data-shade]:not([data-shade="0"])').count())
      .toBe(2)
    await expect.poll(() => page.locator('canvas').count()).toBe(1)
    expect(complaints).toEqual([])
    await close()
  })

  it('change with the keys of periods, but not while somebody types', async () => {
    const { page, complaints, close } = await openAnalytics()
    await page.getByRole('button', { name: 'Period: Last 30 days' }).waitFor()
    await page.keyboard.press('4')
    await page.getByRole('button', { name: 'Period: Last 7 days' }).waitFor()
    expect(new URL(page.url()).searchParams.get('period')).toBe('7d')
    await page.getByRole('searchbox').fill('')
    await page.keyboard.type('1')
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('1')
    expect(new URL(page.url()).searchParams.get('period')).toBe('7d')
    expect(complaints).toEqual([])
    await close()
  })

  it('are named with their time zone unless it is that of the browser', async () => {
    const { page, complaints, close } = await openAnalytics('&timezone=Asia/Tokyo')
    await page.getByRole('button', { name: 'Period: Last 30 days · Tokyo', exact: true }).waitFor()
    await page.getByText('Last 30 days · Tokyo').waitFor()
    const own = await page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone')
    await page.goto(page.url().replace(/Asia(\/|%2F)Tokyo/, `${own}`))
    await page.getByRole('button', { name: 'Period: Last 30 days', exact: true }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('appear when the page is opened with a period that is shown by week', async () => {
    const { page, complaints, close } = await openAnalytics('&period=12m')
    await page.locator('canvas').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('are read in one request, also after the period has changed', async () => {
    const { page, close } = await openAnalytics('&city=Berlin')
    const requests = () =>
      page.evaluate<string[]>(
        `performance.getEntriesByType('resource').map((it) => new URL(it.name).pathname)
          .filter((it) => it.startsWith('/api/analytics/'))`,
      )
    await figure(page, 'Clicks').getByText('0', { exact: true }).waitFor()
    expect(await requests()).toEqual(['/api/analytics/report'])

    await page.getByRole('button', { name: 'Period: Last 30 days' }).click()
    await page.getByRole('menuitem', { name: 'Yesterday' }).click()
    await vi.waitFor(async () => expect(await requests()).toHaveLength(2), { timeout: 30_000 })
    expect(new Set(await requests())).toEqual(new Set(['/api/analytics/report']))
    await close()
  })

  it('belong to the period that is named beside them, also while the next one loads', async () => {
    const { page, complaints, close } = await openAnalytics()
    await figure(page, 'Clicks').getByText(`${VISITS}`, { exact: true }).waitFor()
    const title = page.getByRole('heading', { name: /^Clicks over time/ })
    const before = await title.textContent()
    const most = page.getByText('Most in one day', { exact: true })
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      void page.route('**/api/analytics/report?*', async (route) => {
        resolve()
        await new Promise<void>((allow) => {
          answer = allow
        })
        await route.continue()
      })
    })
    await page.getByRole('button', { name: 'Period: Last 30 days' }).click()
    await page.getByRole('menuitem', { name: 'Yesterday' }).click()
    await page.getByRole('button', { name: 'Period: Yesterday' }).waitFor()
    await asked
    expect(await title.textContent()).toBe(before)
    expect(await figure(page, 'Clicks').textContent()).toMatch(new RegExp(`^${VISITS}\\b`))
    expect(await most.count()).toBe(1)
    const busy = page.locator('main [aria-busy=true]')
    expect(await busy.count()).toBe(1)

    answer()
    await figure(page, 'Clicks').getByText('0', { exact: true }).waitFor()
    expect(await title.textContent()).not.toBe(before)
    expect(await most.count()).toBe(0)
    expect(await busy.count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('appear by themselves when the rate limit allows requests again', async () => {
    const { page, close } = await openDashboard(browser, '/links')
    let refused = 0
    await page.route('**/api/analytics/report?*', async (route) => {
      if (refused++ > 0) return route.continue()
      const problem = { code: 'rate_limited', detail: 'Too many.', status: 429, errors: [] }
      await route.fulfill({ status: 429, headers: { 'retry-after': '2' }, json: problem })
    })
    await page.goto(page.url().replace(/\/links.*/, `/analytics?link_id=${link.id}`))
    await page.getByText('Too many requests in this minute').waitFor()
    await figure(page, 'Clicks').getByText(`${VISITS}`, { exact: true }).waitFor()
    await page.getByText('Too many requests in this minute').waitFor({ state: 'hidden' })

    expect(refused).toBe(2)
    await close()
  })

  it('compare the destinations of an A/B link and explain the difference', async () => {
    const { page, close } = await openAnalytics()
    const row = (url: string) => page.getByRole('row', { name: url })
    await row('shop.example/a').getByText('50 %').first().waitFor()
    await row('shop.example/b').getByText('50 %').first().waitFor()
    await page.getByText(/than chance/i).waitFor()

    await page.setViewportSize({ width: 375, height: 800 })
    const table = page.getByRole('table').filter({ hasText: 'A/B destination' })
    const shown = table.getByText('shop.example/b', { exact: true })
    await table.getByRole('columnheader', { name: 'Visitors' }).waitFor()
    expect(await shown.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
    const { x, width } = (await table.boundingBox()) ?? { x: 0, width: 1_000 }
    expect(x + width).toBeLessThan(375)
    await close()
  })

  it('count bots on request', async () => {
    const { page, close } = await openAnalytics()
    await figure(page, 'Clicks').getByText('40', { exact: true }).waitFor()
    await page.getByRole('switch', { name: 'Bots' }).focus()
    await page.keyboard.press('Space')
    await figure(page, 'Clicks').getByText('41', { exact: true }).waitFor()
    await figure(page, 'Visitors')
      .getByText(`${VISITORS + 1}`, { exact: true })
      .waitFor()
    expect(parameter(page, 'include_bots')).toBe('true')
    await close()
  })
})

describe('the destinations', () => {
  it('are grouped by link and have full totals, for a team with more than 100 of them', async () => {
    const { key, links } = await clickedTeam()
    const { page, complaints, close } = await openDashboard(browser, '/analytics', { apiKey: key })
    const panel = page.getByRole('region', { name: 'Destinations' })
    const shown = panel.getByRole('button', { name: /^go-\w+\.example\.com/ })
    const first = links[0]?.short_url.replace(/^https?:\/\//, '') ?? ''
    await shown.first().waitFor()
    await expect.poll(() => shown.first().textContent()).toBe(first)
    await panel.getByText('9', { exact: true }).waitFor()
    await expect.poll(() => shown.count()).toBe(10)

    await panel.getByRole('button', { name: 'Show 42 links' }).click()
    await panel.getByText('42 links', { exact: true }).waitFor()
    await expect.poll(() => shown.count()).toBe(25)
    await panel.getByRole('button', { name: '2', exact: true }).click()
    await expect.poll(() => shown.count()).toBe(17)
    expect(complaints).toEqual([])
    await close()
  }, 120_000)
})

describe('a comparison', () => {
  it('shows links in one chart after three clicks, and is restored from the URL', async () => {
    const { key, links } = await clickedTeam()
    const { page, complaints, close } = await openDashboard(browser, '/analytics', { apiKey: key })
    await page.getByText(/^Compared with/).waitFor()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByRole('checkbox').nth(1).click()
    await page.getByRole('checkbox').nth(0).click()
    const legend = page.getByRole('list', { name: 'Compared' })
    await legend.waitFor()
    const lines = () => new URL(page.url()).searchParams.getAll('line')
    expect(lines()).toHaveLength(2)
    const expectTotals = async () => {
      for (const line of lines()) {
        const { short_url = '', clicks } =
          links.find((it) => `link_id:${it.link_id}` === line) ?? {}
        const item = legend.getByRole('listitem').filter({ hasText: new URL(short_url).pathname })
        await item.getByText(`${clicks}`, { exact: true }).waitFor()
        await item.getByText('3 visitors').waitFor()
      }
    }
    await expectTotals()
    await page.keyboard.press('Escape')
    await page.reload()
    await expectTotals()
    await page.locator('canvas').waitFor()
    expect(await page.getByText(/^Compared with/).count()).toBe(0)
    await page.getByRole('button', { name: 'Stop comparing' }).click()
    await page.getByText(/^Compared with/).waitFor()
    expect(lines()).toEqual([])
    expect(complaints).toEqual([])
    await close()
  }, 120_000)
})

describe('live', () => {
  it('shows a click as it happens', async () => {
    const { page, complaints, close } = await openAnalytics('&live=yes')
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
