import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customer, stack } from '../stack.ts'
import { newTeam } from '../teams.ts'
import { openChromium } from './chromium.ts'
import { expectAccessible, LOOKS, openDashboard } from './dashboard.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openChromium()
}, 600_000)
afterAll(() => browser?.close())

/** Folders on one page of the list. */
const PAGE = 50

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

const dialog = (page: Page) => page.getByRole('dialog')

describe.each(LOOKS)('$name', (look) => {
  let apiKey: string

  beforeAll(async () => {
    apiKey = (await newTeam('Accessible')).key
    const api = customer(apiKey)
    await api('POST', '/folder', { name: 'Taken' })
    for (let i = 0; i < PAGE; i++) await api('POST', '/folder', { name: `With links ${i}` })
    await api('POST', '/tag', { name: 'Taken' })
    const name = `${'long'.repeat(13)}-${crypto.randomUUID().slice(0, 8)}.example.com`
    await api('POST', '/domain', { name })
    const fields = { url: `${stack.url}/healthz`, name: look.name, events: ['link.created'] }
    const { body } = await api<{ id: number }>('POST', '/webhook', fields)
    expect((await api('POST', `/webhook/${body.id}/test`)).status).toBe(200)
  })

  it('every page and its panel are accessible', async () => {
    for (const [path, button] of [
      ['/folders', 'Edit Taken'],
      ['/tags', 'Edit Taken'],
      ['/domains', /^Verify/],
      ['/keys', 'Create key'],
      ['/webhooks', `Edit ${look.name}`],
      ['/bio', 'Add link'],
    ] as const) {
      const { page, complaints, close } = await openDashboard(browser, path, { apiKey, look })
      await page.getByRole('button', { name: button }).first().waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: button }).first().click()
      await dialog(page)
        .getByRole('button', { name: /^(Save|Create|Add)$/ })
        .waitFor()
      await expectAccessible(page)
      expect(complaints, path).toEqual([])
      await close()
    }
    const { page, close } = await openDashboard(browser, '/webhooks', { apiKey, look })
    await page.getByRole('button', { name: `Deliveries to ${look.name}` }).click()
    await dialog(page).getByRole('row').nth(1).waitFor()
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Details of webhook.test' }).click()
    const table = dialog(page).getByRole('table').locator('..')
    await dialog(page).getByLabel('Payload').waitFor()
    expect(await table.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
    await close()

    const folders = await openDashboard(browser, '/folders', { apiKey, look })
    await folders.page.getByRole('button', { name: 'Next page' }).waitFor()
    await folders.page.getByRole('button', { name: 'Edit Taken' }).click()
    await dialog(folders.page).getByRole('textbox', { name: 'Color' }).click()
    await folders.page.locator('.mantine-ColorInput-saturation').waitFor()
    await expectAccessible(folders.page)
    await folders.close()
  })

  it('sign-in, settings and menu are accessible', async () => {
    const out = await openDashboard(browser, '/', { look, apiKey: null })
    await heading(out.page, 'Sign in to Fingerpost').waitFor()
    await expectAccessible(out.page)
    await out.close()

    const { page, complaints, close } = await openDashboard(browser, '/settings', { look })
    await heading(page, 'Settings').waitFor()
    await page.getByLabel('Slug of the bio page').waitFor()
    await expectAccessible(page)
    await page.getByRole('combobox', { name: 'Time zone of the team' }).click()
    await page.getByRole('option', { name: 'Africa/Abidjan' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    if (look.width < 500) {
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('dialog').getByText('Webhooks').waitFor()
      await expectAccessible(page)
    }
    expect(complaints).toEqual([])
    await close()
  })
  it('palette and help are accessible', async () => {
    const { page, complaints, close } = await openDashboard(browser, '/settings', { look })
    await heading(page, 'Settings').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Find links, pages and actions').fill('a')
    await page.getByText('Analytics').last().waitFor()
    await expectAccessible(page)
    await page.getByPlaceholder('Find links, pages and actions').fill('nothing of that name')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByPlaceholder('Find links, pages and actions').waitFor({ state: 'hidden' })
    await page.keyboard.press('?')
    await page.getByText('Go to Analytics').waitFor()
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await close()
  })
})
