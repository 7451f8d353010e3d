import type { CallOptions } from '@fingerpost/kit/grpc/client'
import { hashToken } from '@fingerpost/kit/secrets/token'
import { createAuthenticator } from '@fingerpost/kit/testing/authenticator'
import { AuditService } from '@fingerpost/protos/audit/v1/audit'
import { SessionsService } from '@fingerpost/protos/catalog/v1/session'
import { afterAll, describe, expect, it } from 'vitest'
import { memberOperator } from '../admin/member-operator.repository.ts'
import { identityRepository } from '../identities/identity.repository.ts'
import { memberRepository } from '../members/member.repository.ts'
import { ORIGIN, startPasskeys, USED } from '../testing/passkeys.ts'

const UNKNOWN = { kind: 'unauthenticated', code: 'unknown_passkey' }

const stand = await startPasskeys()
const { catalog, passkeys, newPerson, beginRegistration, beginSignIn } = stand
const { newSession, register, withPasskey } = stand
afterAll(() => catalog.close())

const remove = (user_id: number, id: number, off: object = {}, options: CallOptions = {}) =>
  passkeys().deletePasskey(
    { user_id, id, without_password: false, without_sso: false, ...off },
    options,
  )
const send = (response: object, origin = ORIGIN) =>
  passkeys().signInByPasskey({ origin, response: JSON.stringify(response), user_agent: 'Test' })

