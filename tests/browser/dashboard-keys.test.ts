import { describe, expect, it } from 'vitest'
import { expectAccessible } from './dashboard.ts'
import { api, createLink, dashboard, dialog, open, page, row, useTeams } from './links.ts'

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
