import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { api } from '../../testing/api.ts'
import {
  click,
  copied,
  field,
  fill,
  openPage,
  path,
  pick,
  press,
  role,
  row,
  until,
} from '../../testing/app.tsx'
import { itemOf, listOf } from '../../testing/document.ts'
import { newLink, serveLinks } from '../../testing/links.ts'

const slugs = () =>
  screen
    .queryAllByRole('checkbox', { name: /^Select (?!the loaded)/ })
    .map((it) => it.getAttribute('aria-label')?.split(' ')[1])
const lastQuery = () => Object.fromEntries(api.calls('GET', '/link').at(-1)?.query ?? [])

describe('the list', () => {
  it('searches, filters and sorts, and its URL restores the same view', async () => {
    api.on('GET', '/folder', () => listOf([itemOf('/folder', { id: 3, name: 'Print' })]))
    serveLinks(newLink('apple'), newLink('apricot'), newLink('cherry'))
    openPage('/links')
    await until(() => expect(slugs()).toHaveLength(3))
    await press('/ap')
    await until(() => expect(slugs()).toEqual(['apple', 'apricot']))
    await pick('Folder', 'Print')
    await until(() => expect(lastQuery()).toMatchObject({ search: 'ap', folder_id: '3' }))
    expect(path()).toBe('/links?search=ap&folder=3')

    await fill('Search links', 'nothing like it')
    await click('button', 'Show all links')
    await until(() => expect(slugs()).toHaveLength(3))
    expect(path()).toBe('/links')
  })

  it.each([
    ['search=ap&tags=6&sort=slug', { search: 'ap', tag_id: '6', sort: 'slug', order: 'asc' }],
    ['status=expired', { status: 'expired' }],
  ])('shows the view of the URL ?%s', async (query, asked) => {
    serveLinks(newLink('apple'))
    openPage(`/links?${query}`)
    await row('apple')
    expect(lastQuery()).toMatchObject(asked)
  })

  it('says that a link has expired or when it will, and shows URLs without scheme and www', async () => {
    const url = 'https://www.shop.example/sale'
    serveLinks(
      newLink('over', { url, expires_at: '2026-11-01T12:00:00.000Z' }),
      newLink('later', {
        url,
        expires_at: '2026-12-31T12:00:00.000Z',
        clicks: 0,
        expires_after: 9,
      }),
    )
    openPage('/links')
    const over = await row('over')
    expect(over.getByText('Expired').className).toMatch(/expired/)
    expect(over.getAllByRole('cell')[1]?.textContent).toMatch(/over → shop\.example\/sale$/)
    const later = await row('later')
    expect(later.getByText(/^expires/).textContent).toBe('expires Dec 31')
  })

  it('shows clicks and the last one, and copies the short URL', async () => {
    serveLinks(newLink('clicked', { clicks: 1 }))
    openPage('/links')
    const cells = (await row('clicked')).getAllByRole('cell')
    expect(cells[3]?.textContent).toBe('1')
    await role('row', 'go.shop.example/clicked')
    await role('link', '1 click of clicked')
    expect(cells[5]?.querySelector('time')).not.toBeNull()
    await click('button', 'Copy https://go.shop.example/clicked')
    expect(await copied()).toBe('https://go.shop.example/clicked')
  })

  it('is sorted by column headers, by keyboard too, and announces it', async () => {
    serveLinks(newLink('apple'))
    openPage('/links')
    await row('apple')
    const head = (name: string) => role('columnheader', name)
    ;(await head('Link')).querySelector('button')?.focus()
    for (const [sorted, query, asked] of [
      ['ascending', '?sort=slug', { sort: 'slug', order: 'asc' }],
      ['descending', '?sort=slug-back', { sort: 'slug', order: 'desc' }],
      ['none', '', {}],
    ] as const) {
      await press('{Enter}')
      await until(() => expect(path()).toBe(`/links${query}`))
      expect((await head('Link')).getAttribute('aria-sort')).toBe(sorted)
      await until(() => expect(lastQuery()).toMatchObject(asked))
    }
    ;(await head('Clicks')).querySelector('button')?.click()
    await until(() => expect(path()).toBe('/links?sort=clicks'))
    expect((await head('Clicks')).getAttribute('aria-sort')).toBe('descending')
    expect(document.querySelectorAll('[aria-sort]:not([aria-sort=none])')).toHaveLength(1)
    expect((await field('Sort by')).value).toBe('Most clicks')
    await until(() => expect(lastQuery()).toMatchObject({ sort: 'clicks', order: 'desc' }))
  })

  it('draws the clicks of all links with one request, also as text', async () => {
    const [drawn, quiet] = serveLinks(newLink('drawn'), newLink('quiet'))
    api.on('GET', '/analytics/series', () => ({
      [drawn.id]: [{ time: '2026-11-20T00:00:00+00:00', clicks: 2, visitors: 1 }],
      [quiet.id]: [],
    }))
    openPage('/links')
    const name = '2 clicks in the last 30 days, all today; 1 visitor, counted per day'
    await role('img', name, await row('drawn'))
    await role('img', 'No clicks in the last 30 days', await row('quiet'))
    expect(api.calls('GET', '/analytics/series')).toHaveLength(1)
  })
})
