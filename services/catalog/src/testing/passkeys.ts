import { type Actor, SYSTEM } from '@fingerpost/kit/audit/actor'
import type { CallOptions } from '@fingerpost/kit/grpc/client'
import { createAuthenticator } from '@fingerpost/kit/testing/authenticator'
import { PasskeysService } from '@fingerpost/protos/catalog/v1/passkey'
import type { Config } from '../config.ts'
import { personRepository } from '../people/person.repository.ts'
import { sessionRepository } from '../sessions/session.repository.ts'
import { startTestCatalog } from './stack.ts'

export const ORIGIN = 'https://links.example'
export const USED = { kind: 'forbidden', code: 'invalid_challenge' }

/** A catalog service and helpers for the passkeys of people. */
export async function startPasskeys(own: Partial<Config> = {}) {
  const catalog = await startTestCatalog(own)
  const passkeys = () => catalog.client(PasskeysService)

  let turn = 0
  async function newPerson() {
    const email = `passkey-${turn++}@example.com`
    const account = { email, name: 'Jana', password_hash: 'none', verified: true }
    const { id } = await personRepository(catalog.postgres.db).insert(account)
    return { email, id }
  }

  const beginRegistration = async (user_id: number, origin = ORIGIN) =>
    JSON.parse((await passkeys().beginRegistration({ user_id, origin })).json)
  const beginSignIn = async (origin = ORIGIN) =>
    JSON.parse((await passkeys().beginSignIn({ origin })).json)

  const newSession = async (userId: number) => {
    const rows = sessionRepository(catalog.postgres.db)
    await rows.start(SYSTEM, userId, 'Test')
    return (await rows.list(userId, { offset: 0, limit: 1 })).sessions[0]?.id ?? 0
  }
  const register = async (
    user_id: number,
    response: object,
    session?: number,
    options: CallOptions = {},
  ) => {
    const session_id = session ?? (await newSession(user_id))
    const actor: Actor = { kind: 'user', id: user_id, user_id, ...options.actor, session_id }
    const request = { user_id, origin: ORIGIN, name: 'Key', response: JSON.stringify(response) }
    return passkeys().registerPasskey(request, { ...options, actor })
  }

  /** A person with a passkey. */
  async function withPasskey() {
    const person = await newPerson()
    const authenticator = createAuthenticator()
    const response = authenticator.create(await beginRegistration(person.id), ORIGIN)
    const passkey = await register(person.id, response)
    return { ...person, authenticator, passkey }
  }

  return {
    catalog,
    passkeys,
    newPerson,
    beginRegistration,
    beginSignIn,
    newSession,
    register,
    withPasskey,
  }
}
