import type { Actor } from '@fingerpost/kit/audit/actor'
import { hashToken } from '@fingerpost/kit/secrets/token'
import { createAuthenticator } from '@fingerpost/kit/testing/authenticator'
import { AuditService } from '@fingerpost/protos/audit/v1/audit'
import { InvitationsService } from '@fingerpost/protos/catalog/v1/invitation'
import { MembersService } from '@fingerpost/protos/catalog/v1/member'
import { PasskeysService } from '@fingerpost/protos/catalog/v1/passkey'
import { PeopleService } from '@fingerpost/protos/catalog/v1/person'
import { SessionsService } from '@fingerpost/protos/catalog/v1/session'
import { SCOPES } from '@fingerpost/protos/words'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { memberOperator } from '../admin/member-operator.repository.ts'
import { startTestCatalog, type TestCatalog } from '../testing/stack.ts'

const ANNA: Actor = { kind: 'key', id: 1, name: 'Anna' }
const STRANGER: Actor = { kind: 'anonymous', address: '203.0.113.7' }
const PASSWORD = 'correct horse battery'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startTestCatalog()
})
afterAll(() => catalog.close())

const by = (requestId: string, team = catalog.mine) => ({
  caller: { ...team, scopes: [...SCOPES], actor: ANNA },
  requestId,
})
const asPerson = (id: number, requestId: string) => ({
  actor: { kind: 'user', id, user_id: id, name: 'Jana' } satisfies Actor,
  requestId,
})
const anonymous = (requestId: string) => ({ actor: STRANGER, requestId })

async function read(team = catalog.mine) {
  const audit = catalog.client(AuditService)
  const { entries } = await audit.listEntries({ limit: 1_000 }, { caller: team })
  return entries.toReversed().map(({ before, after, ...entry }) => ({
    ...entry,
    before: before === undefined ? undefined : JSON.parse(before),
    after: after === undefined ? undefined : JSON.parse(after),
  }))
}
const about = async (requestId: string, team = catalog.mine) =>
  (await read(team)).filter((it) => it.request_id === requestId)

/** Refused sign-ins are logged in the background. */
const untilLogged = (requestId: string) =>
  vi.waitFor(async () => expect(await about(requestId)).toHaveLength(1))

const invitations = () => catalog.client(InvitationsService)
const sessions = () => catalog.client(SessionsService)
const members = () => catalog.client(MembersService)

let turn = 0
/** A person who accepted an invitation to this team. */
async function newPerson(requestId = `accept ${turn}`) {
  const email = `Audited-${turn++}@example.com`
  const { token, invitation } = await invitations().createInvitation(
    { role: 'editor', email },
    by(`invite ${email}`),
  )
  const account = { token, email, name: 'Jana', password: PASSWORD, user_agent: 'Browser' }
  const { person } = await invitations().acceptInvitation(account, anonymous(requestId))
  return { id: person?.id ?? 0, email, invitationId: invitation?.id ?? 0 }
}

const signIn = (email: string, password: string, requestId: string) =>
  sessions().signIn(
    { email, password, user_agent: 'Browser', network: '', known_browser: false },
    anonymous(requestId),
  )

it('logs an invitation, and by whom it was accepted, with the new member and session', async () => {
  const { id, email, invitationId } = await newPerson('accepted')

  expect(await about(`invite ${email}`)).toMatchObject([
    {
      actor_id: 1,
      operation: 'created',
      object_kind: 'invitation',
      object_id: invitationId,
      object_name: email,
      after: { role: 'editor', email },
    },
  ])
  const jana = { actor_kind: 'user', actor_id: id, user_id: id, actor_name: 'Jana' }
  expect(await about('accepted')).toMatchObject([
    { ...jana, operation: 'deleted', object_kind: 'invitation', address: '203.0.113.7' },
    {
      ...jana,
      operation: 'created',
      object_kind: 'member',
      object_id: id,
      object_name: email,
      after: { role: 'editor', invitation_id: invitationId },
    },
    { ...jana, operation: 'created', object_kind: 'session', after: { user_agent: 'Browser' } },
  ])
})

it('logs that an invitation is withdrawn, and that the system removes an expired one', async () => {
  const make = (requestId: string) =>
    invitations().createInvitation({ role: 'viewer' }, by(requestId))
  const { invitation } = await make('first')
  await invitations().deleteInvitation({ id: invitation?.id ?? 0 }, by('withdrawn'))
  const late = await make('second')
  await sql`update invitations set expires_at = now() where id = ${late.invitation?.id}`.execute(
    catalog.postgres.db,
  )
  await make('third')

  expect(await about('withdrawn')).toMatchObject([
    { operation: 'deleted', object_kind: 'invitation', object_id: invitation?.id },
  ])
  const removed = (await read()).filter(
    (it) => it.operation === 'deleted' && it.object_id === late.invitation?.id,
  )
  expect(removed).toMatchObject([{ actor_kind: 'system', object_kind: 'invitation' }])
})

it('logs changed and removed members, by request and by the operator', async () => {
  const { id, email } = await newPerson()
  await members().changeRole({ user_id: id, role: 'admin' }, by('promoted'))
  await members().removeMember({ user_id: id, hand_over_keys: false, keep: [] }, by('removed'))
  const operator = memberOperator(catalog.postgres.db)
  await operator.add(email, '1', 'viewer')
  await operator.changeRole(email, '1', 'editor')

  expect([...(await about('promoted')), ...(await about('removed'))]).toMatchObject([
    { operation: 'updated', before: { role: 'editor' }, after: { role: 'admin' }, object_id: id },
    { operation: 'deleted', before: { role: 'admin' }, object_kind: 'member', object_name: email },
  ])
  const last = (await read()).filter((it) => it.object_id === id && it.object_kind === 'member')
  expect(last.slice(-2)).toMatchObject([
    { actor_kind: 'operator', operation: 'created', after: { role: 'viewer' } },
    { actor_kind: 'operator', operation: 'updated', after: { role: 'editor' } },
  ])
})

