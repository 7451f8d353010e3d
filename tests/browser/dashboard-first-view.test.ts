import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stack } from '../stack.ts'
import { openChromium } from './chromium.ts'
import { openDashboard } from './dashboard.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openChromium()
}, 600_000)
afterAll(() => browser?.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

describe('the first view', () => {
  it('has the frame of the page before any script is loaded', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${stack.url}/app/links`)
    await page.locator('.boot', { hasText: 'Fingerpost' }).waitFor()
    await context.close()
  })

  const kilobytes = (bytes: number) => Number((bytes / 1_000).toFixed(1))

  // Compressed, as the gateway sends it to a browser with an empty cache.
  it.each([
    { path: '/links', h1: 'Links', parts: [], all: 200, scripts: 170 },
    {
      path: '/analytics',
      h1: 'Analytics',
      parts: ['canvas', 'path[data-shade]'],
      all: 250,
      scripts: 235,
    },
  ])('of $path is small', async ({ path, h1, parts, ...most }) => {
    const { page, close } = await openDashboard(browser, path)
    await heading(page, h1).waitFor()
    for (const part of parts) await page.locator(part).first().waitFor()
    await page.waitForLoadState('networkidle')
    const sent = await page.evaluate(() =>
      (performance.getEntries() as PerformanceResourceTiming[])
        .filter(({ encodedBodySize }) => encodedBodySize > 0)
        .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize })),
    )
    await close()
    const sum = (files: typeof sent) => kilobytes(files.reduce((total, it) => total + it.bytes, 0))
    const scripts = sent.filter(({ name }) => name.endsWith('.js'))
    const sizes = { all: sum(sent), scripts: sum(scripts) }

    console.log(`First view of ${path}: ${sizes.all} kB, ${sizes.scripts} kB of it JavaScript`)
    expect(scripts.length).toBeGreaterThan(2)
    expect(sizes.all).toBeLessThan(most.all)
    expect(sizes.scripts).toBeLessThan(most.scripts)
  })
})
