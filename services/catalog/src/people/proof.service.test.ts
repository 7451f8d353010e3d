import { hashToken } from '@fingerpost/kit/secrets/token'
import { createAuthenticator } from '@fingerpost/kit/testing/authenticator'
import { ApiKeysService } from '@fingerpost/protos/catalog/v1/api_key'
import { IdentitiesService } from '@fingerpost/protos/catalog/v1/identity'
import { InvitationsService } from '@fingerpost/protos/catalog/v1/invitation'
import { MembersService } from '@fingerpost/protos/catalog/v1/member'
import { PeopleService } from '@fingerpost/protos/catalog/v1/person'
import { SessionsService } from '@fingerpost/protos/catalog/v1/session'
import { ROLE_SCOPES } from '@fingerpost/protos/people'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { memberOperator } from '../admin/member-operator.repository.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { ORIGIN, startPasskeys } from '../testing/passkeys.ts'

const PASSWORD = 'correct horse battery'
const OTHER = 'another long password'
const server = await startMailServer()
const stand = await startPasskeys({
  SMTP_URL: server.url,
  OIDC_ALLOWED_DOMAINS: ['trusted.example'],
})
const { catalog, passkeys, beginRegistration, beginSignIn, register } = stand
/** The first account of the instance. */
let first: Awaited<ReturnType<typeof accept>>
beforeAll(async () => {
  first = await accept(await invite(), newEmail())
})
afterAll(async () => {
  await catalog.close()
  await server.close()
})

const invitations = () => catalog.client(InvitationsService)
const people = () => catalog.client(PeopleService)
const keys = () => catalog.client(ApiKeysService)
const sessions = () => catalog.client(SessionsService)
const members = () => catalog.client(MembersService)
const operator = () => memberOperator(catalog.postgres.db)
const mine = () => ({ caller: catalog.mine })
const other = () => ({ caller: catalog.other })

let turn = 0
const newEmail = () => `ceo-${turn++}@trusted.example`
const accept = (token: string, email: string) =>
  invitations().acceptInvitation({ token, email, name: 'Jana', password: PASSWORD, user_agent: '' })
const invite = async (email?: string, by = mine()) =>
  (await invitations().createInvitation({ role: 'admin', email }, by)).token

/** An account of a stranger, who entered the address of another person, with all that it can have. */
async function planted(email = newEmail()) {
  const made = await accept(await invite(), email)
  const id = made.person?.id ?? 0
  const authenticator = createAuthenticator()
  await register(id, authenticator.create(await beginRegistration(id), ORIGIN))
  const caller = { ...catalog.mine, userId: id, scopes: [...ROLE_SCOPES.admin] }
  const { secret } = await keys().createApiKey({ name: 'Planted' }, { caller })
  const { token: invitation } = await invitations().createInvitation({ role: 'admin' }, { caller })
  return { id, email, authenticator, caller, session: made.token, secret, invitation }
}
type Planted = Awaited<ReturnType<typeof planted>>

const signInByPasskey = async ({ authenticator }: Planted) =>
  passkeys().signInByPasskey({
    origin: ORIGIN,
    response: JSON.stringify(authenticator.get(await beginSignIn(), ORIGIN)),
    user_agent: '',
  })
const signIn = (email: string, password = PASSWORD) =>
  sessions().signIn({ email, password, user_agent: '', network: '', known_browser: false })
/** The ways in which a stranger could still act as the person. */
async function open(account: Planted) {
  const tries = {
    passkey: signInByPasskey(account),
    password: signIn(account.email),
    session: sessions().verifySession({ sha256: hashToken(account.session) }),
    key: keys().verifyApiKey({ sha256: hashToken(account.secret) }),
    invitation: accept(account.invitation, newEmail()),
  }
  const settled = await Promise.allSettled(Object.values(tries))
  return Object.keys(tries).filter((_, i) => settled[i]?.status === 'fulfilled')
}

const mailTo = (email: string, what: RegExp) =>
  vi.waitFor(
    () => {
      const mails = server.state.received.filter(({ to }) => to === email)
      const [, token] = what.exec(mails.at(-1)?.text ?? '') ?? []
      expect(token).toBeTruthy()
      return { token: token ?? '', text: mails.at(-1)?.text ?? '' }
    },
    { timeout: 30_000 },
  )
