import { actorOf, personOf } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { notFound } from '@fingerpost/kit/http/problem'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { transact } from '@fingerpost/kit/stores/transact'
import type { SessionsService } from '@fingerpost/protos/catalog/v1/session'
import type { CatalogSchema } from '../catalog.schema.ts'
import { scopesOf } from '../members/member.rules.ts'
import { knownSessionRepository, sessionRepository } from '../sessions/session.repository.ts'
import { sessionEnded } from '../sessions/session.rules.ts'
import { type Passwords, turnOf } from './password.adapter.ts'
import { personRepository } from './person.repository.ts'
import { refusalOf, type ToPerson, wrongCredentials } from './person.rules.ts'
import { refusalRepository } from './refusal.repository.ts'

export const sessionHandlers = (
  postgres: Postgres<CatalogSchema>,
  passwords: Passwords,
  toPerson: ToPerson,
): Handlers<SessionsService> => {
  const known = knownSessionRepository(postgres)
  const sessions = sessionRepository(postgres.db)
  const people = personRepository(postgres.db)
  const refusals = refusalRepository(postgres)

  return {
    async verifySession({ sha256 }) {
      const session = await known.find(Buffer.from(sha256))
      if (!session) throw sessionEnded()
      const { id, user_id, name, stale, teams } = session
      if (stale) await sessions.touch(id)
      return {
        id,
        user_id,
        name,
        teams: teams.map(({ org_id, role, own_links_only }) => ({
          org_id,
          scopes: [...scopesOf(role)],
          own_links_only,
        })),
      }
    },

    async signIn({ email, password, user_agent, network, known_browser }, context) {
      const person = await people.byEmail(email)
      const turn = person && known_browser ? turnOf(person.id) : { network }
      const right = await passwords.isRight(turn, person?.password_hash, password)
      const reason = refusalOf(person, right)
      if (!person || reason) {
        refusals.record(context, person?.id, reason ?? 'unknown_email')
        throw wrongCredentials()
      }
      // The password may have been changed while it was verified.
      const token = await transact(postgres.db, async (tx) => {
        if (!(await personRepository(tx).holdPassword(person))) throw wrongCredentials()
        return sessionRepository(tx).start(personOf(context, person), person.id, user_agent)
      })
      return { token, person: toPerson(person, await people.memberships(person.id)) }
    },

    listSessions: ({ user_id, ...page }) => sessions.list(user_id, page),

    async endSession({ user_id, id }, context) {
      const ended = await changeAs(postgres.db, actorOf(context), (tx) =>
        sessionRepository(tx).end(user_id, id),
      )
      if (!ended) throw notFound('There is no such session.')
      return {}
    },

    async endSessions({ user_id }, context) {
      await changeAs(postgres.db, actorOf(context), (tx) => sessionRepository(tx).endAll(user_id))
      return {}
    },
  }
}
