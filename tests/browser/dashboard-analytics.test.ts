import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openDashboard } from './dashboard.ts'
import {
  browser,
  figure,
  openAnalytics,
  PRAGUE,
  useVisitedLink,
  VISITORS,
  VISITS,
  visitFrom,
} from './visited-link.ts'

useVisitedLink()

const measure = (page: Page) => new URL(page.url()).searchParams.get('measure')

describe('the figures', () => {
  it('show the clicked links, places and devices', async () => {
    const { page, complaints, close } = await openAnalytics()
    await figure(page, 'Clicks').getByText(`${VISITS}`, { exact: true }).waitFor()
    await figure(page, 'Visitors').getByText(`${VISITORS}`, { exact: true }).waitFor()
    await page.getByTitle('No clicks in the previous period').first().waitFor()
    await page.getByRole('button', { name: /Czechia\s*30\s*75%\s*6\s*Visitors/ }).waitFor()
    await page.getByRole('button', { name: /United States\s*10\s*25%\s*3\s*Visitors/ }).waitFor()
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
    // A period that is shown by week.
    await page.goto(`${page.url()}&period=12m`)
    await page.locator('canvas').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('compare the destinations of an A/B link and explain the difference', async () => {
    const { page, close } = await openAnalytics()
    const row = (url: string) => page.getByRole('row', { name: url })
    await row('shop.example/a').getByText('50%').first().waitFor()
    await row('shop.example/b').getByText('50%').first().waitFor()
    await page.getByText(/significant difference|more than chance/).waitFor()

    await page.setViewportSize({ width: 375, height: 800 })
    const table = page.getByRole('table').filter({ hasText: 'A/B destination' })
    const shown = table.getByText('shop.example/b', { exact: true })
    await table.getByRole('columnheader', { name: 'Visitors' }).waitFor()
    expect(await shown.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
    const { x, width } = (await table.boundingBox()) ?? { x: 0, width: 1_000 }
    expect(x + width).toBeLessThan(375)
    await close()
  })
})

describe('visitors', () => {
  it('are in the chart and its file if they are selected, also when the URL is opened', async () => {
    const { page, complaints, close } = await openAnalytics()
    const heading = (text: RegExp) => page.getByRole('heading', { name: text }).waitFor()
    const select = (name: RegExp) => page.getByRole('button', { name }).first()
    await heading(/^Clicks over time/)
    await select(/^Visitors/).focus()
    await page.keyboard.press('Enter')
    await heading(/^Visitors over time/)
    expect(measure(page)).toBe('visitors')
    await page.reload()
    await heading(/^Visitors over time/)
    const plot = page.locator('.u-over')
    const { width = 0 } = (await plot.boundingBox()) ?? {}
    await plot.hover({ position: { x: width - 1, y: 9 } })
    await page.locator('b', { hasText: `${VISITORS} visitors` }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ])
    expect(readFileSync(await file.path(), 'utf8')).toMatch(
      new RegExp(
        `^\uFEFF"Time","Clicks","Visitors"\r\n"\\d{4}-\\d\\d-\\d\\d","${VISITS}","${VISITORS}"\r\n$`,
      ),
    )

    await select(/^Clicks/).click()
    await heading(/^Clicks over time/)
    expect(measure(page)).toBeNull()
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the export of analytics', () => {
  it('contains the clicks of the view, their chart, and a print without controls', async () => {
    const { page, close } = await openAnalytics('&country=US')
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

    const [image] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as PNG' }).click(),
    ])
    expect(image.suggestedFilename()).toBe('chart.png')
    const png = readFileSync(await image.path())
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(png.readUInt32BE(16)).toBeGreaterThan(600) // width

    await page.emulateMedia({ media: 'print' })
    await page.getByRole('button', { name: 'Save as PNG' }).waitFor({ state: 'hidden' })
    expect(await page.getByRole('navigation').isVisible()).toBe(false)
    await expect.poll(() => page.locator('canvas').isVisible()).toBe(true)
    await expect.poll(() => page.getByText('Country: United States').isVisible()).toBe(true)
    await close()
  })

  it('is printed in light colors, also by a dark dashboard', async () => {
    const { page, close } = await openDashboard(browser, '/analytics')
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
    await page.locator('canvas').waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(scheme).toBe('dark')
    await page.evaluate(() =>
      Object.assign(window, {
        printed: new Promise((resolve) =>
          addEventListener('beforeprint', () =>
            resolve(document.documentElement.dataset.mantineColorScheme),
          ),
        ),
      }),
    )
    await page.pdf()
    expect(await page.evaluate('window.printed')).toBe('light')
    await expect.poll(scheme).toBe('dark')
    await close()
  })
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
