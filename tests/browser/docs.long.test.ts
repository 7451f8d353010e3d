import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stack } from '../stack.ts'
import { openChromium } from './chromium.ts'
import { violations } from './dashboard.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openChromium()
}, 600_000)
afterAll(() => browser?.close())

it.each(['/docs', '/docs/problems'])(
  'the whole of %s is accessible',
  async (path) => {
    const page = await browser.newPage({ reducedMotion: 'reduce' })
    await page.goto(`${stack.url}${path}`)
    await page.evaluate(`for (const it of document.querySelectorAll('details')) it.open = true`)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violations(page), colorScheme).toEqual([])
    }
  },
  900_000,
)
