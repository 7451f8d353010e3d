import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { png } from '../../services/bio/src/testing/pictures.ts'
import { teamWithClickedLinks } from '../clicked-links.ts'
import { answerWith, count, made } from './effort.ts'
import {
  api,
  button,
  createLink,
  dashboard,
  dialog,
  failedMessage,
  field,
  open,
  page,
  row,
  useTeams,
} from './links.ts'

useTeams()

const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const focused = (it: Locator) =>
  it.evaluateAll((found) => found.some((element) => element === document.activeElement))
/** Runs the due timers of the page: after a list opens, such a timer resets its highlighted option. */
const runDueTimers = () => page.evaluate(() => new Promise((done) => setTimeout(done)))
/** Presses Tab until the focus is on an element. */
async function tabTo(it: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await it.first().waitFor({ state: 'attached' })
  for (let pressed = 0; pressed < 30; pressed++) {
    await press(key)
    if (await focused(it)) return
  }
  throw new Error(`${it} is not reached with ${key}`)
}
/** Goes to a page; the focus is in its main area. */
async function goTo(key: string, title: string) {
  await count(page)
  await press('g', key)
  await page.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor()
}
/** Expects at most this many keys since the start, and no click. */
async function expectKeys(most: number) {
  const { clicks, keys } = await made(page)
  expect(clicks).toBe(0)
  expect(keys).toBeLessThanOrEqual(most)
  expect(dashboard.complaints).toEqual([])
}
const openLinks = async () => {
  await open('/links')
  await button('Import / export').waitFor()
}

it('links are compared with 9 keys', async () => {
  const { key } = await teamWithClickedLinks()
  await open('/analytics', { key })
  await page.getByText(/^Compared with/).waitFor()
  await count(page)
  await press('/')
  await tabTo(button('Compare'))
  await press('Enter')
  await expect.poll(() => focused(field('Search links'))).toBe(true)
  await page.getByRole('checkbox').nth(1).waitFor()
  await press('Tab', 'Space', 'Tab', 'Space')
  await page.getByRole('list', { name: 'Compared' }).getByRole('listitem').nth(1).waitFor()
  await press('Escape')
  await expect.poll(() => focused(button('Compare'))).toBe(true)
  await expectKeys(9)
}, 120_000)

it('a link is found with 2 keys, copied with 4 more, and its QR code with 6 more', async () => {
  for (const slug of ['autumn', 'winter', 'spring']) await createLink({ slug })
  await openLinks()
  await row('winter').waitFor()
  await count(page)
  await press('/')
  await page.keyboard.type('wint')
  await row('autumn').waitFor({ state: 'detached' })
  await press('ArrowDown')
  await expect.poll(() => focused(row('winter'))).toBe(true)
  await expectKeys(2)
  await tabTo(row('winter').getByRole('button', { name: /^Copy/ }))
  await press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/winter$/)
  await expectKeys(6)
  await tabTo(button('Actions for winter'))
  await press('Enter')
  await expect.poll(() => focused(page.getByRole('menuitem', { name: 'Edit' }))).toBe(true)
  await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter')
  await dialog()
    .getByRole('img', { name: /QR code/ })
    .waitFor()
  await expectKeys(12)
})

it('the valid rows of a file with errors are imported with 14 keys', async () => {
  await openLinks()
  const buffer = Buffer.from('url,slug\nhttps://shop.example/a,good\nno url,bad\n')
  answerWith(page, { name: 'links.csv', mimeType: 'text/csv', buffer })
  await count(page)
  await press('Tab', 'Enter')
  await tabTo(button('Import / export'))
  await press('Enter')
  await expect.poll(() => focused(page.getByRole('menuitem').first())).toBe(true)
  await press('Enter')
  await tabTo(dialog().locator('input[type=file]'))
  await press('Enter')
  const start = dialog().getByRole('button', { name: 'Import 2 links' })
  await expect.poll(() => start.isEnabled()).toBe(true)
  await tabTo(start, 'Shift+Tab')
  await press('Enter')
  await dialog().getByText('1 of 2 rows cannot be imported').waitFor()
  const others = dialog().getByRole('button', { name: 'Import the other 1 link' })
  await press('Shift+Tab')
  if (!(await focused(others))) await tabTo(others)
  await press('Enter')
  await row('good').waitFor()
  await expectKeys(14)
})

