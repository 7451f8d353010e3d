import { expect, it } from 'vitest'
import { expectAccessible, LOOKS } from './dashboard.ts'
import { api, createLink, dashboard, dialog, LONG_MS, open, page, row, useTeams } from './links.ts'

useTeams()

const input = () => page.getByRole('combobox', { name: 'Find links, pages and actions' })
const options = () => page.getByRole('option')
const leave = async () => {
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
}

it(
  'dialogs, a selection and the command palette are accessible',
  async () => {
    await api('POST', '/tag', { name: 'quokka' })
    const { domain } = await createLink({ slug: 'found', url: 'https://quokka.test/' })
    await open('/links')
    await row('found').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('1 link selected').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('?')
    await dialog().getByText('Keyboard shortcuts').waitFor()
    await expectAccessible(page)
    await leave()

    await page.keyboard.press('Control+k')
    await input().fill('quokka')
    await expect.poll(() => options().count()).toBe(3)
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await page.getByRole('option', { name: 'Copy short URL' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await leave()

    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('button', { name: /^Rotate / }).click()
    await dialog().getByRole('button', { name: 'Rotate' }).waitFor()
    await expectAccessible(page)
    await leave()

    await page.getByRole('link', { name: 'Domains' }).click()
    await page.getByRole('button', { name: `Delete ${domain}` }).click()
    await dialog().getByRole('button', { name: 'Delete domain' }).click()
    await dialog().getByText(`There are links on ${domain}`).waitFor()
    await expectAccessible(page)
    expect(dashboard.complaints).toEqual([])
  },
  LONG_MS,
)

it('the command palette fits a phone, and says that nothing was found', async () => {
  await createLink({ slug: 'x'.repeat(120), title: 'y'.repeat(200) })
  await open('/links', { look: LOOKS[1] })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await input().fill('xxx')
  await page.getByRole('option', { name: /^y+/ }).waitFor()
  await expectAccessible(page)
  await input().fill('no such thing')
  await expect.poll(() => options().allTextContents()).toEqual(['Search links for “no such thing”'])
  await page.keyboard.press('Enter')
  await page.getByText('No links match').waitFor()
  expect(dashboard.complaints).toEqual([])
})
