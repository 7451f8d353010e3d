import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { api } from '../testing/api.ts'
import { click, fill, heading, openPage, press, text, until } from '../testing/app.tsx'

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
