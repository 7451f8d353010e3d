import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { api, unreachable } from '../testing/api.ts'
import {
  click,
  copied,
  dialog,
  field,
  fill,
  gone,
  heading,
  noDialog,
  openPage,
  path,
  press,
  row,
  text,
  until,
} from '../testing/app.tsx'
import { newLink, serveLinks } from '../testing/links.ts'

describe('every page', () => {
  it('is reached by shortcuts, has its own title, and is found by the command palette', async () => {
    api.on('POST', '/bio/preview')
    openPage('/')
    await heading('Links')
    for (const [keys, name] of [
      ['ga', 'Analytics'],
      ['gf', 'Folders'],
      ['gt', 'Tags'],
      ['gd', 'Domains'],
      ['gb', 'Bio page'],
      ['gk', 'API keys'],
      ['gw', 'Webhooks'],
      ['gs', 'Settings'],
      ['gl', 'Links'],
    ] as const) {
      await press(keys)
      await heading(name)
      await until(() => expect(document.title).toBe(`${name} · Fingerpost`))
    }
    await press('{Control>}k{/Control}')
    await fill('Find links, pages and actions', 'webh')
    await press('{Enter}')
    await heading('Webhooks')
    await press('?')
    await text('Go to Analytics')
  })

  it('has a skip link, one h1, and marks its place in the menu', async () => {
    openPage('/settings')
    await heading('Settings')
    await press('{Tab}')
    expect(document.activeElement?.textContent).toBe('Skip to content')
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    expect(document.querySelector('[aria-current=page]')?.textContent).toBe('Settings')
  })

  it('that does not exist shows a message and a link back', async () => {
    openPage('/nowhere')
    await click('link', 'Go to links')
    await heading('Links')
  })

  it('of an API key is not that of the person who is signed in', async () => {
    openPage('/settings')
    await heading('Settings')
    expect(screen.queryByRole('link', { name: 'Profile' })).toBeNull()
  })
})

describe('without a connection', () => {
  it('says so, and shows what could not be saved in its form', async () => {
    serveLinks()
    api.on('POST', '/link', unreachable)
    openPage('/links/new')
    await fill('Destination', 'https://shop.example/a', await dialog())
    window.dispatchEvent(new Event('offline'))
    await text(/^You are offline/)
    await click('button', 'Create link', await dialog())
    await text(/does not answer. Check your connection/)

    // It is sent again only on request.
    window.dispatchEvent(new Event('online'))
    await gone(() => screen.queryByText(/^You are offline/))
    expect(api.calls('POST', '/link')).toHaveLength(1)
  })

  it('does not copy, navigate or show anything after a form that was left', async () => {
    const links = serveLinks(newLink('other'))
    const { promise, resolve } = Promise.withResolvers<void>()
    api.on('POST', '/link', async () => {
      await promise
      return newLink('late')
    })
    openPage('/links/new')
    await fill('Destination', 'https://shop.example/a', await dialog())
    await click('button', 'Create link', await dialog())
    await until(() => expect(api.calls('POST', '/link')).toHaveLength(1))
    await click('button', 'Cancel', await dialog())
    await noDialog()
    await press('ga')
    await heading('Analytics')
    await press('gl')
    await row(links[0].slug)
    await press('c')
    await dialog()
    const before = api.calls('GET', '/link').length
    resolve()
    await until(() => expect(api.calls('GET', '/link').length).toBeGreaterThan(before))
    await fill('Title', 'Another', await dialog())
    await click('button', /Expiry/, await dialog())
    await field('Click limit', await dialog())
    expect(path()).toBe('/links/new')
    expect(screen.queryByText(/^Created .*go.shop.example/)).toBeNull()
    expect(await copied()).not.toMatch(/late$/)
  })
})
