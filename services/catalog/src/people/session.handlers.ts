import type { Handlers } from '@fingerpost/kit/grpc/server'
import { notFound } from '@fingerpost/kit/http/problem'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { SessionsService } from '@fingerpost/protos/catalog/v1/session'
import { emailKey } from '@fingerpost/protos/people'
import type { CatalogSchema } from '../catalog.schema.ts'
import { scopesOf } from '../members/member.rules.ts'
import type { Passwords } from './password.adapter.ts'
import { personRepository } from './person.repository.ts'
import { sessionEnded, toPerson, wrongCredentials } from './person.rules.ts'
import { knownSessionRepository, sessionRepository } from './session.repository.ts'

export const sessionHandlers = (
  postgres: Postgres<CatalogSchema>,
  passwords: Passwords,
): Handlers<SessionsService> => {
  const known = knownSessionRepository(postgres)
  const sessions = sessionRepository(postgres.db)
  const people = personRepository(postgres.db)

  return {
    async verifySession({ sha256 }) {
      const session = await known.find(Buffer.from(sha256))
      if (!session) throw sessionEnded()
      const { id, user_id, stale, teams } = session
      if (stale) await sessions.touch(id)
      return {
        id,
        user_id,
        teams: teams.map(({ org_id, role }) => ({ org_id, scopes: [...scopesOf(role)] })),
      }
    },

    async signIn({ email, password, user_agent }) {
      const person = await people.byEmail(email)
      const right = await passwords.isRight(emailKey(email), person?.password_hash, password)
      if (!person || !right || person.disabled_at) throw wrongCredentials()
      // The password may have been changed while it was verified.
      const token = await postgres.db.transaction().execute(async (tx) => {
        if (!(await personRepository(tx).holdPassword(person))) throw wrongCredentials()
        return sessionRepository(tx).start(person.id, user_agent)
      })
      return { token, person: toPerson(person, await people.memberships(person.id)) }
    },

    listSessions: async ({ user_id }) => ({ sessions: await sessions.list(user_id) }),

    async endSession({ user_id, id }) {
      if (!(await sessions.end(user_id, id))) throw notFound('There is no such session.')
      return {}
    },

    async endSessions({ user_id }) {
      await sessions.endAll(user_id)
      return {}
    },
  }
}
