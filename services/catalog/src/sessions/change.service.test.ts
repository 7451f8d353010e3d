import type { CallOptions } from '@fingerpost/kit/grpc/client'
import { createAuthenticator } from '@fingerpost/kit/testing/authenticator'
import { ApiKeysService } from '@fingerpost/protos/catalog/v1/api_key'
import { InvitationsService } from '@fingerpost/protos/catalog/v1/invitation'
import { MembersService } from '@fingerpost/protos/catalog/v1/member'
import { OrganizationsService } from '@fingerpost/protos/catalog/v1/organization'
import { PeopleService } from '@fingerpost/protos/catalog/v1/person'
import { SessionsService } from '@fingerpost/protos/catalog/v1/session'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberOperator } from '../admin/member-operator.repository.ts'
import { untilWaiting } from '../testing/locks.ts'
import { joinAs, type TestMember } from '../testing/members.ts'
import { ORIGIN, startPasskeys } from '../testing/passkeys.ts'

const PASSWORD = 'correct horse battery'
const OTHER = 'another long password'
const { catalog, passkeys, beginRegistration, newSession, withPasskey } = await startPasskeys()
// The first account of an instance is verified.
beforeAll(async () => void (await admin()))
afterAll(() => catalog.close())

const keys = catalog.client(ApiKeysService)
const invitations = catalog.client(InvitationsService)
const members = catalog.client(MembersService)
const organizations = catalog.client(OrganizationsService)
const people = catalog.client(PeopleService)
const sessions = catalog.client(SessionsService)

const admin = () => joinAs(catalog, 'admin')
const keyOf = async ({ by }: TestMember) =>
  (await keys.createApiKey({ name: 'Shop' }, by)).api_key?.id ?? 0
const addPasskey = async (user_id: number) => {
  const made = createAuthenticator().create(await beginRegistration(user_id), ORIGIN)
  return { user_id, origin: ORIGIN, name: 'Late', response: JSON.stringify(made) }
}
type Change = (by: CallOptions) => Promise<unknown>

/** What a session can make or change; the password last, because the account has another one then. */
const CHANGES: [string, (member: TestMember) => Change | Promise<Change>][] = [
  [
    'an organization',
    ({ id }) =>
      (by) =>
        organizations.createOrganization({ user_id: id, name: 'Late' }, by),
  ],
  [
    'a membership',
    async ({ id }) => {
      const other = { caller: catalog.other }
      const { token } = await invitations.createInvitation({ role: 'viewer' }, other)
      return (by) => invitations.joinTeam({ user_id: id, token }, by)
    },
  ],
  ['an API key', () => (by) => keys.createApiKey({ name: 'Late' }, by)],
  [
    'the secret of an API key',
    async (member) => {
      const id = await keyOf(member)
      return (by) => keys.rotateApiKey({ id, overlap_hours: 0 }, by)
    },
  ],
  [
    'the scopes of an API key',
    async (member) => {
      const id = await keyOf(member)
      return (by) => keys.updateApiKey({ id, clear: ['scopes'] }, by)
    },
  ],
  ['an invitation', () => (by) => invitations.createInvitation({ role: 'viewer' }, by)],
  [
    'the role of a member',
    async () => {
      const { id } = await admin()
      return (by) => members.changeRole({ user_id: id, role: 'editor' }, by)
    },
  ],
  [
    'the API keys of a member',
    async () => {
      const { id } = await admin()
      return (by) => members.removeMember({ user_id: id, hand_over_keys: true, keep: [] }, by)
    },
  ],
  [
    'a passkey',
    async ({ id }) => {
      const request = await addPasskey(id)
      return (by) => passkeys().registerPasskey(request, by)
    },
  ],
  [
    'the name of its person',
    ({ id }) =>
      (by) =>
        people.updatePerson({ user_id: id, name: 'X' }, by),
  ],
  [
    'a password',
    ({ id }) => {
      const change = { current_password: PASSWORD, password: OTHER, user_agent: '' }
      return (by) => people.changePassword({ user_id: id, ...change }, by)
    },
  ],
]

describe('a session that ended a moment ago', () => {
  let member: TestMember
  beforeAll(async () => {
    member = await admin()
  })
  async function inSession() {
    const { id, by } = member
    const actor = { kind: 'user', id, user_id: id, session_id: await newSession(id) } as const
    return { caller: { ...by.caller, actor } }
  }

  it.each(CHANGES)('makes or changes nothing: %s', async (_, prepare) => {
    const ended = await inSession()
    await sessions.endSessions({ user_id: member.id })
    const refused = (await prepare(member))(ended)
    await expect(refused).rejects.toMatchObject({
      kind: 'unauthenticated',
      code: 'invalid_session',
    })

    await (await prepare(member))(await inSession())
  })

  it('is not that of another person', async () => {
    const { id } = await withPasskey()
    const actor = {
      kind: 'user',
      id,
      user_id: id,
      session_id: await newSession(member.id),
    } as const
    const refused = passkeys().registerPasskey(await addPasskey(id), { actor })
    await expect(refused).rejects.toMatchObject({ code: 'invalid_session' })
  })
})

describe('the first proof of an account', () => {
  it('is locked out of no membership by keys and invitations that are made', async () => {
    const { id, by } = await admin()
    const { making } = await catalog.postgres.db.transaction().execute(async (tx) => {
      await sql`select from users where id = ${id} for update`.execute(tx)
      const making = Promise.allSettled([
        keys.createApiKey({ name: 'Late' }, by),
        invitations.createInvitation({ role: 'viewer' }, by),
      ])
      await untilWaiting(catalog, 2)
      await sql`select from memberships where user_id = ${id} for update nowait`.execute(tx)
      return { making }
    })
    expect((await making).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  })

  it('is not held up by a stranger who keeps using the account', async () => {
    const { id, email, by } = await admin()
    const { password_token: token } = await memberOperator(catalog.postgres.db).resetUser(email)
    const uses = [
      async () => {
        const { invitation } = await invitations.createInvitation({ role: 'viewer' }, by)
        await invitations.deleteInvitation({ id: invitation?.id ?? 0 }, by)
      },
      async () => {
        const { api_key } = await keys.createApiKey({ name: 'Late' }, by)
        await keys.revokeApiKey({ id: api_key?.id ?? 0 }, by)
      },
      () => organizations.createOrganization({ user_id: id, name: 'Late' }, by),
    ]
    let proved = false
    const refused = new Set<string>()
    const using = Array.from({ length: 12 }, async (_, i) => {
      while (!proved) await uses[i % uses.length]?.().catch(({ kind }) => refused.add(kind))
    })
    const answer = await people.resetPassword({ token, password: OTHER }).finally(() => {
      proved = true
    })
    await Promise.all(using)

    expect(answer).toMatchObject({ first_proof: true, api_keys: 0 })
    expect([...refused].filter((kind) => /internal|unavailable/.test(kind))).toEqual([])
  })
})
