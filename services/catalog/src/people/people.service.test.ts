import type { CallContext } from '@fingerpost/kit/grpc/context'
import { ARGON2ID } from '@fingerpost/kit/secrets/argon2id'
import { hashToken } from '@fingerpost/kit/secrets/token'
import { ApiKeysService } from '@fingerpost/protos/catalog/v1/api_key'
import { InvitationsService } from '@fingerpost/protos/catalog/v1/invitation'
import { MembersService } from '@fingerpost/protos/catalog/v1/member'
import { PeopleService } from '@fingerpost/protos/catalog/v1/person'
import { SessionsService } from '@fingerpost/protos/catalog/v1/session'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberOperator } from '../admin/member-operator.repository.ts'
import { removalRepository } from '../removals/removal.repository.ts'
import { sessionRepository } from '../sessions/session.repository.ts'
import { startTestCatalog, type TestCatalog } from '../testing/stack.ts'
import { NO_HASH, passwordAdapter } from './password.adapter.ts'
import { personHandlers } from './person.handlers.ts'
import { createToPerson } from './person.rules.ts'
import { sessionHandlers } from './session.handlers.ts'

const PASSWORD = 'correct horse battery'
const FROM = { user_agent: '', network: '192.0.2.0/24', known_browser: false }
let catalog: TestCatalog

beforeAll(async () => {
  catalog = await startTestCatalog()
})
afterAll(() => catalog.close())

const sessions = () => catalog.client(SessionsService)
const invitations = () => catalog.client(InvitationsService)
const verify = (token: string) => sessions().verifySession({ sha256: hashToken(token) })
const mine = () => ({ caller: catalog.mine })
const ENDED = { kind: 'unauthenticated', code: 'invalid_session' }

let turn = 0
/** A new person of the first team, signed in. */
async function person(role = 'editor') {
  const email = `person-${turn++}@example.com`
  const { token } = await invitations().createInvitation({ role }, mine())
  const account = { token, email, name: 'Jana', password: PASSWORD, user_agent: 'Test' }
  const made = await invitations().acceptInvitation(account)
  return { email, token: made.token, id: made.person?.id ?? 0 }
}

const age = (token: string, column: 'seen_at' | 'created_at', interval: string) =>
  catalog.postgres.db
    .updateTable('sessions')
    .set({ [column]: sql`now() - ${interval}::interval` })
    .where('sha256', '=', hashToken(token))
    .execute()

