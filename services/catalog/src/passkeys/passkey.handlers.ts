import { actorOf, personOf } from '@fingerpost/kit/audit/actor'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { notFound, Problem } from '@fingerpost/kit/http/problem'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { transact } from '@fingerpost/kit/stores/transact'
import type { PasskeysService } from '@fingerpost/protos/catalog/v1/passkey'
import type { Kysely } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import { personRepository } from '../people/person.repository.ts'
import type { ToPerson } from '../people/person.rules.ts'
import { refusalRepository } from '../people/refusal.repository.ts'
import { changeInSession } from '../sessions/change.repository.ts'
import { sessionRepository } from '../sessions/session.repository.ts'
import { sessionEnded } from '../sessions/session.rules.ts'
import { ceremonies, orRefuse } from './ceremony.adapter.ts'
import type { Challenges } from './challenge.cache.ts'
import { passkeyRepository } from './passkey.repository.ts'
import {
  lastSignIn,
  nameOf,
  requireCapacity,
  siteOf,
  toPasskey,
  unknownPasskey,
} from './passkey.rules.ts'
import { checkSignIn, credentialIdOf, signInOptions } from './webauthn.adapter.ts'

export const passkeyHandlers = (
  postgres: Postgres<CatalogSchema>,
  challenges: Challenges,
  toPerson: ToPerson,
): Handlers<PasskeysService> => {
  const { db } = postgres
  const refusals = refusalRepository(postgres)
  const passkeys = passkeyRepository(db)
  const { begin, finish, take } = ceremonies(challenges)

  return {
    async beginRegistration({ user_id, origin }) {
      const site = siteOf(origin)
      const person = await personRepository(db).get(user_id)
      if (!person) throw sessionEnded()
      const known = await passkeys.list(user_id)
      requireCapacity(known)
      const { name, email } = person
      return begin(site, { id: user_id, name, email: email ?? '' }, known)
    },

    async registerPasskey({ user_id, ...given }, context) {
      const made = await finish(user_id, given)
      return changeInSession(db, actorOf(context), async (tx) => {
        const rows = passkeyRepository(tx)
        if (!(await rows.lockPerson(user_id))) throw sessionEnded()
        requireCapacity(await rows.list(user_id))
        return toPasskey(await rows.insert({ ...made, user_id }))
      })
    },

    listPasskeys: async ({ user_id }) => ({
      passkeys: (await passkeys.list(user_id)).map(toPasskey),
    }),

    async renamePasskey({ user_id, id, name }, context) {
      const row = await changeInSession(db, actorOf(context), (tx) =>
        passkeyRepository(tx).rename(user_id, id, nameOf(name)),
      )
      if (!row) throw noPasskey()
      return toPasskey(row)
    },

    async deletePasskey({ user_id, id, without_password, without_sso }, context) {
      await changeInSession(db, actorOf(context), async (tx) => {
        const rows = passkeyRepository(tx)
        const person = await rows.lockPerson(user_id)
        if (!person) throw sessionEnded()
        if (!(await rows.delete(user_id, id))) throw noPasskey()
        const others =
          (!without_password && person.password_hash !== null) ||
          (!without_sso && (await rows.hasIdentity(user_id)))
        if (!others && (await rows.list(user_id)).length === 0) throw lastSignIn()
      })
      return {}
    },

    async beginSignIn({ origin }) {
      const site = siteOf(origin)
      return { json: await signInOptions(site, await challenges.create({ kind: 'sign-in' })) }
    },

    async signInByPasskey({ origin, response, user_agent }, context) {
      const site = siteOf(origin)
      const { challenge } = await take('sign-in', response, unknownPasskey)
      const credentialId = credentialIdOf(response)
      const signIn = async (tx: Kysely<CatalogSchema>) => {
        const passkey = await passkeyRepository(tx).lock(credentialId)
        if (!passkey) throw unknownPasskey(new Error('No enabled person has this passkey'))
        const { id, user_id } = passkey
        const { counter, backedUp } = await orRefuse(
          () => checkSignIn(site, response, challenge, passkey),
          unknownPasskey,
        )
        await passkeyRepository(tx).use(id, counter, backedUp)
        const people = personRepository(tx)
        const person = await people.get(user_id)
        if (!person) throw unknownPasskey(new Error('The passkey has no person'))
        const actor = personOf(context, person)
        const token = await sessionRepository(tx).start(actor, user_id, user_agent)
        return { token, person: toPerson(person, await people.memberships(user_id)) }
      }
      try {
        return await transact(db, signIn)
      } catch (error) {
        if (error instanceof Problem && error.kind === 'unauthenticated') {
          const owner = await passkeys.ownerOf(credentialId)
          refusals.record(context, owner?.id, owner?.disabled_at ? 'disabled' : 'wrong_passkey')
        }
        throw error
      }
    },
  }
}

const noPasskey = () => notFound('There is no such passkey.')
