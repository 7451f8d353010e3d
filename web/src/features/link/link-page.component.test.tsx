import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient } from '../../app/query-client.ts'
import { api, refuse } from '../../testing/api.ts'
import {
  click,
  field,
  fill,
  gone,
  heading,
  openPage,
  part,
  path,
  press,
  role,
  row,
  text,
  until,
  user,
} from '../../testing/app.tsx'
import { exampleOf } from '../../testing/document.ts'
import { newLink, serveLinks } from '../../testing/links.ts'

const HOME = { title: 'The home page', url: 'https://example.com/home' }

it('the page of a link shows what it is, who visits it, and its form', async () => {
  const [link] = serveLinks(
    newLink('home', { ...HOME, clicks: 1, expires_after: 9, expires_at: null, expire_url: null }),
  )
  openPage('/links')
  await click('link', /The home page/)
  await heading('The home page')
  const about = await part('About this link')
  await text(link.short_url, about)
  await text(HOME.url, about)
  await text('Active', about)
  await text('1 of 9 clicks used', about)
  await text('Created', about)
  await text(/clicks?, \d+ visitors?/, await part('Clicks'))
  await (await part('Recent clicks')).findByRole('listitem')
  await part('Edit this link')

  await click('link', 'Analytics', await part('Clicks'))
  await heading('Analytics')
  expect(path()).toMatch(new RegExp(`link_id=${link.id}`))
})

it('changes on the page are in the history, and an earlier version is restored', async () => {
  const [link] = serveLinks(newLink('told', { url: 'https://example.com/old' }))
  const [entry] = exampleOf('/link/{link_id}/history').items
  const created = { ...entry, operation: 'created', before: null, after: { url: link.url } }
  const entries: unknown[] = [created]
  api.on('GET', '/link/{link_id}/history', () => ({ items: entries, next: null }))
  api.on('PUT', '/link/{link_id}', ({ body }) => {
    const id = '019aa6f2-3c40-7a1b-8c3d-5e6f708192a4'
    entries.unshift({ ...entry, id, before: { url: link.url }, after: { url: body.url } })
    return Object.assign(link, body)
  })
  api.on('POST', '/link/{link_id}/restore', () =>
    Object.assign(link, { url: 'https://example.com/old', updated_at: '2026-11-20T12:00:01.000Z' }),
  )
  openPage(`/links/${link.id}`)
  const form = await part('Edit this link')
  await fill('Destination', 'https://example.com/new', form)
  await click('button', 'Save', form)
  await text(/^Saved /)
  const history = await part('History')
  await text('Changed: Destination', history)
  expect(history.getAllByText('https://example.com/old')).not.toEqual([])

  await click('button', 'Restore', history)
  await text('Restored this version')
  expect(api.calls('POST', '/link/{link_id}/restore')).toMatchObject([
    { body: { version: entry?.id } },
  ])
  await text('https://example.com/old', await part('About this link'))
  await until(async () =>
    expect((await field('Destination', await part('Edit this link'))).value).toBe(
      'https://example.com/old',
    ),
  )
})

it('saving keeps the open sections and what is typed meanwhile; somebody else’s change is taken over', async () => {
  const [link] = serveLinks(newLink('kept', { title: 'One', utm_term: null, clicks: 0 }))
  const save = (fields: object) =>
    Object.assign(link, fields, { updated_at: new Date(Date.now() + ++changes).toISOString() })
  let changes = 0
  const answer = Promise.withResolvers<void>()
  api.on('PUT', '/link/{link_id}', async ({ body }) => {
    await answer.promise
    return save(body)
  })
  openPage(`/links/${link.id}`)
  const form = await part('Edit this link')
  await click('button', /Password/, form)
  await fill('utm_term', 'shoes', form)
  const term = await field('utm_term', form)
  await press('{Control>}{Enter}{/Control}')
  await until(() => expect(api.calls('PUT', '/link/{link_id}')).toHaveLength(1))
  await fill('utm_content', 'header', form)
  act(() => term.focus())
  answer.resolve()
  await text(/^Saved /)
  expect((await field('utm_content', form)).value).toBe('header')
  expect(document.activeElement).toBe(term)
  await field('Password', form)
  expect(screen.queryByText('Restored what you entered before.')).toBeNull()

  await fill('utm_term', 'boots', form)
  save({ title: 'Theirs', utm_term: 'gloves' })
  await queryClient.invalidateQueries()
  await until(async () => expect((await field('Title', form)).value).toBe('Theirs'))
  expect((await field('utm_term', form)).value).toBe('boots')
  await click('button', 'Save', form)
  await until(() => expect(api.calls('PUT', '/link/{link_id}')).toHaveLength(2))
  expect(api.calls('PUT', '/link/{link_id}').map(({ body }) => body)).toEqual([
    { utm_term: 'shoes' },
    { utm_term: 'boots', utm_content: 'header' },
  ])
})

it('a link is deleted on its page, and the list keeps its filters', async () => {
  const links = serveLinks(newLink('kept'), newLink('kept-not'))
  api.on('POST', '/link/delete', () => {
    links.pop()
    return { deleted: 1, missing: [] }
  })
  openPage('/links?search=kept')
  await user.click((await row('kept-not')).getAllByRole('link')[0] as HTMLElement)
  await click('button', 'Actions for kept-not')
  await click('menuitem', 'Delete')
  await text(/^Deleted .*\/kept-not$/)
  await row('kept')
  expect((await field('Search links')).value).toBe('kept')
  await gone(() => screen.queryByRole('checkbox', { name: 'Select kept-not' }))
})

it('the page of a deleted link leads to the trash', async () => {
  api.on('GET', '/link/{link_id}', () => refuse('not_found'))
  openPage('/links/5')
  await text(/it can be restored/)
  await click('link', 'Open the trash')
  await role('button', /^Restore /)
  await role('button', 'Empty trash')
})
