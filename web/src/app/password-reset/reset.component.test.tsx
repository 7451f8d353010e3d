import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { api } from '../../testing/api.ts'
import { click, fill, heading, openPage, text } from '../../testing/app.tsx'

const PASSKEY = { name: 'Phone', created_at: '2026-11-01T08:00:00.000Z', last_used_at: null }
const NOTHING = {
  done: true,
  first_proof: false,
  organizations_left: [],
  sign_in: { passkeys: [], sso: [] },
  api_keys: 0,
}

async function reset(answer: object): Promise<void> {
  api.on('POST', '/password-reset', () => ({ ...NOTHING, ...answer }))
  openPage('/password-reset#fpr_token', 'signed out')
  await fill('New password', 'another long password')
  await click('button', 'Set password')
  await heading('Password changed')
}

it('the page after a reset shows what else signs in to the account', async () => {
  await reset({ sign_in: { passkeys: [PASSKEY], sso: ['login.example.com'] }, api_keys: 2 })
  await text(/^Passkey Phone/)
  await text('Single sign-on with login.example.com')
  await text('2 API keys of yours keep working.')
  await text(/sign in and remove it/)
  expect(screen.queryByText(/is verified now/)).toBeNull()
})

it('the page after a reset that verified the address shows what was removed', async () => {
  await reset({ first_proof: true, organizations_left: ['Shop', 'Blog'] })
  await text(/is verified now/)
  await text(/^Your account left these teams: Shop, Blog\./)
  await text('There are no other ways to sign in to this account.')
})