async function resetByMail(email: string) {
  await people().requestPasswordReset({ email })
  const { token, text } = await mailTo(email, /password-reset#(\w+)/)
  return { text, answer: await people().resetPassword({ token, password: OTHER }) }
}
async function resetByOperator(email: string) {
  const { password_token: token } = await operator().resetUser(email)
  return people().resetPassword({ token, password: OTHER })
}
const bySso = (email: string) =>
  catalog.client(IdentitiesService).signInByIdentity({
    ...{ issuer: 'https://login.example', subject: email, email, email_verified: true },
    ...{ name: 'Jana', user_agent: '' },
  })
const verified = async (id: number) =>
  (await members().getMember({ user_id: id }, mine())).email_verified

it('a stranger who made an account with the address of another person loses it when that person proves the address', async () => {
  const account = await planted()
  expect(await verified(account.id)).toBe(false)
  expect(await open(account)).toEqual(['passkey', 'password', 'session', 'key', 'invitation'])

  const { answer, text } = await resetByMail(account.email)
  expect(text).toContain('has not been verified before')
  expect(answer).toMatchObject({ first_proof: true, passkeys: [], issuers: [], api_keys: 0 })
  expect(answer.organizations_left).toEqual(['My team'])
  expect((await signIn(account.email, OTHER)).person).toMatchObject({
    id: account.id,
    email_verified: true,
    memberships: [],
  })

  await invitations().joinTeam({ user_id: account.id, token: await invite(account.email) })
  expect(await verified(account.id)).toBe(true)
  expect(await open(account)).toEqual([])
})

describe('the first proof of an address', () => {
  it.each<[string, (email: string) => Promise<unknown>]>([
    ['a reset by mail', resetByMail],
    ['a reset by the operator', resetByOperator],
    ['single sign-on', bySso],
  ])('by %s ends what the account held, and later ones end nothing of it', async (_, prove) => {
    const account = await planted()
    await prove(account.email)
    await operator().add(account.email, String(catalog.other.orgId), 'admin')
    if (prove !== bySso) await operator().add(account.email, '1', 'admin')
    else await operator().changeRole(account.email, '1', 'admin')
    expect(await open(account)).toEqual([])

    const authenticator = createAuthenticator()
    await register(account.id, authenticator.create(await beginRegistration(account.id), ORIGIN))
    const { secret } = await keys().createApiKey({ name: 'Own' }, { caller: account.caller })
    const answer = await resetByOperator(account.email)
    expect(answer).toMatchObject({ first_proof: false, organizations_left: [], api_keys: 1 })
    expect(answer.passkeys).toMatchObject([{ name: 'Key', used_at: undefined }])
    expect(answer.issuers).toEqual(prove === bySso ? ['https://login.example'] : [])
    await keys().verifyApiKey({ sha256: hashToken(secret) })
    const { person } = await signInByPasskey({ ...account, authenticator })
    expect(person?.memberships).toHaveLength(2)
  })

  it('by single sign-on keeps the memberships of the invitations that it accepts', async () => {
    const account = await planted()
    await invite(account.email, other())
    const { person } = await bySso(account.email)
    expect(person?.memberships.map(({ org_id }) => org_id)).toEqual([catalog.other.orgId])
  })

  it('stops webhooks and imports of the account', async () => {
    const account = await planted()
    await resetByMail(account.email)
    await vi.waitFor(
      () => expect(catalog.link.handovers.map((it) => it.user_id)).toContain(account.id),
      { timeout: 30_000 },
    )
  })
})

describe('an account is verified from the start', () => {
  it('if it is the first of the instance, which is that of its operator', async () => {
    expect(first.person?.email_verified).toBe(true)
    expect((await accept(await invite(), newEmail())).person?.email_verified).toBe(false)
  })

  it('with the token that was mailed, but not with the one that the inviting person got', async () => {
    const [shown, mailed] = [newEmail(), newEmail()]
    const made = await accept(await invite(shown), shown)
    await invite(mailed)
    const { token } = await mailTo(mailed, /invitation#(\w+)/)
    const proved = await accept(token, mailed)
    expect([made.person?.email_verified, proved.person?.email_verified]).toEqual([false, true])
    await expect(accept(token, mailed)).rejects.toMatchObject({ code: 'invalid_invitation' })
  })

  it('by single sign-on, and by the operator, who then may give it teams', async () => {
    const email = newEmail()
    await operator().createUser(email, 'Jana')
    await operator().add(email, '1', 'viewer')
    const answer = await resetByOperator(email)
    expect(answer).toMatchObject({ first_proof: false })
    expect((await signIn(email, OTHER)).person).toMatchObject({ memberships: [{ org_id: 1 }] })
    expect((await bySso(newEmail())).person?.email_verified).toBe(true)
  })
})

it('the operator marks an account as verified with all that it has', async () => {
  const account = await planted()
  const listed = async () => (await operator().listUsers()).find(({ id }) => id === account.id)
  expect(await operator().resetUser(account.email)).toMatchObject({ email_verified: false })
  expect(await listed()).toMatchObject({ email_verified: false })
  expect(await operator().verifyUser(account.email)).toMatchObject({
    ...{ email_verified: true, api_keys: 1, passkeys: [{ name: 'Key' }] },
    teams: [{ org_id: '1', role: 'admin' }],
  })
  expect(await listed()).toMatchObject({ email_verified: true })
  expect(await resetByOperator(account.email)).toMatchObject({ first_proof: false, api_keys: 1 })
  await signInByPasskey(account)
})

it('a session that was believed for a moment longer makes no keys and invitations', async () => {
  const account = await planted()
  await resetByMail(account.email)
  const by = { caller: account.caller }
  await expect(keys().createApiKey({ name: 'Late' }, by)).rejects.toMatchObject({
    code: 'not_a_member',
  })
  await expect(invitations().createInvitation({ role: 'viewer' }, by)).rejects.toMatchObject({
    code: 'insufficient_scope',
  })
})
