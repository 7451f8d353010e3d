import { expect, it } from 'vitest'
import {
  api,
  button,
  createLink,
  dialog,
  field,
  links,
  open,
  page,
  row,
  useTeams,
} from './links.ts'

useTeams()

const slugs = async () => (await links()).map(({ slug }) => slug).sort()
const remove = async (slug: string) => {
  await page.getByRole('button', { name: `Actions for ${slug}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
}

it('a link is deleted at once, and Undo restores it', async () => {
  await createLink({ slug: 'stays' })
  await createLink({ slug: 'goes' })
  await open('/links')
  await page.route('**/api/link/delete', (route) => route.abort(), { times: 1 })
  await remove('goes')
  await page.getByText('Couldn’t delete').waitFor()
  expect(await page.getByText(/^Deleted /).count()).toBe(0)

  await remove('goes')
  await page.getByText(/^Deleted .*\/goes$/).waitFor()
  await row('goes').waitFor({ state: 'detached' })
  expect(await slugs()).toEqual(['stays'])

  await button('Undo').click()
  await page.getByText(/^Restored .*\/goes$/).waitFor()
  await row('goes').waitFor()
  expect(await slugs()).toEqual(['goes', 'stays'])
})

it('Ctrl+Z restores what was deleted last, but not while typing', async () => {
  for (const slug of ['first', 'one', 'two']) await createLink({ slug })
  await open('/links')
  await remove('first')
  await page.getByText(/^Deleted .*\/first$/).waitFor()
  await row('first').waitFor({ state: 'detached' })
  await page.getByLabel('Select the loaded links').check()
  await button('Delete').click()
  await page.getByText('Deleted 2 links').waitFor()

  await page.getByText('Your first short link').waitFor()
  const search = field('Search links')
  await search.fill('typed')
  await search.press('Control+z')
  await search.fill('')
  await page.getByRole('heading', { name: 'Links' }).click()
  await page.keyboard.press('Control+z')
  await page.getByText('Restored 2 links').waitFor()
  expect(await slugs()).toEqual(['one', 'two'])
  await page.keyboard.press('Control+z')
  await page.getByText(/^Restored .*\/first$/).waitFor()
  await row('first').waitFor()
  expect(await slugs()).toEqual(['first', 'one', 'two'])
})

it('the trash lists deleted links, restores them, and deletes them, also with their clicks', async () => {
  const ids = new Map<string, string>()
  for (const slug of ['back', 'gone', 'rest']) {
    const { id } = await createLink({ slug, title: `The link ${slug}` })
    await api('DELETE', `/link/${id}`)
    ids.set(slug, id)
  }
  await open('/trash')
  await page.getByText('The link rest').waitFor()
  await expect.poll(() => page.getByText('30 days left').count()).toBe(3)

  await page.getByRole('button', { name: /^Restore .*\/back$/ }).click()
  await page.getByText(/^Restored .*\/back$/).waitFor()
  await page.getByText('The link back').waitFor({ state: 'detached' })
  expect(await slugs()).toEqual(['back'])

  await page.getByRole('button', { name: /^Delete .*\/gone permanently$/ }).click()
  await dialog()
    .getByText(/^The link can no longer be restored. Clicks stay/)
    .waitFor()
  await dialog().getByLabel('Delete clicks, too').check()
  await dialog()
    .getByText(/Clicks disappear from the analytics/)
    .waitFor()
  await dialog().getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByText('The link gone').waitFor({ state: 'detached' })

  await button('Empty trash').click()
  await dialog().getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByText('The trash is empty').waitFor()
  expect((await api<{ total: number }>('GET', '/link/trash')).body.total).toBe(0)
  const erasures = await api<{ items: { link_ids: string[] }[] }>('GET', '/erasure')
  expect(erasures.body.items.map(({ link_ids }) => link_ids)).toEqual([[ids.get('gone')]])
})