it('logs sign-ins and ended sessions, and a changed password without either', async () => {
  const { id, email } = await newPerson()
  await signIn(email, PASSWORD, 'signed in')
  const [latest] = (await sessions().listSessions({ user_id: id, offset: 0, limit: 10 })).sessions
  await sessions().endSession({ user_id: id, id: latest?.id ?? 0 }, asPerson(id, 'signed out'))
  await catalog
    .client(PeopleService)
    .changePassword(
      { user_id: id, current_password: PASSWORD, password: 'another password', user_agent: 'B' },
      asPerson(id, 'changed'),
    )
  await sessions().endSessions({ user_id: id }, asPerson(id, 'everywhere'))

  const session = { object_kind: 'session', object_name: email, actor_name: 'Jana', user_id: id }
  expect(await about('signed in')).toMatchObject([{ ...session, operation: 'created' }])
  expect(await about('signed out')).toMatchObject([{ ...session, operation: 'deleted' }])
  expect(await about('changed')).toMatchObject([
    {
      object_kind: 'account',
      object_id: id,
      object_name: email,
      operation: 'updated',
      before: { password_hash: 'set' },
      after: { password_hash: 'set' },
    },
    { ...session, operation: 'deleted' },
    { ...session, operation: 'created' },
  ])
  expect(await about('everywhere')).toHaveLength(1)
})

it('logs refused sign-ins of an account, and none of an unknown email address', async () => {
  const { id, email } = await newPerson()
  const refused = { code: 'invalid_credentials' }
  await expect(signIn(email, 'wrong password', 'wrong')).rejects.toMatchObject(refused)
  await expect(signIn('nobody@example.com', PASSWORD, 'unknown')).rejects.toMatchObject(refused)
  await memberOperator(catalog.postgres.db).disableUser(email, true)
  await expect(signIn(email, PASSWORD, 'disabled')).rejects.toMatchObject(refused)

  for (const requestId of ['wrong', 'disabled']) await untilLogged(requestId)
  const entry = {
    actor_kind: 'anonymous',
    address: '203.0.113.7',
    operation: 'refused',
    object_kind: 'account',
    object_id: id,
    object_name: email,
  }
  expect([...(await about('wrong')), ...(await about('disabled'))]).toMatchObject([
    { ...entry, after: { reason: 'wrong_password' } },
    { ...entry, after: { reason: 'disabled' } },
  ])
  expect(await about('unknown')).toEqual([])
  const disabled = (await read()).filter((it) => it.actor_kind === 'operator' && it.after)
  expect(disabled.at(-1)).toMatchObject({
    object_kind: 'account',
    before: { disabled_at: null },
    after: { disabled_at: expect.any(String) },
  })
})

it('logs the reason of a refused sign-in by passkey', async () => {
  const origin = 'https://links.example'
  const { id, email } = await newPerson()
  const passkeys = catalog.client(PasskeysService)
  const authenticator = createAuthenticator()
  const { json } = await passkeys.beginRegistration({ user_id: id, origin })
  const response = JSON.stringify(authenticator.create(JSON.parse(json), origin))
  await passkeys.registerPasskey({ user_id: id, origin, name: 'Key', response })
  const send = async (requestId: string, counter = 2) => {
    const options = JSON.parse((await passkeys.beginSignIn({ origin })).json)
    const signed = JSON.stringify(authenticator.get(options, origin, { counter }))
    const request = { origin, response: signed, user_agent: '' }
    await expect(passkeys.signInByPasskey(request, anonymous(requestId))).rejects.toThrow()
    await untilLogged(requestId)
  }
  await send('counter', 0)
  await memberOperator(catalog.postgres.db).disableUser(email, true)
  await send('disabled passkey')

  expect((await about('counter'))[0]?.after).toEqual({ reason: 'wrong_passkey' })
  expect((await about('disabled passkey'))[0]?.after).toEqual({ reason: 'disabled' })
})

it('shows changes of an account to each of its teams, and of a membership to one', async () => {
  const { id, email } = await newPerson()
  const theirs = by('other', catalog.other)
  const { token } = await invitations().createInvitation({ role: 'viewer' }, theirs)
  await invitations().joinTeam({ user_id: id, token }, asPerson(id, 'joined'))
  await catalog
    .client(PeopleService)
    .updatePerson({ user_id: id, name: 'Jana Nová' }, asPerson(id, 'renamed'))
  await signIn(email, PASSWORD, 'both')

  for (const requestId of ['renamed', 'both']) {
    const [mine, other] = [await about(requestId), await about(requestId, catalog.other)]
    expect(mine).toHaveLength(1)
    expect(other).toMatchObject(mine.map(({ id: _, ...entry }) => entry))
  }
  expect(await about('joined')).toEqual([])
  expect(await about('joined', catalog.other)).toHaveLength(2)
})

it('contains no hash and no token', async () => {
  const { id, email } = await newPerson()
  const reset = await memberOperator(catalog.postgres.db).resetUser(email)
  await catalog
    .client(PeopleService)
    .resetPassword({ token: reset.password_token, password: 'new password' }, anonymous('reset'))

  expect((await about('reset'))[0]).toMatchObject({ actor_kind: 'user', actor_id: id })
  const text = JSON.stringify(await read())
  expect(text).not.toMatch(/argon2|sha256|fpi_|fps_|fpr_/)
  expect(text).not.toContain(hashToken(reset.password_token).toString('hex'))
})
