import { cleanup, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { api, refuse } from '../../testing/api.ts'
import {
  click,
  field,
  fill,
  heading,
  openPage,
  path,
  press,
  text,
  until,
} from '../../testing/app.tsx'
import { exampleOf } from '../../testing/document.ts'

const storedKey = () => sessionStorage.getItem('fingerpost-key')

/** The browser has no cookie of a session. */
const signedOut = () => api.on('GET', '/me', () => refuse('invalid_session'))

describe('signing in', () => {
  it('accepts an API key, rejects an invalid one with a message, and deletes it on sign-out', async () => {
    signedOut()
    api.on('GET', '/organization', ({ key }) =>
      key === 'fp_right' ? undefined : refuse('invalid_api_key'),
    )
    openPage('/', 'signed out')
    await click('button', 'Use an API key')
    await fill('API key', 'fp_wrong')
    await click('button', 'Sign in')
    await text(/^The API key is not valid/)
    expect(storedKey()).toBeNull()

    await fill('API key', ' fp_right ')
    await press('{Enter}')
    await heading('Links')
    expect(storedKey()).toBe('fp_right')
    expect(location.href).not.toContain('fp_right')

    await click('button', 'Account API key')
    await click('menuitem', 'Sign out')
    await heading('Sign in to Fingerpost')
    expect(storedKey()).toBeNull()
  })

  it('by a one-time link asks for confirmation, works once, and leaves neither token nor key behind', async () => {
    signedOut()
    let redeemed = 0
    api.on('POST', '/app/session', ({ body }) => {
      expect(body).toEqual({ token: 'once' })
      return redeemed++ === 0
        ? Response.json({ api_key: 'fp_team' }, { status: 201 })
        : Response.json(
            {
              code: 'invalid_sign_in',
              detail: 'This sign-in link was already used',
              errors: [],
            },
            { status: 401 },
          )
    })
    openPage('/links#signin=once', 'signed out')
    await text(/^Sign in to Shop$/)
    expect(storedKey()).toBeNull()
    expect(path()).toBe('/links')
    expect(location.hash).toBe('')
    await click('button', 'Sign in to Shop')
    await heading('Links')
    expect(storedKey()).toBe('fp_team')
    await click('button', 'Account API key')
    await click('menuitem', 'Sign out')
    await heading('Sign in to Fingerpost')
    expect(storedKey()).toBeNull()
    cleanup()

    openPage('/#signin=once', 'signed out')
    await text(/This sign-in link was already used/)
    await text('`npm run admin -- signin` prints another one.')
    expect(storedKey()).toBeNull()
  })

  it('by a one-time link works in a tab that shows the dashboard already', async () => {
    signedOut()
    const used = { code: 'invalid_sign_in', detail: 'This link was already used', errors: [] }
    api.on('POST', '/app/session', ({ body: { token } }) =>
      token === 'second'
        ? Response.json({ api_key: 'fp_team' }, { status: 201 })
        : Response.json(used, { status: 401 }),
    )
    openPage('/', 'signed out')
    await heading('Sign in to Fingerpost')
    for (const token of ['first', 'second']) {
      location.hash = `#signin=${token}`
      await text(token === 'first' ? /prints another one/ : /^Sign in to Shop$/)
      expect(location.hash).toBe('')
    }
  })

  it('ends with a message when the key is revoked', async () => {
    signedOut()
    api.on('GET', '/link', () => refuse('invalid_api_key'))
    openPage('/links')
    await text(/This API key is no longer valid\./)
    expect(storedKey()).toBeNull()
  })

  it('can coexist with an API key in another tab', async () => {
    api.on('GET', '/organization', () => ({ ...exampleOf('/organization'), name: 'Of the key' }))
    openPage('/settings')
    await until(async () => expect((await field('Name')).value).toBe('Of the key'))
    expect(path()).toBe('/settings')
    expect(api.calls('GET', '/me')).toEqual([])
    // The API accepts either a key or the cookie of a session.
    expect(new Set(api.calls('GET', '/organization').map((it) => it.credentials))).toEqual(
      new Set(['omit']),
    )
  })

  it('by password says what is wrong', async () => {
    signedOut()
    let refused = refuse('invalid_request', { email: 'must be an email address' })
    api.on('POST', '/session', () => refused)
    openPage('/tags', 'signed out')
    await fill('Email', 'nobody')
    await fill('Password', 'wrong password')
    await press('{Enter}')
    await text('Email must be an email address.')
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Check this fieldEmail/)
    refused = refuse('invalid_credentials')
    await fill('Email', 'jana@example.com')
    await press('{Enter}')
    await until(() => expect(screen.getByRole('alert').textContent).toMatch(/password/))
  })
})
