import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { api } from '../../testing/api.ts'
import { click, dialog, field, fill, gone, openPage, text, user } from '../../testing/app.tsx'
import { itemOf, listOf } from '../../testing/document.ts'

const OURS = itemOf('/key', { id: 1, name: 'Own key', last_four: 'test' })

/** The keys of the team: that of the session, and those that are created. */
function fakeKeys() {
  let keys = [OURS]
  api.on('GET', '/key', () => listOf(keys))
  api.on('POST', '/key', () => {
    keys = [...keys, itemOf('/key')]
  })
  api.on('POST', '/key/{id}/rotate', () => {
    keys = keys.map((it) => ({ ...it, previous_key_until: '2026-11-27T12:00:00.000Z' }))
  })
  api.on('DELETE', '/key/{id}', ({ id }) => {
    keys = keys.filter((it) => `${it.id}` !== id)
  })
}

it('an API key is shown once, rotated, and revoked', async () => {
  fakeKeys()
  openPage('/keys')
  await text('This session')
  await click('button', 'Create key')
  await fill('Name', 'Newsletter', await dialog())
  await click('button', 'Create', await dialog())
  await text(/^fp_/, await dialog())
  expect(api.calls('POST', '/key')).toMatchObject([
    { body: { name: 'Newsletter', scopes: ['link:read', 'link:write'] } },
  ])
  await click('button', 'Done', await dialog())
  await gone(() => screen.queryByText(/^fp_/))
  expect(await screen.findAllByText(/link:read, link:write/)).toHaveLength(2)

  await click('button', 'Rotate Newsletter')
  await user.selectOptions(await field('Keep the previous key valid', await dialog()), '7 days')
  await click('button', 'Rotate', await dialog())
  await text(/^fp_/, await dialog())
  expect(api.calls('POST', '/key/{id}/rotate')).toMatchObject([
    { path: '/key/3/rotate', body: { overlap_hours: 168 } },
  ])
  await click('button', 'Done', await dialog())
  expect(await screen.findAllByText(/previous key ends/)).toHaveLength(2)

  await click('button', 'Revoke Newsletter')
  await text(/Apps that use it, or keys created with it, lose access\./, await dialog())
  await click('button', 'Revoke key', await dialog())
  await text('Revoked the key “Newsletter”')
  expect(api.calls('DELETE', '/key/{id}')).toMatchObject([{ id: '3' }])
})

it('revoking the key of this session warns, and signs out, also after it was rotated', async () => {
  fakeKeys()
  api.on('POST', '/key/{id}/rotate', () => ({ ...OURS, key: 'fp_rotated', last_four: 'ated' }))
  api.on('GET', '/key', () =>
    listOf([
      sessionStorage.getItem('fingerpost-key') === 'fp_test'
        ? OURS
        : { ...OURS, last_four: 'ated' },
    ]),
  )
  openPage('/keys')
  await click('button', 'Rotate Own key')
  await user.selectOptions(await field('Keep the previous key valid', await dialog()), 'Not at all')
  await click('button', 'Rotate', await dialog())
  await text('fp_rotated', await dialog())
  await click('button', 'Done', await dialog())
  await click('link', 'Folders')
  await click('link', 'API keys')
  await click('button', 'Revoke Own key')
  await text(/Revoking it signs you out/, await dialog())
  await click('button', 'Revoke key', await dialog())
  await text(/You revoked the key of this session\./)
  expect(sessionStorage.getItem('fingerpost-key')).toBeNull()
})
