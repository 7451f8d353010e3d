import { hashToken } from '@fingerpost/kit/secrets/token'
import { IdentitiesService } from '@fingerpost/protos/catalog/v1/identity'
import { InvitationsService } from '@fingerpost/protos/catalog/v1/invitation'
import { MembersService } from '@fingerpost/protos/catalog/v1/member'
import { PeopleService } from '@fingerpost/protos/catalog/v1/person'
import { SessionsService } from '@fingerpost/protos/catalog/v1/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberOperator } from '../admin/member-operator.repository.ts'
import { startTestCatalog, type TestCatalog } from '../testing/stack.ts'

const PASSWORD = 'correct horse battery'
const STRANGER = { user_agent: '', network: '', known_browser: false }
const ISSUER = 'https://login.example'
let catalog: TestCatalog

beforeAll(async () => {
  catalog = await startTestCatalog({
    OIDC_ALLOWED_DOMAINS: ['Trusted.example'],
    OIDC_DEFAULT_ROLE: 'editor',
  })
})
afterAll(() => catalog.close())

let turn = 0
const newEmail = (domain: string) => `person-${turn++}@${domain}`
const ours = () => newEmail('trusted.example')
const theirs = () => newEmail('example.com')
const mine = () => ({ caller: catalog.mine })
const invitations = () => catalog.client(InvitationsService)
const operator = () => memberOperator(catalog.postgres.db)

const signIn = (email: string, own: object = {}) =>
  catalog.client(IdentitiesService).signInByIdentity({
    ...{ issuer: ISSUER, subject: `subject of ${email}`, email, email_verified: true },
    ...{ name: 'Jana', user_agent: 'Test' },
    ...own,
  })
const invite = (email?: string, role = 'viewer', by = mine()) =>
  invitations().createInvitation({ role, email }, by)

/** An account with a password, made with an invitation that names no address. */
async function account(email: string, by = mine()) {
  const { token } = await invite(undefined, 'admin', by)
  return invitations().acceptInvitation({
    ...{ token, email, name: 'Jana', password: PASSWORD, user_agent: '' },
  })
}
const teamsOf = (made: {
  person?: { memberships: { org_id: number; role: string }[] } | undefined
}) => made.person?.memberships.map(({ org_id, role }) => ({ org_id, role }))

describe('a new person', () => {
  it('of an allowed domain joins the first team with the default role', async () => {
    const made = await signIn(ours().toUpperCase())

    expect(made.person).toMatchObject({ name: 'Jana', has_password: false })
    expect(teamsOf(made)).toEqual([{ org_id: 1, role: 'editor' }])
    const session = await catalog
      .client(SessionsService)
      .verifySession({ sha256: hashToken(made.token) })
    expect(session.user_id).toBe(made.person?.id)
  })

  it.each([
    ['another domain', 'example.com'],
    ['a subdomain', 'sub.trusted.example'],
    ['a domain that ends in the same way', 'not-trusted.example'],
  ])('of %s needs an invitation', async (_, domain) => {
    await expect(signIn(newEmail(domain))).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'not_invited',
    })
  })

  it('joins the teams that invited the address, and not the first one', async () => {
    const email = ours()
    await invite(email.toUpperCase(), 'viewer', { caller: catalog.other })
    const made = await signIn(email)

    expect(teamsOf(made)).toEqual([{ org_id: catalog.other.orgId, role: 'viewer' }])
    const open = await invitations().listInvitations(
      { offset: 0, limit: 9 },
      { caller: catalog.other },
    )
    expect(open.total).toBe(0)
  })

  it('accepts an invitation by its token, once', async () => {
    const { token: invitation } = await invite(undefined, 'viewer')
    expect(teamsOf(await signIn(theirs(), { invitation }))).toEqual([{ org_id: 1, role: 'viewer' }])

    await expect(signIn(theirs(), { invitation })).rejects.toMatchObject({
      code: 'invalid_invitation',
    })
  })

  it('needs a verified email address, also with an invitation', async () => {
    const email = ours()
    const { token: invitation } = await invite(email)
    for (const own of [{ email_verified: false }, { email: '' }, { email: 'jana' }]) {
      await expect(signIn(email, { invitation, ...own })).rejects.toMatchObject({
        kind: 'forbidden',
        code: 'email_not_verified',
      })
    }
  })

  it('cannot use the invitation for another address, or of a removed member', async () => {
    const { token: invitation } = await invite(theirs())
    await expect(signIn(theirs(), { invitation })).rejects.toMatchObject({
      code: 'invitation_for_other_email',
    })

    const { person } = await account(theirs())
    const caller = { ...catalog.mine, userId: person?.id ?? 0 }
    const email = theirs()
    await invite(email, 'viewer', { caller })
    await catalog
      .client(MembersService)
      .removeMember({ user_id: caller.userId, hand_over_keys: false, keep: [] }, mine())
    await expect(signIn(email)).rejects.toMatchObject({ code: 'not_invited' })
  })

  it('gets a name from the address if the provider has none', async () => {
    const email = ours()
    expect((await signIn(email, { name: ' ' })).person?.name).toBe(email.split('@')[0])
  })

  it('who signs in twice at the same time gets one account', async () => {
    const email = ours()
    const made = await Promise.all([signIn(email), signIn(email), signIn(email)])
    expect(new Set(made.map(({ person }) => person?.id)).size).toBe(1)
  })
})

