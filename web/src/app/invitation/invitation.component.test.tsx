import { cleanup } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { api, refuse } from '../../testing/api.ts'
import { click, field, fill, heading, openPage, until } from '../../testing/app.tsx'
import { exampleOf } from '../../testing/document.ts'

it('the first person creates an account and names the team, also after a reload and a failure', async () => {
  const opened = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const team = exampleOf('/organization')
  api.on('GET', '/me', () => refuse('invalid_session'))
  api.on('GET', '/member', () => ({ items: [], total: 0, offset: 0, limit: 10 }))
  api.on('POST', '/app/session', () => Response.json({ api_key: 'fp_team' }, { status: 201 }))
  api.on('POST', '/invitation')
  api.on('POST', '/invitation/preview', () => ({
    organization: { id: team.id, name: team.name },
    role: 'owner',
    email: null,
    expires_at: '2026-11-27T12:00:00Z',
  }))
  api.on('POST', '/invitation/accept')
  api.on('PATCH', '/me')
  api.on('PATCH', '/organization', () => refuse('unavailable'))
  openPage('/#signin=once', 'signed out')
  await click('button', 'Create your account')
  await heading('Create your account')
  cleanup()

  openPage(`/invitation${location.hash}`, 'signed out', history.state)
  expect((await field('Name of the team')).value).toBe(team.name)
  await fill('Name of the team', ' Acme ')
  await fill('Name', 'Jana')
  await fill('Email', 'jana@example.com')
  await fill('Password', 'ten characters')
  await click('button', 'Create account')
  await until(() => expect(api.calls('PATCH', '/organization')).toHaveLength(1))
  expect(opened).not.toHaveBeenCalled()

  api.on('PATCH', '/organization')
  await click('button', 'Create account')
  await until(() => expect(opened).toHaveBeenCalledWith(`/app/team/${team.id}/`))
  expect(api.calls('PATCH', '/organization').at(-1)?.body).toEqual({ name: 'Acme' })
  expect(api.calls('POST', '/invitation/accept')).toHaveLength(1)
})
