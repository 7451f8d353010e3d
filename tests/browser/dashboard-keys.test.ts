import { describe, expect, it } from 'vitest'
import { expectAccessible } from './dashboard.ts'
import {
  api,
  button,
  createLink,
  dashboard,
  dialog,
  links,
  open,
  page,
  row,
  useTeams,
} from './links.ts'

useTeams()

/** Creates l1, l2 and so on. The list shows the newest first. */
async function openWithLinks(count: number): Promise<void> {
  for (let nth = count; nth > 0; nth--) await createLink({ slug: `l${nth}` })
  await open('/links')
  await row('l1').waitFor()
}

const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const focused = () =>
  page.evaluate(() =>
    document.activeElement?.querySelector('input[type=checkbox]')?.getAttribute('aria-label'),
  )
const selected = () =>
  page
    .getByRole('checkbox', { name: /^Select l\d+$/, checked: true })
    .evaluateAll((boxes) => boxes.map((it) => it.getAttribute('aria-label')?.split(' ')[1]))

describe('the list of links by keyboard', () => {
  it('is moved through, selects rows and ranges, edits and opens', async () => {
    await openWithLinks(5)
    await press('j', 'j', 'k')
    expect(await focused()).toBe('Select l1')
    await press('x')
    await expect.poll(selected).toEqual(['l1'])
    await press('j', 'j', 'Shift+J', 'Shift+J')
    await expect.poll(selected).toEqual(['l1', 'l3', 'l4', 'l5'])
    await press('Shift+K')
    await expect.poll(selected).toEqual(['l1', 'l3', 'l4'])
    await page.getByText('3 links selected').waitFor()
    expect(await focused()).toBe('Select l4')
    await expectAccessible(page)

    await press('e')
    await dialog().getByRole('button', { name: 'Save' }).waitFor()
    await press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Select l4')
    await press('Enter')
    await page.getByRole('link', { name: '← All links' }).waitFor()
    expect(dashboard.complaints).toEqual([])
  })

  it('gives no keys to the list while typing, in a menu or in a dialog', async () => {
    await openWithLinks(2)
    await press('j', '/')
    await page.keyboard.type('xjk')
    expect(await page.getByLabel('Search links').inputValue()).toBe('xjk')
    await page.getByText('No links match').waitFor()
    await page.getByLabel('Search links').fill('')
    await row('l1').waitFor()
    await page.getByRole('button', { name: 'Actions for l1' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).focus()
    await press('x', 'c')
    await press('Escape')
    await press('?')
    await dialog().getByText('Keyboard shortcuts').waitFor()
    await press('j', 'x', 'c')
    await expectAccessible(page)
    await press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(await selected()).toEqual([])
    expect(new URL(page.url()).pathname).toMatch(/\/links$/)
    expect(dashboard.complaints).toEqual([])
  })
})

describe('a selection', () => {
  it('of a range takes Shift and a click, and ends at the row selected before', async () => {
    await openWithLinks(5)
    await page.getByLabel('Select l4').check()
    await page.getByLabel('Select l2').click({ modifiers: ['Shift'] })
    await expect.poll(selected).toEqual(['l2', 'l3', 'l4'])
    await page.getByLabel('Select l3').uncheck()
    await page.getByLabel('Select l4').click({ modifiers: ['Shift'] })
    await expect.poll(selected).toEqual(['l2'])
  })

  it('of all links of a filter contains those that were not loaded, in calls of 1,000', async () => {
    const { body: domains } = await api<{ items: { id: number; name: string }[] }>('GET', '/domain')
    const csv = Array.from({ length: 2_100 }, (_, i) => ({
      url: `https://example.com/${i < 2_050 ? 'in' : 'out'}/${i}`,
      slug: `l${i}`,
    }))
    const domain_id = domains.items.find(({ name }) => name.startsWith('go'))?.id
    const { body: job } = await api('POST', '/link/import', { domain_id, csv })
    await expect
      .poll(async () => (await api('GET', `/link/import/${job.job_id}`)).body.created, {
        timeout: 120_000,
      })
      .toBe(2_100)
    const { body: tag } = await api<{ id: number }>('POST', '/tag', { name: 'red' })
    await open('/links?search=example.com/in/&sort=slug')
    await page.getByLabel('Select the loaded links').check()
    await button('Select all 2,050').click()
    await page.getByText('2,050 links selected').waitFor()

    const sizes: number[] = []
    await page.route('**/api/link/tag', async (route) => {
      sizes.push(route.request().postDataJSON().ids.length)
      if (sizes.length === 2) await page.getByText('Tagging 1,000 of 2,050 links…').waitFor()
      await (sizes.length === 3 ? route.fulfill({ status: 502 }) : route.continue())
    })
    await button('Tag').click()
    await page.getByRole('menuitem', { name: 'red' }).click()
    await page.getByText('Changed 2,000 of 2,050 links').waitFor()
    await page.getByText('50 links selected').waitFor()
    await page.unroute('**/api/link/tag')
    await button('Tag').click()
    await page.getByRole('menuitem', { name: 'red' }).click()
    await page.getByText('Tagged 50 links red').waitFor()
    expect(sizes).toEqual([1_000, 1_000, 50])
    const tagged = await api<{ total: number }>('GET', `/link?tag_id=${tag.id}&search=/in/`)
    expect(tagged.body.total).toBe(2_050)
    expect((await links(`tag_id=${tag.id}&search=/out/`)).length).toBe(0)
    expect(dashboard.complaints).toEqual([])
  }, 240_000)
})

describe('folders by keyboard', () => {
  it('are moved through, edited and opened', async () => {
    for (const name of ['Autumn', 'Print']) await api('POST', '/folder', { name })
    await open('/folders')
    await page.getByText('Print').waitFor()
    await press('j', 'j', 'e')
    expect(await dialog().getByLabel('Name').inputValue()).toBe('Print')
    await press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await press('k', 'Enter')
    await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
    expect(new URL(page.url()).search).toMatch(/^\?folder=\d+$/)
  })
})
