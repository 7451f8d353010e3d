import { expect, it } from 'vitest'
import { count, made } from './effort.ts'
import {
  button,
  createLink,
  dashboard,
  dialog,
  field,
  onlyLink,
  open,
  page,
  row,
  rows,
  useTeams,
} from './links.ts'

useTeams()

const copied = () => page.evaluate(() => navigator.clipboard.readText())
const copy = (text: string) => page.evaluate((it) => navigator.clipboard.writeText(it), text)
const pasteDestination = async () => {
  await dialog().locator('input:focus').waitFor()
  await page.keyboard.press('Control+v')
}

it('a link is made of a copied URL with two clicks or three keys, and its short URL is copied', async () => {
  await open('/links')
  await page.getByText('Your first short link').waitFor()
  await copy('shop.example/a')
  await count(page)
  await page.getByRole('link', { name: 'Create link' }).first().click()
  await pasteDestination()
  await button('Create link').last().click()
  await page.getByText(/^Created and copied /).waitFor()
  expect(await made(page)).toEqual({ clicks: 2, keys: 1 })
  const { short_url, slug } = await onlyLink()
  expect(await copied()).toBe(short_url)
  await row(slug).waitFor()

  await copy('shop.example/b')
  await count(page)
  await page.keyboard.press('c')
  await pasteDestination()
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => rows().count()).toBe(2)
  expect(await made(page)).toEqual({ clicks: 0, keys: 3 })
  await expect.poll(copied).not.toBe('shop.example/b')
  expect(dashboard.complaints).toEqual([])
})

it('a link is found with one click or one key', async () => {
  for (const slug of ['autumn', 'winter', 'spring']) await createLink({ slug })
  await open('/links')
  await row('winter').waitFor()
  await count(page)
  await field('Search links').click()
  await page.keyboard.type('wint')
  await row('autumn').waitFor({ state: 'detached' })
  await row('winter').waitFor()
  expect(await made(page)).toEqual({ clicks: 1, keys: 0 })

  await open('/links')
  await row('winter').waitFor()
  await count(page)
  await page.keyboard.press('/')
  await page.keyboard.type('spri')
  await row('autumn').waitFor({ state: 'detached' })
  await row('spring').waitFor()
  expect(await made(page)).toEqual({ clicks: 0, keys: 1 })
})

it('a deletion is undone with one click or Ctrl+Z', async () => {
  await createLink({ slug: 'goes' })
  await open('/links')
  for (const [undo, counted] of [
    [() => button('Undo').click(), { clicks: 1, keys: 0 }],
    [() => page.keyboard.press('Control+z'), { clicks: 0, keys: 1 }],
  ] as const) {
    await page.getByRole('button', { name: 'Actions for goes' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page
      .getByText(/^Deleted .*\/goes$/)
      .last()
      .waitFor()
    await row('goes').waitFor({ state: 'detached' })
    await count(page)
    await undo()
    await row('goes').waitFor()
    expect(await made(page)).toEqual(counted)
  }
})
