import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stack } from '../stack.ts'
import { openChromium } from './chromium.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openChromium()
}, 600_000)
afterAll(() => browser?.close())

/** Collects requests to other origins and browser errors. */
function watch(page: Page): string[] {
  const seen: string[] = []
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`))
  page.on('console', (message) => seen.push(`${message.type()}: ${message.text()}`))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (origin !== stack.url && protocol !== 'data:') seen.push(`request: ${request.url()}`)
  })
  return seen
}

describe('the docs page', () => {
  it('shows all operations and runs one, without other origins and without errors', async () => {
    const page = await browser.newPage()
    const seen = watch(page)
    await page.goto(`${stack.url}/docs`)
    await page.click('.btn.authorize')
    await page.fill('.auth-container input', stack.apiKey)
    await page.click('.auth-container button[type=submit]')
    await page.click('.btn-done')
    const operation = page.locator('#operations-Service-getVersion')
    await operation.locator('.opblock-summary-control').click()
    await operation.locator('.btn.execute').click()
    const answer = await operation
      .locator('.live-responses-table .response-col_status')
      .last()
      .textContent()

    expect(answer).toMatch(/^200/)
    expect(await page.locator('.opblock').count()).toBeGreaterThan(50)
    expect(seen).toEqual([])
    await page.close()
  })

  it('has a page of problem codes that opens at a code', async () => {
    const page = await browser.newPage()
    const seen = watch(page)
    await page.goto(`${stack.url}/docs/problems#slug_taken`)

    expect(await page.locator('section:target').getAttribute('id')).toBe('slug_taken')
    expect(seen).toEqual([])
    await page.close()
  })
})
