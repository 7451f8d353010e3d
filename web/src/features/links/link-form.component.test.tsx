import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { api, refuse } from '../../testing/api.ts'
import {
  button,
  click,
  copied,
  dialog,
  field,
  fill,
  gone,
  noDialog,
  openPage,
  pick,
  press,
  role,
  row,
  text,
  until,
  user,
} from '../../testing/app.tsx'
import { exampleOf, itemOf, listOf } from '../../testing/document.ts'
import { newLink, serveLinks } from '../../testing/links.ts'

const SITE = 'https://shop.example'
/** Opens a section of the form. */
const section = async (name: string) =>
  click('button', new RegExp(`^\\d? ?${name}`), await dialog())
const create = async () => click('button', 'Create link', await dialog())

/** Creates links from what is sent; every slug is available. */
function serveCreation() {
  const links = serveLinks()
  api.on('GET', '/link/available', () => ({ available: true, reason: null }))
  api.on('POST', '/link', ({ body: { password, tags, ...body } }) => {
    const link = newLink(body.slug ?? 'made', {
      ...body,
      expires_after: body.expires_after ?? 0,
      has_password: password !== undefined,
    })
    links.push(link)
    return link
  })
  for (const list of ['ab', 'geo']) {
    api.on('PUT', `/link/{link_id}/${list}`, ({ path, body }) =>
      Object.assign(links.find(({ id }) => path.includes(id)) ?? {}, {
        [list]: body.items.map((it: object, id: number) => ({ id, ...it })),
      }),
    )
  }
  return links
}
const sent = () => api.calls('POST', '/link').at(-1)?.body

