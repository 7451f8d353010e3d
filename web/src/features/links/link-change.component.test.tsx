import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fieldTime } from '../../shared/local-time.rules.ts'
import { api } from '../../testing/api.ts'
import {
  button,
  click,
  dialog,
  field,
  fill,
  openPage,
  path,
  pick,
  text,
  until,
  user,
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
    const answer = {
      status: 302,
      location: 'https://example.com/',
      rule: 'url',
      variant: null,
      rules: [],
    }
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
    answered = { ...answer, status: 410, location: null, rule: 'expired' }
    await test(/Expired: shows the page for expired links\./)
    expect(query().at).toBe(new Date('2041-01-01T00:00').toISOString())
  })
})

it('the test of a link names the shares of an A/B test and which one the visitor gets', async () => {
  const ab = [{ id: 8, url: 'https://www.shop.example/b', percent: 30 }]
  const [link] = serveLinks(newLink('split', { url: 'https://shop.example/a', ab }))
  api.on('GET', '/link/{link_id}/resolve', () => ({
    status: 302,
    location: 'https://www.shop.example/b',
    rule: 'ab',
    variant: 'ab:8',
    rules: [],
  }))
  openPage(`/links/${link.id}/edit`)
  await click('button', 'Try it', await dialog())
  await text(/^A\/B variant/, await dialog())
  const shown = document.querySelector('[aria-label="Test this link"] output')?.textContent
  expect(shown).toMatch(
    /70% main destination shop.example\/a30% variant 1 shop.example\/b ← this visitor$/,
  )
})

it('the expiry of a link has presets, and a past one is warned of', async () => {
  const [link] = serveLinks(
    newLink('brief', { expires_at: null, expires_after: 0, expire_url: null }),
  )
  openPage(`/links/${link.id}/edit`)
  await click('button', /^1?Expiry/, await dialog())
  await click('button', 'In 7 days', await dialog())
  const expiry = await field('Expires on', await dialog())
  expect(expiry.value).toBe(
    fieldTime(Intl.DateTimeFormat().resolvedOptions().timeZone, '2026-11-27T12:00:00Z'),
  )
  expect(screen.queryByText(/is in the past/)).toBeNull()
  await fill('Expires on', '2026-11-19T00:00', await dialog())
  await text(/is in the past/, await dialog())
})

describe('the address of a link', () => {
  it('with clicks is locked until the change is asked for, and the form says how many it has', async () => {
    const [link] = serveLinks(newLink('printed', { clicks: 1_234 }))
    api.on('PUT', '/link/{link_id}')
    api.on('GET', '/link/available', () => ({ available: true, reason: null }))
    openPage(`/links/${link.id}/edit`)
    const slug = await field('Slug', await dialog())
    expect(slug.readOnly).toBe(true)
    await user.type(slug, 'x')
    expect(slug.value).toBe('printed')
    await click('button', 'Change domain or slug', await dialog())
    await text(/^1,234 clicks came through go.shop.example.printed,/, await dialog())
    await fill('Slug', 'renamed', await dialog())
    await click('button', 'Save', await dialog())
    await text(/^Saved /)
    expect(api.calls('PUT', '/link/{link_id}')[0]?.body).toEqual({ slug: 'renamed' })
  })

  it('without clicks can be changed at once', async () => {
    const [link] = serveLinks(newLink('fresh', { clicks: 0 }))
    openPage(`/links/${link.id}/edit`)
    expect((await field('Slug', await dialog())).readOnly).toBe(false)
  })
})
