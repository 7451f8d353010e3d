import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openDashboard } from './dashboard.ts'
import { browser, figure, openAnalytics, useVisitedLink, VISITS } from './visited-link.ts'

useVisitedLink()

const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

it.each(['24h', 'year', '12m', 'all', '2020-02-01,2026-01-31', '0001-01-01,0001-01-02'])(
  'the page opens with the period %s',
  async (period) => {
    const { page, complaints, close } = await openAnalytics(`&period=${period}`)
    await page.locator('canvas').waitFor()
    expect(complaints).toEqual([])
    await close()
  },
)

describe('filters', () => {
  it('are set by clicking, stored in the URL, and restored from it', async () => {
    const { page, close } = await openAnalytics()
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
    const { page, complaints, close } = await openAnalytics()
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await page.getByRole('button', { name: bar }).click()
    await page.getByText(filter).waitFor()
    await figure(page, 'Clicks').getByText(`${clicks}`, { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('are found by typing', async () => {
    const { page, close } = await openAnalytics()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('combobox', { name: 'Country' }).fill('united st')
    await page.getByRole('option', { name: 'United States', exact: true }).click()
    await figure(page, 'Clicks').getByText('10', { exact: true }).waitFor()
    await close()
  })

  it('take several values, exclude values and match parts of texts', async () => {
    const { page, close } = await openAnalytics('&country=CZ')
    const clicks = (n: number) =>
      figure(page, 'Clicks').getByText(`${n}`, { exact: true }).waitFor()
    const add = async (by: string, condition: string) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      if (by !== 'Country') {
        await page.getByRole('combobox', { name: 'Filter by' }).click()
        await page.getByRole('option', { name: by, exact: true }).click()
      }
      await page.getByText(condition, { exact: true }).click()
    }
    await clicks(30)
    await add('Country', 'is')
    await page.getByRole('combobox', { name: 'Country' }).fill('united st')
    await page.getByRole('option', { name: 'United States', exact: true }).click()
    await page.getByText('Country: Czechia or United States').waitFor()
    await clicks(40)
    await add('Referer', 'contains')
    await page.getByRole('textbox', { name: 'Referer' }).fill('SEARCH')
    await page.keyboard.press('Enter')
    await page.getByText('Referer contains: SEARCH').waitFor()
    await clicks(10)
    const { pathname, search } = new URL(page.url())
    await add('Country', 'is not')
    await page.getByRole('combobox', { name: 'Country' }).fill('united st')
    await page.getByRole('option', { name: 'United States', exact: true }).click()
    await clicks(0)
    await page.getByRole('button', { name: 'Remove filter Referer contains' }).click()
    await clicks(30)
    await close()

    const other = await openDashboard(browser, pathname.replace('/app', '') + search)
    await other.page.getByText('Country: Czechia or United States').waitFor()
    await figure(other.page, 'Clicks').getByText('10', { exact: true }).waitFor()
    await other.close()
  })

  it('that are invalid are ignored', async () => {
    const { page, complaints, close } = await openAnalytics(
      '&country=nowhere&period=sometime&timezone=Moon',
    )
    await figure(page, 'Clicks').getByText('40', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the period', () => {
  it('is selected by name or by days, and compared with the previous one', async () => {
    const { page, close } = await openAnalytics()
    await page.getByRole('button', { name: 'Period: Last 30 days' }).click()
    await page.getByRole('menuitem', { name: 'Yesterday' }).click()
    await figure(page, 'Clicks').getByText('0', { exact: true }).waitFor()
    await page.getByText(/^Compared with/).waitFor()
    await page.getByText('Year before', { exact: true }).click()
    const lastYear = new Date(Date.now() - 86_400_000).getFullYear() - 1
    await page.getByText(new RegExp(`^Compared with .*${lastYear}$`)).waitFor()
    expect(parameter(page, 'compare')).toBe('year')
    await page.getByRole('button', { name: 'Period: Yesterday' }).click()
    await page.getByRole('menuitem', { name: 'Last 24 hours' }).click()
    await figure(page, 'Clicks').getByText(`${VISITS}`, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Period: Last 24 hours' }).click()
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
    const { page, complaints, close } = await openAnalytics('&period=today&timezone=UTC')
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