describe('creating a link', () => {
  it('accepts every field of a link and sends it as entered', async () => {
    serveCreation()
    api.on('POST', '/folder', ({ body }) => ({ ...exampleOf('/folder/{id}'), ...body, id: 8 }))
    api.on('POST', '/tag', ({ body }) => ({ ...exampleOf('/tag/{id}'), ...body, id: 9 }))
    openPage('/links')
    await text('Your first short link')
    await press('c')
    const form = await dialog()
    await fill('Destination', `${SITE}/a?b=1`, form)
    await fill('Slug', 'summer', form)
    await text('Available', form)
    await fill('Title', 'Summer sale', form)
    await fill('Folder', 'Autumn', form)
    await click('option', 'Create “Autumn”')
    await fill('Tags', 'mail', form)
    await click('option', 'Create “mail”')

    await section('UTM')
    await fill('utm_source', 'newsletter', form)
    await fill('utm_reference', 'p 7', form)
    await text(`${SITE}/a?b=1&utm_source=newsletter&utm_reference=p+7`, form)
    await section('A/B')
    await fill('Destination of variant 1', `${SITE}/b`, form)
    await click('button', 'Add a variant', form)
    await fill('Destination of variant 2', `${SITE}/c`, form)
    await fill('Share of variant 2 in percent', '30', form)
    await fill('Share of variant 1 in percent', '90', form)
    await section('Geo targeting')
    await fill('Country 1', 'Czech', form)
    await click('option', 'Czechia')
    await fill('Destination of country 1', `${SITE}/cz`, form)
    await section('Device targeting')
    await fill('iPhone and iPad', 'https://apps.apple.com/app/id1', form)
    await fill('Android', 'https://play.google.com/store/apps/details?id=a', form)
    await section('Expiry')
    await fill('Expires on', '2040-05-06T07:08', form)
    await fill('Click limit', '1000', form)
    await fill('Expiry URL', `${SITE}/over`, form)
    await section('Password')
    await fill('Password', 'open sesame', form)
    await section('Redirect code')
    await text(/Browsers cache it/, form)
    await click('radio', /^301, permanent/, form)
    await create()
    await row('summer')
    await click('button', 'Copy the short URL')
    expect(await copied()).toBe('https://go.shop.example/summer')

    expect(sent()).toMatchObject({
      url: `${SITE}/a?b=1`,
      slug: 'summer',
      title: 'Summer sale',
      folder_id: 8,
      tags: [9],
      utm_source: 'newsletter',
      utm_reference: 'p 7',
      ios: 'https://apps.apple.com/app/id1',
      android: 'https://play.google.com/store/apps/details?id=a',
      expires_at: new Date('2040-05-06T07:08').toISOString(),
      expires_after: 1000,
      expire_url: `${SITE}/over`,
      password: 'open sesame',
      redirect_code: 301,
    })
    expect(sent()).not.toHaveProperty('utm_medium', expect.any(String))
    expect(api.calls('PUT', '/link/{link_id}/ab')).toMatchObject([
      {
        body: {
          items: [
            { url: `${SITE}/b`, percent: 70 },
            { url: `${SITE}/c`, percent: 30 },
          ],
        },
      },
    ])
    expect(api.calls('PUT', '/link/{link_id}/geo')).toMatchObject([
      { body: { items: [{ url: `${SITE}/cz`, country: 'CZ' }] } },
    ])
  })

  it('reports a taken slug while typing, and shows API errors next to their field', async () => {
    serveCreation()
    api.on('GET', '/link/available', ({ query }) => ({
      available: false,
      reason: query.get('slug') === 'docs' ? 'reserved_slug' : 'taken',
    }))
    api.on('POST', '/link', () => refuse('invalid_request', { url: 'must be http or https' }))
    openPage('/links/new')
    await fill('Slug', 'taken', await dialog())
    await text(/is taken on this domain/)
    await fill('Slug', 'docs', await dialog())
    await text(/is a reserved word/)
    await fill('Slug', '', await dialog())
    await fill('Destination', 'javascript:alert(1)', await dialog())
    await create()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(/^Check this field\s*DestinationDetails/)
    expect(await screen.findAllByText('Destination must be http or https.')).toHaveLength(1)
    expect(alert.querySelector('summary')?.textContent).toBe('Details')
    expect(alert.textContent).toMatch(/Request /)
    expect((await field('Destination')).getAttribute('aria-invalid')).toBe('true')
    await fill('Destination', 'https://example.com/', await dialog())
    await gone(() => screen.queryByRole('alert'))
  })

  it('starts as a copy of another link with its own slug', async () => {
    const links = serveCreation()
    const geo = { url: `${SITE}/de`, country: 'DE' }
    links.push(newLink('one', { utm_source: 'a', title: 'Both', geo: [{ id: 1, ...geo }] }))
    openPage('/links')
    await click('button', 'Actions for one')
    await click('menuitem', 'Duplicate')
    await fill('Slug', 'two', await dialog())
    await create()
    await noDialog()
    expect(sent()).toMatchObject({ slug: 'two', title: 'Both', utm_source: 'a' })
    expect(api.calls('PUT', '/link/{link_id}/geo')).toMatchObject([{ body: { items: [geo] } }])
  })

  it('takes a pasted URL without https:// and with UTM parameters, copies the short URL, and goes on to another', async () => {
    serveCreation()
    openPage('/links/new')
    const destination = await field('Destination')
    act(() => destination.focus())
    await user.paste('shop.example/a?b=%20&utm_source=mail&utm_term=red+shoes')
    await text('mail · red shoes')
    await until(() =>
      expect(document.querySelector('img[src^="/favicon/shop.example?"]')).not.toBeNull(),
    )
    await section('Expiry')
    await fill('Expiry URL', 'shop.example/over', await dialog())
    await press('{Control>}{Enter}{/Control}')
    await text(/^Created and copied /)
    expect(await copied()).toBe('https://go.shop.example/made')
    await click('button', 'QR code')
    await role('img', /^QR code/)
    await press('{Escape}')
    await noDialog()
    expect(sent()).toMatchObject({
      url: `${SITE}/a?b=%20`,
      utm_source: 'mail',
      utm_term: 'red shoes',
      expire_url: `${SITE}/over`,
    })

    await row('made')
    await press('c')
    await fill('Destination', 'shop.example/b', await dialog())
    const title = await field('Title', await dialog())
    act(() => title.focus())
    expect((await field('Destination')).value).toBe(`${SITE}/b`)
  })

  it('begins on the domain of the last link, and keeps what was entered until it is saved or discarded', async () => {
    serveCreation()
    const domains = ['first', 'second', 'third'].map((it, nth) =>
      itemOf('/domain', { id: nth + 1, name: `${it}.example`, is_default: it === 'third' }),
    )
    api.on('GET', '/domain', () => listOf(domains))
    openPage('/links/new')
    const domain = async () => (await field('Domain', await dialog())).value
    await until(async () => expect(await domain()).toBe('third.example'))
    await pick('Domain', 'second.example', await dialog())
    await fill('Destination', `${SITE}/a`, await dialog())
    await press('{Escape}')
    await noDialog()

    await press('c')
    await text('Restored what you entered before.')
    expect(await domain()).toBe('second.example')
    await create()
    await text(/^Created /)
    await click('button', 'Create another')
    expect((await field('Destination', await dialog())).value).toBe('')
    expect(await domain()).toBe('second.example')

    await fill('Title', 'Never mind', await dialog())
    await press('{Escape}')
    await noDialog()
    await press('c')
    await click('button', 'Discard')
    expect((await field('Title', await dialog())).value).toBe('')
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  })

  it('shows rules in their order, each begun with a row to type into that is not sent unless it is edited', async () => {
    serveCreation()
    const focused = () => {
      const it = document.activeElement as HTMLInputElement | null
      return it?.getAttribute('aria-label') ?? it?.labels?.[0]?.textContent
    }
    openPage('/links/new')
    await fill('Destination', `${SITE}/a`, await dialog())
    const form = await dialog()
    await button(/Expiry/, form)
    const names = [...document.querySelectorAll('[role=dialog] h3 button')].map(
      ({ textContent }) => textContent,
    )
    expect(names.filter((it) => /^\d/.test(it ?? ''))).toEqual([
      '1Expiry',
      '2Password',
      '3Rules',
      '4Device targeting',
      '5Geo targeting',
      '6A/B test',
    ])
    await section('A/B')
    await until(() => expect(focused()).toBe('Destination of variant 1'))
    await section('Geo targeting')
    await until(() => expect(focused()).toBe('Country 1'))
    await press('{Escape}')
    await section('Device targeting')
    await until(() => expect(focused()).toBe('iPhone and iPad'))
    await create()
    await text(/^Created /)
    expect(sent()).toMatchObject({ url: `${SITE}/a` })
  })
})