describe('a session', () => {
  it('ends when its person starts fifty others', async () => {
    const { token: first, id } = await person()
    const actor = { kind: 'user', id, user_id: id } as const
    const { db } = catalog.postgres
    const tokens: string[] = []
    for (let i = 0; i < 49; i++) tokens.push(await sessionRepository(db).start(actor, id, `${i}`))
    expect(await verify(first)).toMatchObject({ user_id: id })
    tokens.push(await sessionRepository(db).start(actor, id, 'one too many'))

    await expect(verify(first)).rejects.toMatchObject(ENDED)
    expect(await verify(tokens[0] ?? '')).toMatchObject({ user_id: id })
    const page = await sessions().listSessions({ user_id: id, offset: 1, limit: 2 })
    expect(page.total).toBe(50)
    expect(page.sessions.map(({ user_agent }) => user_agent)).toEqual(['48', '47'])
  })

  it('is stored as a hash, and has the scopes of the role', async () => {
    const { token, id } = await person('viewer')
    const session = await verify(token)

    expect(session.user_id).toBe(id)
    expect(session.teams).toMatchObject([{ org_id: 1 }])
    expect(session.teams[0]?.scopes).not.toContain('link:write')
    const rows = await catalog.postgres.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('is extended by use, for 90 days at most', async () => {
    const { token } = await person()
    await age(token, 'seen_at', '13 days 23 hours')
    await verify(token)
    const row = await catalog.postgres.db
      .selectFrom('sessions')
      .select(sql<boolean>`seen_at > now() - interval '1 hour'`.as('fresh'))
      .where('sha256', '=', hashToken(token))
      .executeTakeFirstOrThrow()
    expect(row.fresh).toBe(true)

    await age(token, 'created_at', '90 days')
    await expect(verify(token)).rejects.toMatchObject(ENDED)
  })

  it('ends after 14 days without use, and is removed with the next sign-in', async () => {
    const { token, email, id } = await person()
    await age(token, 'seen_at', '14 days')
    await expect(verify(token)).rejects.toMatchObject(ENDED)

    await sessions().signIn({ email, password: PASSWORD, ...FROM, user_agent: 'x'.repeat(1_000) })
    const stored = await catalog.postgres.db
      .selectFrom('sessions')
      .select('user_agent')
      .where('user_id', '=', id)
      .execute()
    expect(stored).toEqual([{ user_agent: 'x'.repeat(256) }])
  })

  it('of a person without a team has none', async () => {
    const { token, id } = await person()
    await catalog
      .client(MembersService)
      .removeMember({ user_id: id, hand_over_keys: false, keep: [] }, mine())

    expect((await verify(token)).teams).toEqual([])
  })
})

describe('a password', () => {
  it('is stored as an argon2id hash', async () => {
    const { id } = await person()
    const { password_hash } = await catalog.postgres.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { memoryCost, timeCost, parallelism } = ARGON2ID
    const parameters = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`

    expect(password_hash?.startsWith(parameters)).toBe(true)
    expect(NO_HASH.startsWith(parameters)).toBe(true)
    expect(NO_HASH.length).toBe(password_hash?.length)
  })

  it('is verified with the same work for an unknown email address', async () => {
    const argon2 = await import('@node-rs/argon2')
    const verified: unknown[] = []
    const passwords = passwordAdapter(async () => ({
      hash: argon2.hash,
      verify(...given) {
        verified.push(given[0])
        return argon2.verify(...given)
      },
    }))

    expect(await passwords.isRight(FROM, undefined, PASSWORD)).toBe(false)
    expect(verified).toEqual([NO_HASH])
    await expect(argon2.verify(NO_HASH, PASSWORD)).resolves.toBe(false)
  })

  it('may be typed in another Unicode form', async () => {
    const passwords = passwordAdapter()
    const hash = await passwords.hash(FROM, 'Grüße 2026 ﬁn')
    expect(await passwords.isRight(FROM, hash, 'Gru\u0308ße 2026 fin')).toBe(true)
  })

  it('of a disabled person is answered like a wrong one, and their API keys stop working', async () => {
    const { email, id } = await person('admin')
    const caller = { ...catalog.mine, userId: id, scopes: ['link:read', 'bio:read'] }
    const keys = catalog.client(ApiKeysService)
    const { secret } = await keys.createApiKey({ name: 'Key' }, { caller })
    const ask = () => keys.verifyApiKey({ sha256: hashToken(secret) })
    expect((await ask()).scopes).toEqual(caller.scopes)

    await memberOperator(catalog.postgres.db).disableUser(email, true)
    await expect(sessions().signIn({ email, password: PASSWORD, ...FROM })).rejects.toMatchObject({
      kind: 'unauthenticated',
      code: 'invalid_credentials',
    })
    await expect(ask()).rejects.toMatchObject({ code: 'invalid_api_key' })
  })
})

describe('a password that is changed while it is verified', () => {
  const OTHER = 'another long password'
  /** Handlers that let `change` happen once a password has been verified. */
  const verifying = (change: () => Promise<unknown>) => {
    const passwords = passwordAdapter()
    return {
      ...passwords,
      isRight: async (...given: Parameters<typeof passwords.isRight>) => {
        const right = await passwords.isRight(...given)
        await change()
        return right
      },
    }
  }
  const changeOf = ({ id }: { id: number }) => ({
    user_id: id,
    current_password: PASSWORD,
    password: OTHER,
    user_agent: '',
  })
  const context = {} as CallContext
  const toPerson = createToPerson(() => false)

  it.each([
    ['changed', (it: { id: number }) => catalog.client(PeopleService).changePassword(changeOf(it))],
    [
      'disabled',
      (it: { email: string }) => memberOperator(catalog.postgres.db).disableUser(it.email, true),
    ],
  ])('starts no session: %s', async (_, change) => {
    const it = await person()
    const handlers = sessionHandlers(
      catalog.postgres,
      verifying(() => change(it)),
      toPerson,
    )
    const request = { email: it.email, password: PASSWORD, ...FROM }

    await expect(handlers.signIn(request, context)).rejects.toMatchObject({
      code: 'invalid_credentials',
    })
  })

  it('cannot be changed again with the previous password', async () => {
    const it = await person()
    const change = () => catalog.client(PeopleService).changePassword(changeOf(it))
    const handlers = personHandlers(catalog.postgres, verifying(change), () => {}, toPerson)
    const request = { ...changeOf(it), password: 'the password of a thief' }

    await expect(handlers.changePassword(request, context)).rejects.toMatchObject({
      code: 'invalid_password',
    })
    const signIn = { email: it.email, password: OTHER, ...FROM }
    expect((await sessions().signIn(signIn)).person?.id).toBe(it.id)
  })
})

it('changing a password voids the token of a reset', async () => {
  const { email, id } = await person()
  const { password_token: token } = await memberOperator(catalog.postgres.db).resetUser(email)
  const people = catalog.client(PeopleService)
  const change = { current_password: PASSWORD, password: 'another long password', user_agent: '' }
  await people.changePassword({ user_id: id, ...change })

  await expect(people.resetPassword({ token, password: PASSWORD })).rejects.toMatchObject({
    code: 'invalid_token',
  })
})

it('a person who was removed or demoted a moment ago can neither invite nor appoint', async () => {
  const [removed, demoted, other] = [await person('admin'), await person('owner'), await person()]
  const members = catalog.client(MembersService)
  await members.removeMember({ user_id: removed.id, hand_over_keys: false, keep: [] }, mine())
  await person('owner')
  await members.changeRole({ user_id: demoted.id, role: 'editor' }, mine())

  for (const { id } of [removed, demoted]) {
    const stale = { caller: { ...catalog.mine, userId: id, scopes: ['member:write'] } }
    const refused = { kind: 'forbidden', code: 'insufficient_scope' }
    await expect(invitations().createInvitation({ role: 'owner' }, stale)).rejects.toMatchObject(
      refused,
    )
    await expect(
      members.changeRole({ user_id: other.id, role: 'owner' }, stale),
    ).rejects.toMatchObject(refused)
  }
})

it('the token of a password reset expires', async () => {
  const { email, id } = await person()
  const { password_token: token } = await memberOperator(catalog.postgres.db).resetUser(email)
  await catalog.postgres.db
    .updateTable('password_resets')
    .set({ expires_at: sql`now()` })
    .where('user_id', '=', id)
    .execute()

  await expect(
    catalog.client(PeopleService).resetPassword({ token, password: PASSWORD }),
  ).rejects.toMatchObject({ kind: 'forbidden', code: 'invalid_token' })
})

it('closing a team ends what its members may do, and removing it keeps their accounts', async () => {
  const email = `person-${turn++}@example.com`
  const other = { caller: catalog.other }
  const { token } = await invitations().createInvitation({ role: 'owner' }, other)
  const made = await invitations().acceptInvitation({
    ...{ token, email, name: 'Jana', password: PASSWORD },
    user_agent: '',
  })
  const removals = removalRepository(catalog.postgres.db)
  await removals.closeTeam(catalog.other.orgId)
  expect((await verify(made.token)).teams).toEqual([])

  await removals.removeTeam(catalog.other.orgId)
  expect((await verify(made.token)).user_id).toBe(made.person?.id)
})