describe('a passkey', () => {
  it('signs its person in without an email address, with a new session each time', async () => {
    const { id, authenticator, passkey } = await withPasskey()
    expect(passkey).toMatchObject({ name: 'Key', host: 'links.example', used_at: undefined })

    const options = await beginSignIn()
    expect(options).toMatchObject({ rpId: 'links.example', userVerification: 'required' })
    const [first, second] = [
      await send(authenticator.get(options, ORIGIN)),
      await send(authenticator.get(await beginSignIn(), ORIGIN)),
    ]
    expect(first.person?.id).toBe(id)
    expect(first.token).not.toBe(second.token)
    const sha256 = hashToken(second.token)
    const sessions = catalog.client(SessionsService)
    expect((await sessions.verifySession({ sha256 })).user_id).toBe(id)
    const { passkeys: listed } = await passkeys().listPasskeys({ user_id: id })
    expect(listed[0]?.used_at).toBeInstanceOf(Date)
  })

  it('is rejected with a challenge that was used', async () => {
    const { authenticator } = await withPasskey()
    const response = authenticator.get(await beginSignIn(), ORIGIN, { counter: 0 })
    await expect(send(response)).rejects.toMatchObject(UNKNOWN)
    await expect(send(response)).rejects.toMatchObject(USED)

    const good = authenticator.get(await beginSignIn(), ORIGIN, { counter: 9 })
    const answers = await Promise.allSettled([send(good), send(good)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('is rejected with a challenge that has expired, or that was made up', async () => {
    const { authenticator } = await withPasskey()
    const options = await beginSignIn()
    expect(await catalog.redis.pttl(`passkey:${options.challenge}`)).toBeGreaterThan(200_000)
    await catalog.redis.pexpire(`passkey:${options.challenge}`, 0)

    for (const challenge of [options.challenge, 'AAAA']) {
      const response = authenticator.get({ ...options, challenge }, ORIGIN)
      await expect(send(response)).rejects.toMatchObject(USED)
    }
  })

  it('is rejected with a challenge of a registration, and the other way around', async () => {
    const { id, authenticator } = await withPasskey()
    const { challenge } = await beginRegistration(id)
    const response = authenticator.get({ challenge, rpId: 'links.example' }, ORIGIN)
    await expect(send(response)).rejects.toMatchObject(USED)

    const options = { ...(await beginRegistration(id)), challenge: (await beginSignIn()).challenge }
    const created = createAuthenticator().create(options, ORIGIN)
    await expect(register(id, created)).rejects.toMatchObject(USED)
  })

  it.each([
    ['of a page of another origin', 'https://evil.example', {}],
    ['of a page of another port', `${ORIGIN}:8443`, {}],
    ['for another host', ORIGIN, { host: 'evil.example' }],
    ['without user verification', ORIGIN, { verified: false }],
    ['whose counter went back', ORIGIN, { counter: 1 }],
    ['with another user handle', ORIGIN, { userHandle: 'AAAA' }],
    ['without a user handle', ORIGIN, { userHandle: '' }],
    ['of another type', ORIGIN, { type: 'webauthn.create' }],
  ])('is rejected with a response %s', async (_, origin, deviation) => {
    const { authenticator } = await withPasskey()
    const response = authenticator.get(await beginSignIn(), origin, deviation)
    await expect(send(response)).rejects.toMatchObject(UNKNOWN)
  })

  it('is rejected with the signature of another passkey', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()]
    const response = mine.authenticator.get(await beginSignIn(), ORIGIN)
    const { id, rawId } = theirs.authenticator.get(await beginSignIn(), ORIGIN)
    await expect(send({ ...response, id, rawId })).rejects.toMatchObject(UNKNOWN)
  })

  it('of a disabled person and one that was removed are answered alike', async () => {
    const [disabled, removed] = [await withPasskey(), await withPasskey()]
    await memberOperator(catalog.postgres.db).disableUser(disabled.email, true)
    await remove(removed.id, removed.passkey.id)

    for (const { authenticator } of [disabled, removed]) {
      const response = authenticator.get(await beginSignIn(), ORIGIN)
      await expect(send(response)).rejects.toMatchObject(UNKNOWN)
    }
  })

  it('that is malformed is rejected', async () => {
    for (const response of ['{}', 'null', '{"response":{"clientDataJSON":"bnVsbA"}}']) {
      const request = { origin: ORIGIN, response, user_agent: '' }
      await expect(passkeys().signInByPasskey(request)).rejects.toMatchObject(UNKNOWN)
    }
    const { authenticator } = await withPasskey()
    const { response, ...rest } = authenticator.get(await beginSignIn(), ORIGIN)
    const broken = { ...rest, response: { ...response, authenticatorData: 'AAAA' } }
    await expect(send(broken)).rejects.toMatchObject(UNKNOWN)
  })
})

it('the last passkey of a person without a password cannot be removed', async () => {
  const { id, passkey } = await withPasskey()
  const second = await register(
    id,
    createAuthenticator().create(await beginRegistration(id), ORIGIN),
  )
  await catalog.postgres.db
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', id)
    .execute()
  const answers = await Promise.allSettled([passkey, second].map((it) => remove(id, it.id)))

  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = answers.find(({ status }) => status === 'rejected')
  expect(refused).toMatchObject({ reason: { kind: 'conflict', code: 'last_sign_in' } })
  expect((await passkeys().listPasskeys({ user_id: id })).passkeys).toHaveLength(1)
})

it('the last passkey is not removed for a password or an identity that does not sign in here', async () => {
  const { id, passkey } = await withPasskey()
  const identity = { issuer: 'https://login.example', subject: `passkey ${id}` }
  await identityRepository(catalog.postgres.db).insert(id, identity)
  const refused = { kind: 'conflict', code: 'last_sign_in' }
  const off = { without_password: true, without_sso: true }
  await expect(remove(id, passkey.id, off)).rejects.toMatchObject(refused)
  await remove(id, passkey.id, { without_password: true })
})

it('a passkey of another person can be neither renamed nor removed', async () => {
  const [{ passkey }, thief] = [await withPasskey(), await newPerson()]
  const theirs = { user_id: thief.id, id: passkey.id }
  const missing = { kind: 'not_found' }
  await expect(passkeys().renamePasskey({ ...theirs, name: 'X' })).rejects.toMatchObject(missing)
  await expect(remove(thief.id, passkey.id)).rejects.toMatchObject(missing)
})

it('a passkey that is registered, renamed and removed is in the audit log, without its key', async () => {
  const { id, email } = await newPerson()
  const { db } = catalog.postgres
  await memberRepository(db).add(1, id, { role: 'viewer', own_links_only: false })
  const as = (requestId: string) => ({
    actor: { kind: 'user', id, user_id: id, name: 'Jana' } as const,
    requestId: `${requestId} ${id}`,
  })
  const response = createAuthenticator().create(await beginRegistration(id), ORIGIN)
  const session = await newSession(id)
  const passkey = await register(id, response, session, as('register'))
  await passkeys().renamePasskey({ user_id: id, id: passkey.id, name: 'New' }, as('rename'))
  await remove(id, passkey.id, {}, as('remove'))

  const filter = { limit: 10, object_kind: 'passkey', object_id: passkey.id }
  const audit = catalog.client(AuditService)
  const { entries } = await audit.listEntries(filter, { caller: catalog.mine })
  const by = { actor_name: 'Jana', user_id: id, object_name: email }
  expect(entries).toMatchObject([
    { ...by, operation: 'deleted', request_id: `remove ${id}` },
    { ...by, operation: 'updated', after: '{"name": "New"}' },
    { ...by, operation: 'created' },
  ])
  expect(JSON.parse(entries[2]?.after ?? '')).toEqual({ host: 'links.example', name: 'Key' })
})
