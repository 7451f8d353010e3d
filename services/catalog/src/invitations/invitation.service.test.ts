import { createToken, hashToken } from '@fingerpost/kit/secrets/token'
import { createAuthenticator } from '@fingerpost/kit/testing/authenticator'
import { InvitationsService } from '@fingerpost/protos/catalog/v1/invitation'
import { PasskeysService } from '@fingerpost/protos/catalog/v1/passkey'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestCatalog, type TestCatalog } from '../testing/stack.ts'

const PASSWORD = 'correct horse battery'
let catalog: TestCatalog

beforeAll(async () => {
  catalog = await startTestCatalog()
})
afterAll(() => catalog.close())

const invitations = () => catalog.client(InvitationsService)
const mine = () => ({ caller: catalog.mine })

describe('an invitation', () => {
  it('expires after seven days', async () => {
    const { token, invitation } = await invitations().createInvitation({ role: 'viewer' }, mine())
    const days = (invitation?.expires_at?.getTime() ?? 0) - (invitation?.created_at?.getTime() ?? 0)
    expect(days / 86_400_000).toBeCloseTo(7)
    await catalog.postgres.db
      .updateTable('invitations')
      .set({ expires_at: sql`now()` })
      .where('sha256', '=', hashToken(token))
      .execute()

    const account = { email: 'late@example.com', name: 'Late', password: PASSWORD, user_agent: '' }
    for (const it of [token, createToken('fpi')]) {
      await expect(invitations().acceptInvitation({ ...account, token: it })).rejects.toMatchObject(
        { kind: 'forbidden', code: 'invalid_invitation' },
      )
    }
    const { invitations: open } = await invitations().listInvitations(
      { offset: 0, limit: 100 },
      mine(),
    )
    expect(open.map(({ id }) => id)).not.toContain(invitation?.id)
  })

  it('is accepted with a passkey instead of a password', async () => {
    const { token } = await invitations().createInvitation({ role: 'viewer' }, mine())
    const origin = 'https://links.example'
    const person = { token, email: 'passkey@example.com', name: 'Jana' }
    const begin = (given = person) => invitations().beginPasskey({ ...given, origin })
    await expect(begin({ ...person, token: createToken('fpi') })).rejects.toMatchObject({
      code: 'invalid_invitation',
    })
    const authenticator = createAuthenticator()
    const response = JSON.stringify(authenticator.create(JSON.parse((await begin()).json), origin))
    const account = { ...person, password: '', user_agent: '' }
    const passkey = { origin, name: 'Phone', response }

    await expect(invitations().acceptInvitation(account)).rejects.toMatchObject({
      errors: [{ field: 'password' }],
    })
    const made = await invitations().acceptInvitation({ ...account, passkey })
    expect(made.person).toMatchObject({ has_password: false, memberships: [{ role: 'viewer' }] })
    const user_id = made.person?.id ?? 0
    const listed = await catalog.client(PasskeysService).listPasskeys({ user_id })
    expect(listed.passkeys).toMatchObject([{ name: 'Phone', host: 'links.example' }])

    const second = await invitations().createInvitation({ role: 'viewer' }, mine())
    const again = { ...account, token: second.token, email: 'other@example.com' }
    await expect(invitations().acceptInvitation({ ...again, passkey })).rejects.toMatchObject({
      code: 'invalid_challenge',
    })
  })

  it('is rejected with all errors', async () => {
    await expect(
      invitations().createInvitation({ role: 'king', email: 'nobody' }, mine()),
    ).rejects.toMatchObject({ errors: [{ field: 'role' }, { field: 'email' }] })
    const account = { token: 'x', email: 'x', name: ' ', password: 'short', user_agent: '' }
    await expect(invitations().acceptInvitation(account)).rejects.toMatchObject({
      errors: [{ field: 'name' }, { field: 'email' }, { field: 'password' }],
    })
  })
})
