import { LANGUAGES } from '@fingerpost/messages'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stack } from '../stack.ts'
import { openChromium } from './chromium.ts'

const COOKIE = 'fingerpost-language'

let browser: Browser

beforeAll(async () => {
  browser = await openChromium()
}, 600_000)
afterAll(() => browser?.close())

/** The sign-in page in a browser that prefers this language. */
async function openIn(locale: string, chosen?: string) {
  const context = await browser.newContext({ locale })
  if (chosen) await context.addCookies([{ name: COOKIE, value: chosen, url: `${stack.url}/app` }])
  const page = await context.newPage()
  await page.goto(`${stack.url}/app/`)
  return { page, context }
}

const lang = (page: Page) => page.locator('html').getAttribute('lang')

it.each(LANGUAGES)('a browser that prefers %s gets the dashboard in it', async (language) => {
  const { page, context } = await openIn(language)
  expect(await lang(page)).toBe(language)
  await context.close()
})

it('a browser that prefers a language without messages gets English', async () => {
  const { page, context } = await openIn('ja')
  expect(await lang(page)).toBe('en')
  await context.close()
})

it.each(LANGUAGES)('%s is chosen before signing in, and kept', async (language) => {
  const { page, context } = await openIn('ja')
  const choice = page.locator('select')
  await Promise.all([page.waitForEvent('load'), choice.selectOption(language)])
  expect(await lang(page)).toBe(language)
  expect(await context.cookies(`${stack.url}/app`)).toMatchObject([
    { name: COOKIE, value: language, path: '/app', sameSite: 'Lax' },
  ])
  await page.reload()
  expect(await lang(page)).toBe(language)
  await expect.poll(() => choice.inputValue()).toBe(language)
  await context.close()
})

it.each(LANGUAGES)('an unknown choice is ignored for %s', async (language) => {
  const { page, context } = await openIn(language, 'xx')
  expect(await lang(page)).toBe(language)
  await context.close()
})
