import { expect, it } from 'vitest'
import { png } from '../../services/bio/src/testing/pictures.ts'
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

/** Starts to count in the list of links, as after signing in. */
async function start() {
  await open('/links')
  await button('Import / export').waitFor()
  await count(page)
}
const goTo = (title: string) =>
  page.getByRole('navigation').getByRole('link', { name: title, exact: true }).click()
async function expectClicks(clicks: number) {
  expect(await made(page)).toEqual({ clicks, keys: 0 })
  expect(dashboard.complaints).toEqual([])
}

it('a link is copied with one click, and its QR code is shown with two', async () => {
  await createLink({ slug: 'winter' })
  await start()
  await row('winter').getByRole('button', { name: /^Copy/ }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/winter$/)
  await expectClicks(1)
  await button('Actions for winter').click()
  await page.getByRole('menuitem', { name: 'QR code' }).click()
  await dialog()
    .getByRole('img', { name: /QR code/ })
    .waitFor()
  await expectClicks(3)
})

it('the valid rows of a file with errors are imported with five clicks', async () => {
  await start()
  const buffer = Buffer.from('url,slug\nhttps://shop.example/a,good\nno url,bad\n')
  answerWith(page, { name: 'links.csv', mimeType: 'text/csv', buffer })
  await button('Import / export').click()
  await page.getByRole('menuitem').first().click()
  await dialog().getByText('Drop a file here, or choose one').click()
  await dialog().getByRole('button', { name: 'Import 2 links' }).click()
  await dialog().getByText('1 of 2 rows cannot be imported').waitFor()
  await dialog().getByRole('button', { name: 'Import the other 1 link' }).click()
  await row('good').waitFor()
  await expectClicks(5)
})

it('a domain is added with three clicks', async () => {
  await start()
  await goTo('Domains')
  await button('Add domain').click()
  await expect.poll(() => dialog().locator('input:focus').count()).toBe(1)
  await page.keyboard.type(`go.${crypto.randomUUID()}.example`)
  await dialog().getByRole('button', { name: 'Add' }).click()
  await dialog().getByRole('button', { name: 'Check again' }).waitFor()
  await expectClicks(3)
})

it('a bio page gets a picture and a website with six clicks', async () => {
  await start()
  answerWith(page, { name: 'a.png', mimeType: 'image/png', buffer: png(50, 50) })
  await goTo('Bio page')
  await button('Upload image').click()
  await button('Remove image').waitFor()
  await button('Add link').click()
  await expect.poll(() => dialog().locator('input:focus').count()).toBe(1)
  await page.keyboard.type('shop.example/about')
  await field('Platform', dialog()).click()
  await page.keyboard.type('Websi')
  await page.getByRole('option', { name: 'Website' }).click()
  await dialog().getByRole('button', { name: 'Add' }).click()
  await dialog().waitFor({ state: 'detached' })
  await page.getByText('https://shop.example/about').first().waitFor()
  await expectClicks(6)
})

it('a key is rotated with three clicks', async () => {
  await api('POST', '/key', { name: 'Shop', scopes: ['link:read'] })
  await start()
  await goTo('API keys')
  await button('Rotate Shop').click()
  await dialog().getByRole('button', { name: 'Rotate' }).click()
  await dialog().getByText(/^fp_/).waitFor()
  await expectClicks(3)
})

it('a failed message of a webhook is inspected and sent again with four clicks', async () => {
  await failedMessage()
  await start()
  await goTo('Webhooks')
  await button('Deliveries to Shop').click()
  await dialog().getByRole('button', { name: 'Details of webhook.test' }).click()
  await dialog().getByText('"type": "webhook.test"').waitFor()
  const again = dialog().getByRole('button', { name: 'Send again' })
  await again.click()
  await again.waitFor({ state: 'detached' })
  await expectClicks(4)
})

it('the filters are saved as a view with four clicks', async () => {
  for (const slug of ['autumn', 'winter']) await createLink({ slug })
  await start()
  await field('Search links').click()
  await page.keyboard.type('wint')
  await row('autumn').waitFor({ state: 'detached' })
  await button('Views').click()
  await dialog().getByLabel('Save the current filters as').click()
  await page.keyboard.type('Winter')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved the view “Winter”').waitFor()
  await expectClicks(4)
})

it('a note is written with three clicks', async () => {
  await start()
  await goTo('Analytics')
  await button('Add note').click()
  await expect.poll(() => dialog().locator('textarea:focus, input:focus').count()).toBe(1)
  await page.keyboard.type('Newsletter')
  await dialog().getByRole('button', { name: 'Add' }).click()
  await page.getByText('Note saved', { exact: true }).waitFor()
  await expectClicks(3)
})
