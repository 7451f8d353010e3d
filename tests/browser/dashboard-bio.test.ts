import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { CHROME, customer, stack } from '../stack.ts'
import { newTeam } from '../teams.ts'
import { openChromium } from './chromium.ts'
import { expectAccessible, openDashboard } from './dashboard.ts'

let browser: Browser
let apiKey: string
let api: ReturnType<typeof customer>

beforeAll(async () => {
  browser = await openChromium()
  apiKey = (await newTeam('Bio page')).key
  api = customer(apiKey)
}, 600_000)
afterAll(() => browser?.close())

const dialog = (page: Page) => page.getByRole('dialog')
const list = async <T>(path: string) => (await api<{ items: T[] }>('GET', path)).body.items

it('the bio page is edited next to its preview, sorted by keyboard, and shown to visitors', async () => {
  const { page, complaints, close } = await openDashboard(browser, '/bio', { apiKey })
  const preview = page.frameLocator('iframe[title="Your bio page"]')
  await page.getByLabel('Title').fill('The little shop')
  await preview.getByRole('heading', { name: 'The little shop' }).waitFor()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('Profile saved').waitFor()

  for (const [url, platform] of [
    ['https://www.instagram.com/shop', undefined],
    ['shop', 'YouTube'],
  ] as const) {
    await page.getByRole('button', { name: 'Add link' }).click()
    await dialog(page).getByLabel('URL or username').fill(url)
    if (platform) {
      await dialog(page).getByRole('combobox', { name: 'Platform' }).fill(platform)
      await page.getByRole('option', { name: platform }).click()
    }
    await dialog(page).getByRole('button', { name: 'Add' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    // Closing a dialog returns the focus to the button that opened it.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Add link')
  }
  await expect
    .poll(() => preview.locator('li b').allTextContents())
    .toEqual(['Instagram', 'YouTube'])

  const [first, second] = await list<{ id: number }>('/bio/link')
  const over = (place: number | undefined) =>
    page.getByText(new RegExp(`moved over droppable area ${place}`))
  await page.getByRole('button', { name: 'Move YouTube' }).focus()
  await page.keyboard.press('Space')
  await over(second?.id).waitFor({ state: 'attached' })
  // A key press is lost before the list listens; the first place has none above it.
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowUp')
      return over(first?.id).count()
    })
    .toBe(1)
  await page.keyboard.press('Space')
  await vi.waitFor(async () =>
    expect((await list<{ type: string }>('/bio/link')).map(({ type }) => type)).toEqual([
      'youtube',
      'instagram',
    ]),
  )
  // The list may still be moving, so a click could miss.
  await page.getByLabel('Show Instagram').press('Space')
  await preview.getByText('Instagram', { exact: true }).waitFor({ state: 'detached' })
  const address = await page.getByRole('link', { name: /^Open @/ }).getAttribute('href')
  const read = async () => (await fetch(`${stack.url}${address}`)).text()
  await expect.poll(read).not.toContain('instagram.com/shop')
  expect(await read()).toContain('The little shop')
  const visitor = await browser.newPage({ userAgent: CHROME })
  await visitor.route('https://www.youtube.com/**', (route) => route.fulfill({ body: 'Films' }))
  for (const clicks of ['1 click', '2 clicks']) {
    await visitor.goto(`${stack.url}${address}`)
    await visitor.getByRole('link', { name: 'YouTube' }).click()
    await visitor.waitForURL('https://www.youtube.com/@shop')
    await page.reload()
    const rows = page.getByRole('listitem').filter({ has: page.getByRole('switch') })
    await expect
      .poll(() => rows.allTextContents())
      .toEqual([
        expect.stringMatching(`^YouTube.*${clicks}$`),
        expect.stringMatching(/^Instagram.*0 clicks$/),
      ])
  }
  await visitor.close()
  await expectAccessible(page)
  expect(complaints).toEqual([])
  await close()
})
