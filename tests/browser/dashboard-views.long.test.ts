import { describe, expect, it } from 'vitest'
import { newMember } from '../people.ts'
import type { Page as ListPage } from '../teams.ts'
import { expectAccessible, LOOKS, openAs } from './dashboard.ts'
import {
  api,
  browser,
  button,
  createLink,
  dashboard,
  LONG_MS,
  open,
  page,
  useTeams,
} from './links.ts'

useTeams()

interface View {
  id: number
  name: string
  page: string
  query: string
}
const saved = async () => (await api<ListPage<View>>('GET', '/view')).body.items
const field = () => page.getByLabel('Save the current filters as')
const view = (name: string) => page.getByRole('link', { name, exact: true })
const search = () => new URL(page.url()).search

async function openViews(path: string) {
  await open(path)
  await button('Views').click()
  await field().waitFor()
}

async function save(name: string, fields: Omit<View, 'id' | 'name'>) {
  expect((await api('POST', '/view', { name, ...fields })).status).toBe(201)
}

describe('a saved view', () => {
  it('is named and saved with Enter, and opens the same filters', async () => {
    await createLink({ slug: 'autumn' })
    await openViews('/links?sort=clicks&search=aut&page=2')
    await field().fill('Autumn by clicks')
    await page.keyboard.press('Enter')
    await view('Autumn by clicks').waitFor()
    expect(await saved()).toMatchObject([
      { name: 'Autumn by clicks', page: 'links', query: 'search=aut&sort=clicks' },
    ])
    expect(await view('Autumn by clicks').getAttribute('aria-current')).toBe('true')

    await page.keyboard.press('Escape')
    await page.goto(page.url().replace(/\?.*/, ''))
    await button('Views').click()
    await view('Autumn by clicks').waitFor()
    expect(await view('Autumn by clicks').getAttribute('aria-current')).toBe(null)
    await view('Autumn by clicks').click()
    await expect.poll(search).toBe('?search=aut&sort=clicks')
    expect(await page.getByRole('searchbox', { name: 'Search links' }).inputValue()).toBe('aut')
    expect(dashboard.complaints).toEqual([])
  })

  it('is renamed, replaced with other filters, and deleted once a question is answered', async () => {
    await save('Germany', { page: 'analytics', query: 'country=DE' })
    await openViews('/analytics?country=AT&period=7d')
    await button('Rename Germany').click()
    await page.getByLabel('New name of Germany').fill('Austria')
    await page.keyboard.press('Enter')
    await view('Austria').waitFor()
    await expect
      .poll(() => view('Austria').evaluate((it) => it === document.activeElement))
      .toBe(true)

    await button('Replace the filters of Austria').click()
    await button('Replace').click()
    await expect.poll(() => view('Austria').getAttribute('aria-current')).toBe('true')
    expect(await saved()).toMatchObject([{ name: 'Austria', query: 'country=AT&period=7d' }])
    expect(await button('Replace the filters of Austria').count()).toBe(0)

    await button('Delete Austria').click()
    await button('Cancel').click()
    await button('Delete Austria').click()
    await button('Delete').click()
    await page.getByText('No saved views yet').waitFor()
    expect(await saved()).toEqual([])
    expect(dashboard.complaints).toEqual([])
  })

  it('of a name that is taken, or without filters, is refused with the reason', async () => {
    await save('Taken', { page: 'links', query: 'sort=title' })
    await openViews('/links?sort=clicks')
    await field().fill('taken')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('alert').waitFor()

    await page.goto(page.url().replace(/\?.*/, ''))
    await button('Views').click()
    await page.getByText('To save a view, filter or sort the links first.').waitFor()
    expect(await field().isDisabled()).toBe(true)
    expect(dashboard.complaints).toEqual([])
  })

  it('is found in the command palette', async () => {
    await save('Weekly numbers', { page: 'analytics', query: 'interval=hour&period=7d' })
    await open('/folders')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('weekly')
    await page.getByRole('option', { name: /^Weekly numbers/ }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(search).toBe('?interval=hour&period=7d')
    await button('Period: Last 7 days').waitFor()
    expect(dashboard.complaints).toEqual([])
  })

  it('can be used, but not changed, by a viewer', async () => {
    await save('For everyone', { page: 'links', query: 'sort=title' })
    const viewer = await openAs(browser, await newMember(api, 'viewer'), '/links?sort=clicks')
    await viewer.page.getByRole('button', { name: 'Views' }).click()
    await viewer.page.getByText('Your role can use them, but not change them.').waitFor()
    expect(await viewer.page.getByRole('button', { name: /For everyone$/ }).count()).toBe(0)
    expect(await viewer.page.getByLabel('Save the current filters as').count()).toBe(0)
    await viewer.page.getByRole('link', { name: 'For everyone' }).click()
    await expect.poll(() => new URL(viewer.page.url()).search).toBe('?sort=title')
    expect(viewer.complaints).toEqual([])
    await viewer.close()
  })
})

it.each(LOOKS)(
  'the views are accessible $name',
  async (look) => {
    await save('Autumn', { page: 'links', query: 'sort=clicks' })
    await save(`A name ${'that is long '.repeat(3)}`.trim(), { page: 'links', query: 'sort=title' })
    await open('/links?sort=clicks', { look })
    await button('Views').click()
    await view('Autumn').waitFor()
    await expectAccessible(page)
    await button('Delete Autumn').click()
    await expectAccessible(page)
  },
  LONG_MS,
)

it('no button is replaced while the page loads on a phone', async () => {
  await open('/folders', { look: LOOKS[1] })
  await page.addInitScript(() => {
    const replaced: string[] = []
    Object.assign(window, { replaced })
    new MutationObserver((records) => {
      for (const it of records.flatMap(({ removedNodes }) => [...removedNodes]))
        if (it instanceof HTMLButtonElement) replaced.push(it.outerHTML)
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(page.url().replace('/folders', '/links'))
  await button('Views').click()
  await field().waitFor()
  expect(await page.evaluate('replaced')).toEqual([])
})
