import { describe, expect, it } from 'vitest'
import { api } from '../../testing/api.ts'
import {
  button,
  click,
  dialog,
  fill,
  openPage,
  path,
  pick,
  text,
  until,
} from '../../testing/app.tsx'
import { newLink, serveLinks } from '../../testing/links.ts'

describe('changing a link', () => {
  it('sends only changed fields, so that concurrent changes are kept', async () => {
    const [link] = serveLinks(
      newLink('mine', { title: 'Old', utm_source: 'a', has_password: true }),
    )
    api.on('PUT', '/link/{link_id}')
    openPage(`/links/${link.id}/edit`)
    await fill('Title', 'New', await dialog())
    await click('button', 'Remove the password', await dialog())
    await click('button', 'Save', await dialog())
    await text(/^Saved /)
    expect(api.calls('PUT', '/link/{link_id}').map(({ body }) => body)).toEqual([
      { title: 'New', remove_password: true },
    ])
    expect(path()).toBe('/links')
  })

  it('shows where a visitor is redirected, and by which rule', async () => {
    const [link] = serveLinks(newLink('tried'))
    const answer = { status: 302, location: 'https://example.com/', rule: 'url', variant: null }
    let answered: object = answer
    api.on('GET', '/link/{link_id}/resolve', () => answered)
    openPage(`/links/${link.id}/edit`)
    const query = () =>
      Object.fromEntries(api.calls('GET', '/link/{link_id}/resolve').at(-1)?.query ?? [])
    const test = async (shown: RegExp) => {
      await click('button', 'Try it')
      await until(() =>
        expect(document.querySelector('[aria-label="Test this link"] output')?.textContent).toMatch(
          shown,
        ),
      )
    }
    await dialog()
    await button('Try it')
    await test(/Main destination\./)
    await fill('Visitor from', 'Czech')
    await click('option', 'Czechia')
    answered = { ...answer, location: 'https://example.com/cz', rule: 'geo', variant: 'geo:CZ' }
    await test(/https:\/\/example\.com\/cz/)
    expect(query()).toMatchObject({ country: 'CZ' })
    await pick('On', 'An iPhone')
    answered = { ...answer, location: 'https://example.com/ios', rule: 'ios', variant: 'ios' }
    await test(/https:\/\/example\.com\/ios/)
    expect(query().user_agent).toMatch(/iPhone/)
    await fill('At', '2041-01-01T00:00')
    answered = { status: 410, location: null, rule: 'expired', variant: null }
    await test(/Expired: shows the page for expired links\./)
    expect(query().at).toBe(new Date('2041-01-01T00:00').toISOString())
  })
})
