import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { api, refuse } from '../../testing/api.ts'
import { click, dialog, fill, heading, openPage, path, text, until } from '../../testing/app.tsx'
import { exampleOf, listOf } from '../../testing/document.ts'

const alert = async () => within(await screen.findByRole('alert'))

it('an account has a name, a time zone for analytics, and a password', async () => {
  api.on('PATCH', '/me', ({ body }) =>
    body.name === ''
      ? refuse('invalid_request', { name: 'is empty' })
      : { ...exampleOf('/me'), ...body },
  )
  let refused = refuse('invalid_request', { password: 'has at least 10 characters' })
  api.on('POST', '/me/password', () => refused)
  openPage('/profile', 'viewer')
  await heading('Profile')
  await fill('Name', '')
  await click('button', 'Save')
  await text('Name', await alert())
  await fill('Name', 'Jana N.')
  await fill('Time zone', 'Lisbon')
  await click('option', 'Europe/Lisbon')
  await click('button', 'Save')
  await text('Profile saved')
  expect(api.calls('PATCH', '/me').at(-1)?.body).toMatchObject({
    name: 'Jana N.',
    time_zone: 'Europe/Lisbon',
  })

  await fill('Current password', 'wrong password')
  await fill('New password', 'short')
  await click('button', 'Change password')
  await text('New password', await alert())
  refused = refuse('invalid_password', { current_password: 'is wrong' })
  await fill('New password', 'another long password')
  await click('button', 'Change password')
  await text('Current password', await alert())
  api.on('POST', '/me/password')
  await fill('Current password', 'correct horse battery')
  await click('button', 'Change password')
  await text(/^Password changed/)
  expect(api.calls('POST', '/me/password').at(-1)?.body).toEqual({
    current_password: 'correct horse battery',
    password: 'another long password',
  })
})

it('an account lists its sessions and ends one or all of them', async () => {
  let sessions = [1, 2, 3].map((id) => ({
    ...exampleOf('/me/session').items[0],
    id,
    current: id === 1,
  }))
  api.on('GET', '/me/session', () => listOf(sessions))
  api.on('DELETE', '/me/session/{id}', ({ id }) => {
    sessions = sessions.filter((it) => `${it.id}` !== id)
  })
  api.on('DELETE', '/me/session')
  openPage('/profile', 'viewer')
  await text('This session')
  const ends = () => screen.getAllByRole('button', { name: /^End the session/ })
  await until(() => expect(ends()).toHaveLength(2))
  const [first] = ends()
  first?.click()
  await click('button', 'End session', await dialog())
  await text('Session ended')
  await until(() => expect(ends()).toHaveLength(1))

  await click('button', 'Sign out everywhere')
  await click('button', 'Sign out everywhere', await dialog())
  await text(/You signed out everywhere\./)
  expect(path()).toBe('/')
  expect(api.calls('DELETE', '/me/session')).toHaveLength(1)
})