it('a domain is added with 5 keys', async () => {
  await openLinks()
  await goTo('d', 'Domains')
  await tabTo(button('Add domain'))
  await press('Enter')
  await expect.poll(() => focused(dialog().getByLabel('Name'))).toBe(true)
  await page.keyboard.type(`go.${crypto.randomUUID()}.example`)
  await press('Enter')
  await dialog().getByRole('button', { name: 'Check again' }).waitFor()
  await expectKeys(5)
})

it('a bio page gets a picture and a website with 18 keys', async () => {
  await openLinks()
  answerWith(page, { name: 'a.png', mimeType: 'image/png', buffer: png(50, 50) })
  await goTo('b', 'Bio page')
  await tabTo(button('Upload image'))
  await press('Enter')
  await button('Remove image').waitFor()
  await tabTo(button('Add link'))
  await press('Enter')
  await expect.poll(() => focused(dialog().getByLabel('URL'))).toBe(true)
  await page.keyboard.type('shop.example/about')
  await press('Tab')
  await page.keyboard.type('Websi')
  await page.getByRole('option', { name: 'Website' }).waitFor()
  await runDueTimers()
  await press('ArrowDown', 'Enter', 'Tab', 'Enter')
  await dialog().waitFor({ state: 'detached' })
  await page.getByText('https://shop.example/about').first().waitFor()
  await expectKeys(18)
})

it('the second key of a list is rotated with 10 keys', async () => {
  await api('POST', '/key', { name: 'Shop', scopes: ['link:read'] })
  await openLinks()
  await goTo('k', 'API keys')
  await tabTo(button('Rotate Shop'))
  await press('Enter')
  await dialog().getByText('Rotate “Shop”').waitFor()
  await tabTo(dialog().getByRole('button', { name: 'Rotate' }), 'Shift+Tab')
  await press('Enter')
  await dialog().getByText(/^fp_/).waitFor()
  await expectKeys(10)
})

it('a failed message of a webhook is inspected and sent again with 15 keys', async () => {
  await failedMessage()
  await openLinks()
  await goTo('w', 'Webhooks')
  await tabTo(button('Deliveries to Shop'))
  await press('Enter')
  await tabTo(dialog().getByRole('button', { name: 'Details of webhook.test' }))
  await press('Enter')
  await dialog().getByText('"type": "webhook.test"').waitFor()
  const again = dialog().getByRole('button', { name: 'Send again' })
  await tabTo(again)
  await press('Enter')
  await again.waitFor({ state: 'detached' })
  await expectKeys(15)
})

it('the filters are saved as a view with 5 keys', async () => {
  for (const slug of ['autumn', 'winter']) await createLink({ slug })
  await openLinks()
  await row('winter').waitFor()
  await count(page)
  await press('/')
  await page.keyboard.type('wint')
  await row('autumn').waitFor({ state: 'detached' })
  await tabTo(button('Views'))
  await press('Enter')
  await dialog().getByText('No saved views yet').waitFor()
  await tabTo(dialog().getByLabel('Save the current filters as'))
  await page.keyboard.type('Winter')
  await press('Enter')
  await page.getByText('Saved the view “Winter”').waitFor()
  await expectKeys(5)
})

it('a note is written with 4 keys, and says that it is outside the selected period', async () => {
  await openLinks()
  await goTo('a', 'Analytics')
  await page.locator('canvas').waitFor()
  await press('n')
  await expect.poll(() => focused(dialog().getByLabel('Note'))).toBe(true)
  await page.keyboard.type('Newsletter')
  await press('Enter')
  await page.getByText('Note saved', { exact: true }).waitFor()
  await dialog().waitFor({ state: 'detached' })
  await expectKeys(4)

  await press('n')
  await dialog().getByLabel('Note').fill('Fair')
  await dialog().getByLabel('Date and time').fill('2025-03-05T10:00')
  await press('Enter')
  await page
    .getByText('Saved the note for Mar 5, 2025. It is outside the selected period.')
    .waitFor()
})

it('a language is chosen with 12 keys, also for values that are unknown', async () => {
  const { key } = await teamWithClickedLinks()
  await open('/links', { key })
  await button('Import / export').waitFor()
  await goTo('s', 'Settings')
  await tabTo(page.getByLabel('Language'))
  await expectKeys(12)
  await Promise.all([page.waitForEvent('load'), press('D')])
  await page.getByRole('heading', { name: 'Einstellungen', level: 1 }).waitFor()
  await press('g', 'a')
  await page.getByText('Unbekannt').first().waitFor()
  await page.getByText('Direkt', { exact: true }).waitFor()
  await page.context().clearCookies({ name: 'fingerpost-language' })
}, 120_000)
