import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newMember } from '../people.ts'
import { admin, stack } from '../stack.ts'
import { newTeam, unique } from '../teams.ts'
import { openChromium } from './chromium.ts'
import { LOOKS, openAs, violations } from './dashboard.ts'
import { watch } from './watch.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openChromium()
}, 600_000)
afterAll(() => browser?.close())

describe('the docs page', () => {
  it('finds an operation and runs it, without other origins and without errors', async () => {
    const page = await browser.newPage()
    const seen = watch(page)
    await page.goto(`${stack.url}/docs`)
    expect(await page.locator('article').count()).toBeGreaterThan(90)
    await page.keyboard.press('/')
    await page.keyboard.type('api/version')
    await page.getByText('1 operation', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    const operation = page.locator('article:visible')
    await expect.poll(() => operation.getByText(`curl '${stack.url}/api/version'`).count()).toBe(1)
    await operation.getByText('Try it').click()
    await operation.getByLabel('API key').fill(stack.apiKey)
    await operation.getByRole('button', { name: 'Send' }).click()
    await operation.getByText('"version"').last().waitFor()

    expect(await operation.getByRole('status').textContent()).toMatch(/^200/)
    expect(seen).toEqual([])
    await page.close()
  })

  it('runs the first example for the person who is signed in, on a domain of their team', async () => {
    const team = await newTeam('Reading')
    const host = `${unique('docs')}.example`
    await admin('domain', 'add', host, '--org', team.orgId, '--verified')
    const { page, close } = await openAs(browser, await newMember(team.api, 'editor'), '/links')
    await page.goto(`${stack.url}/docs#createLink`)
    const operation = page.locator('#createLink')
    await operation.getByText('Try it').click()
    await expect
      .poll(() => operation.getByRole('textbox', { name: 'Body' }).inputValue())
      .not.toContain('"domain_id": 1,')
    await operation.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => operation.getByRole('status').textContent()).toMatch(/^201/)
    expect(await operation.getByRole('status').textContent()).toContain(host)
    await close()
  })

  it('opens at the operation of a link to the previous reference', async () => {
    const page = await browser.newPage()
    await page.goto(`${stack.url}/docs#/Links/createLink`)

    await page.locator('#createLink:target').waitFor()
    await page.close()
  })

  it.each([
    { ...LOOKS[0], colorScheme: 'dark' },
    { ...LOOKS[1], colorScheme: 'light' },
  ] as const)('is accessible and fits its window, $name and $colorScheme', async (look) => {
    const page = await browser.newPage({ ...look, reducedMotion: 'reduce', viewport: look })
    await page.goto(`${stack.url}/docs`)
    // All operations have the same form; the long tests check the whole page.
    await page.getByRole('searchbox').fill('qr code')
    expect(await violations(page)).toEqual([])
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect(overflow, 'pixels beyond the width of the window').toBe(0)
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
