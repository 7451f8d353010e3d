import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { api, refuse } from '../../testing/api.ts'
import {
  click,
  copied,
  dialog,
  fill,
  gone,
  heading,
  noDialog,
  openPage,
  press,
  role,
  signInAs,
  text,
  until,
} from '../../testing/app.tsx'
import { itemOf, listOf } from '../../testing/document.ts'

const MIRA = itemOf('/member', { id: 72, name: 'Mira', email: 'mira@example.com', role: 'admin' })

/** The members of the team; the first one is signed in. */
function serveMembers(): void {
  let mira: object[] = [MIRA]
  api.on('GET', '/member', () => listOf([itemOf('/member', { role: 'owner' }), ...mira]))
  api.on('PATCH', '/member/{id}', ({ body }) => {
    const own_links_only = body.role === 'owner' ? false : body.own_links_only
    const [changed = MIRA] = mira.map((it) => ({
      ...it,
      ...body,
      own_links_only: own_links_only ?? false,
    }))
    mira = [changed]
    return changed
  })
  api.on('DELETE', '/member/{id}', () => {
    mira = []
  })
}

describe('members', () => {
  it('are invited by a link that is shown once', async () => {
    const invitations: unknown[] = []
    api.on('GET', '/invitation', () => listOf(invitations))
    api.on('POST', '/invitation', ({ body }) => {
      if (body.email === 'nobody')
        return refuse('invalid_request', { email: 'must be an email address' })
      const made = itemOf('/invitation', { id: invitations.length, ...body })
      invitations.push(made)
      return { ...made, token: 'fpi_once', mailed: false }
    })
    openPage('/members', 'owner')
    await text('You')
    expect(screen.queryByText('Pending invitations')).toBeNull()
    await click('button', 'Invite')
    await click('radio', /^Admin/, await dialog())
    await fill('Email', 'nobody', await dialog())
    await click('button', 'Create invitation', await dialog())
    await text(/^Email must be an email/, await dialog())
    await fill('Email', 'mira@example.com', await dialog())
    await click('button', 'Create invitation', await dialog())
    await text(/for seven days/)
    await click('button', 'Copy secret')
    expect(await copied()).toBe(`${location.origin}/app/invitation#fpi_once`)
    await click('button', 'Done')
    await text('mira@example.com')

    await click('button', 'Invite')
    await click('switch', /^Own links only/, await dialog())
    await click('button', 'Create invitation', await dialog())
    await text(/Send this link to the person/)
    await click('button', 'Done')
    await text(/Editor, own links only/)
    expect(
      api
        .calls('POST', '/invitation')
        .slice(1)
        .map(({ body }) => body),
    ).toEqual([
      { role: 'admin', own_links_only: false, email: 'mira@example.com' },
      { role: 'editor', own_links_only: true, email: null },
    ])
  })

  it('get another role, and are removed with or without their keys', async () => {
    serveMembers()
    openPage('/members', 'owner')
    await click('combobox', 'Role of Mira')
    await click('option', 'Editor')
    await click('switch', 'Own links only for Mira')
    await text('Mira is now editor, own links only')
    await click('combobox', 'Role of Mira')
    await click('option', 'Owner')
    await text('Mira is now owner')
    expect(api.calls('PATCH', '/member/{id}').map(({ body }) => body)).toEqual([
      { role: 'editor' },
      { own_links_only: true },
      { role: 'owner' },
    ])

    await click('button', 'Remove Mira')
    await click('radio', /^Hand them over to me/, await dialog())
    await click('checkbox', 'Keep their webhooks (1)', await dialog())
    await click('button', 'Remove', await dialog())
    await text('Removed Mira')
    await text('New secret of the key “Newsletter”', await dialog())
    await text('fp_…x7Qa', await dialog())
    await click('button', 'Done', await dialog())
    await gone(() => screen.queryByText('mira@example.com'))
    const [removed] = api.calls('DELETE', '/member/{id}')
    expect(removed?.query.get('keys')).toBe('hand_over')
    expect(removed?.query.getAll('keep')).toEqual(['webhooks'])
  })

  it('are marked until they have proved their email address', async () => {
    const stranger = { id: 73, name: 'Stranger', email: 'ceo@example.com', email_verified: false }
    api.on('GET', '/member', () => listOf([MIRA, itemOf('/member', stranger)]))
    openPage('/members', 'owner')
    await text('ceo@example.com')
    const marks = screen.getAllByText('Unverified').map((it) => it.closest('li')?.textContent)
    expect(marks).toEqual([expect.stringContaining('Stranger')])
  })

  it('are sent to a page of their own when they are no longer in the team', async () => {
    openPage('/links', 'editor')
    await heading('Links')
    signInAs('editor', { id: '8' })
    api.on('GET', '/folder', () => refuse('not_a_member'))
    await click('link', 'Folders')
    await heading('You are not a member of this team')
  })

  it('need a domain for the first link of a team', async () => {
    api.on('GET', '/domain', () => listOf([]))
    openPage('/links', 'owner')
    await heading('Links')
    await press('c')
    await text(/A short link needs a domain/, await dialog())
    await click('link', 'Add domain', await dialog())
    await until(async () => expect(await role('textbox', 'Name', await dialog())).toBeTruthy())
    await press('{Escape}')
    await noDialog()
  })
})