describe('a list that is searched by typing', () => {
  const folders = ['Hiring', 'Archive'].map((name, nth) => itemOf('/folder', { id: nth + 3, name }))
  const serveFolders = () =>
    api.on('GET', '/folder', ({ query }) =>
      listOf(folders.filter(({ name }) => name.includes(query.get('search') ?? ''))),
    )

  it('takes its first match with Enter or Tab, and the form is not sent', async () => {
    serveCreation()
    serveFolders()
    openPage('/links/new')
    await fill('Destination', `${SITE}/a`, await dialog())
    await user.type(await field('Folder', await dialog()), 'Hir{Enter}')
    await until(async () => expect((await field('Folder', await dialog())).value).toBe('Hiring'))
    await section('Geo targeting')
    await user.type(await field('Country 1', await dialog()), 'Czech{Tab}')
    await until(async () =>
      expect((await field('Country 1', await dialog())).value).toBe('Czechia'),
    )
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Destination of country 1')
    await press('shop.example/cz')
    expect(api.calls('POST', '/link')).toEqual([])
    await create()
    await text(/^Created /)
    expect(sent()).toMatchObject({ folder_id: 3 })
    expect(api.calls('PUT', '/link/{link_id}/geo')).toMatchObject([
      { body: { items: [{ url: `${SITE}/cz`, country: 'CZ' }] } },
    ])
  })

  it('closes with Escape, and Enter opens it again instead of dropping the text', async () => {
    serveCreation()
    serveFolders()
    openPage('/links/new')
    await fill('Destination', `${SITE}/a`, await dialog())
    await user.type(await field('Folder', await dialog()), 'Hir')
    await role('option', 'Create “Hir”')
    await press('{Escape}')
    await gone(() => screen.queryByRole('option', { name: 'Hiring' }))
    await press('{Enter}')
    await role('option', 'Hiring')
    await press('{Enter}')
    await until(async () => expect((await field('Folder', await dialog())).value).toBe('Hiring'))
    expect(api.calls('POST', '/link')).toEqual([])
  })
})

describe('a session that ends while a form is open', () => {
  const jana = exampleOf('/me')

  /** Types into the form of a new link, whose creation ends the session. */
  async function loseSession() {
    serveCreation()
    api.on('POST', '/link', () => refuse('invalid_session'))
    openPage('/links/new', 'editor')
    await fill('Destination', `${SITE}/a`, await dialog())
    await create()
    await text('Your session has ended. Sign in again.')
  }
  async function signInAgain(me: Partial<typeof jana> = {}) {
    api.on('POST', '/session', () => ({ ...jana, ...me }))
    api.on('GET', '/me', () => ({ ...jana, ...me }))
    await fill('Email', 'jana@example.com')
    await fill('Password', 'ten characters')
    await click('button', 'Sign in')
    await dialog()
  }

  it('keeps what was typed until the person has signed in again', async () => {
    await loseSession()
    await signInAgain()
    await text('Restored what you entered before.')
    expect((await field('Destination', await dialog())).value).toBe(`${SITE}/a`)
  })

  it('does not show it to another person', async () => {
    await loseSession()
    await signInAgain({ id: jana.id + 1 })
    expect((await field('Destination', await dialog())).value).toBe('')
  })

  it('forgets it when the person signs out', async () => {
    serveCreation()
    api.on('DELETE', '/session')
    openPage('/links/new', 'editor')
    await fill('Destination', `${SITE}/a`, await dialog())
    await press('{Escape}')
    await noDialog()
    await click('button', /^Account/)
    await click('menuitem', 'Sign out')
    history.replaceState(null, '', '/app/team/7/links/new')
    await signInAgain()
    expect((await field('Destination', await dialog())).value).toBe('')
  })
})
