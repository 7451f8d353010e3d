import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openDashboard } from './dashboard.ts'
import { browser, openAnalytics, useVisitedLink } from './visited-link.ts'

useVisitedLink()

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
