import { InvitationsService } from '@fingerpost/protos/catalog/v1/invitation'
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

describe('an invitation for any address', () => {
  it('tells of one address only whether it has an account', async () => {
    const open = async () =>
      (await invitations().createInvitation({ role: 'viewer' }, mine())).token
    const account = { name: 'Jana', password: PASSWORD, user_agent: '' }
    const accept = (token: string, email: string) =>
      invitations().acceptInvitation({ ...account, token, email })
    const known = ['known-0@example.com', 'known-1@example.com', 'known-2@example.com']
    await Promise.all(known.map(async (email) => accept(await open(), email)))

    const token = await open()
    const origin = 'https://links.example'
    const options = await Promise.all(
      [...known, 'unknown@example.com'].map((email) =>
        invitations().beginPasskey({ token, email, name: 'Jana', origin }),
      ),
    )
    expect(options.map(({ json }) => Object.keys(JSON.parse(json)))).toEqual(
      options.map(() => Object.keys(JSON.parse(options[0]?.json ?? ''))),
    )
    const answers = await Promise.allSettled(known.map((email) => accept(token, email)))
    const codes = answers.map((it) => it.status === 'rejected' && it.reason.code)
    expect(codes.sort()).toEqual([
      'account_exists',
      'invitation_for_other_email',
      'invitation_for_other_email',
    ])
  })

  it('can still be accepted by the account whose address was tried', async () => {
    const { token } = await invitations().createInvitation({ role: 'viewer' }, mine())
    const email = 'has-account@example.com'
    const account = { email, name: 'Jana', password: PASSWORD, user_agent: '' }
    const elsewhere = await invitations().createInvitation(
      { role: 'viewer' },
      { caller: catalog.other },
    )
    const made = await invitations().acceptInvitation({ ...account, token: elsewhere.token })
    await expect(invitations().acceptInvitation({ ...account, token })).rejects.toMatchObject({
      code: 'account_exists',
    })
    for (const it of ['another@example.com', 'known-0@example.com']) {
      await expect(
        invitations().acceptInvitation({ ...account, token, email: it }),
      ).rejects.toMatchObject({ code: 'invitation_for_other_email' })
    }
    const joined = await invitations().joinTeam({ user_id: made.person?.id ?? 0, token })
    expect(joined.memberships).toHaveLength(2)
  })
})