describe('a known identity', () => {
  it('signs in to its account, whatever email address the provider sends', async () => {
    const email = ours()
    const { person } = await signIn(email)
    const victim = theirs()
    await account(victim)
    const again = await signIn(email, { email: victim, email_verified: false })

    expect(again.person).toMatchObject({ id: person?.id, email })
  })

  it('is another one at another provider, or with another subject', async () => {
    const email = ours()
    const { person } = await signIn(email)
    await expect(signIn(email, { subject: 'the next employee' })).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'other_identity',
    })
    const elsewhere = await signIn(email, { issuer: 'https://other.example' })
    expect(elsewhere.person?.id).toBe(person?.id)
  })

  it('is refused while its person is disabled', async () => {
    const email = ours()
    await signIn(email)
    await operator().disableUser(email, true)
    const refused = { kind: 'forbidden', code: 'account_disabled' }
    await expect(signIn(email)).rejects.toMatchObject(refused)
    await expect(signIn(email, { issuer: 'https://other.example' })).rejects.toMatchObject(refused)

    await operator().disableUser(email, false)
    expect((await signIn(email)).person?.email).toBe(email)
  })

  it('does not return to a team by itself, but joins one by an invitation', async () => {
    const email = ours()
    const { person } = await signIn(email)
    await operator().remove(email, '1')
    expect(teamsOf(await signIn(email))).toEqual([])

    const { token: invitation } = await invite(email, 'admin')
    const joined = await signIn(email, { invitation })
    expect([joined.person?.id, teamsOf(joined)]).toEqual([
      person?.id,
      [{ org_id: 1, role: 'admin' }],
    ])
  })

  it('is disconnected by the operator', async () => {
    const email = ours()
    const { person } = await signIn(email)
    expect(await operator().disconnect(email)).toMatchObject({ identities: 1 })
    expect((await signIn(email, { subject: 'the next employee' })).person?.id).toBe(person?.id)
  })
})

describe('the account of another person with the same email address', () => {
  it('is not opened, even by an invitation', async () => {
    const email = theirs()
    await account(email)
    const refused = { kind: 'conflict', code: 'account_exists' }
    await expect(signIn(email)).rejects.toMatchObject(refused)

    const { token: invitation } = await invite(email, 'viewer', { caller: catalog.other })
    await expect(signIn(email)).rejects.toMatchObject(refused)
    await expect(signIn(email, { invitation })).rejects.toMatchObject(refused)
    const password = { email, password: PASSWORD, ...STRANGER }
    expect(teamsOf(await catalog.client(SessionsService).signIn(password))).toHaveLength(1)
  })

  it('is opened in an allowed domain, and previous ways to sign in end', async () => {
    const email = ours()
    const before = await account(email)
    const { password_token: token } = await operator().resetUser(email)
    const made = await signIn(email)

    expect(made.person).toMatchObject({ id: before.person?.id, has_password: false })
    const sessions = catalog.client(SessionsService)
    await expect(sessions.verifySession({ sha256: hashToken(before.token) })).rejects.toMatchObject(
      { code: 'invalid_session' },
    )
    await expect(sessions.signIn({ email, password: PASSWORD, ...STRANGER })).rejects.toMatchObject(
      { code: 'invalid_credentials' },
    )
    await expect(
      catalog.client(PeopleService).resetPassword({ token, password: PASSWORD }),
    ).rejects.toMatchObject({ code: 'invalid_token' })
  })

  it('is opened by one of several identities that sign in at the same time', async () => {
    const email = ours()
    await account(email)
    const made = await Promise.allSettled(
      ['first', 'second', 'third'].map((subject) =>
        signIn(email, { subject: `${subject} of ${email}` }),
      ),
    )
    const refused = made.flatMap((it) => (it.status === 'rejected' ? [it.reason.code] : []))
    expect(refused).toEqual(['other_identity', 'other_identity'])
  })

  it('is opened by an invitation that names the address while it has no team', async () => {
    const email = theirs()
    const { id } = await operator().createUser(email, 'Jana')
    const { token: invitation } = await invite()
    await expect(signIn(email, { invitation })).rejects.toMatchObject({ code: 'account_exists' })

    await invite(email, 'editor')
    const made = await signIn(email)
    expect([made.person?.id, teamsOf(made)]).toEqual([id, [{ org_id: 1, role: 'editor' }]])
  })
})
