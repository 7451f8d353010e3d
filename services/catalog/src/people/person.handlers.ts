import { actorOf } from '@fingerpost/kit/audit/actor'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { invalid, Problem } from '@fingerpost/kit/http/problem'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { PeopleService } from '@fingerpost/protos/catalog/v1/person'
import type { CatalogSchema, UserRow } from '../catalog.schema.ts'
import { changeInSession } from '../sessions/change.repository.ts'
import { sessionRepository } from '../sessions/session.repository.ts'
import { sessionEnded } from '../sessions/session.rules.ts'
import type { mailedResets } from './mailed-reset.worker.ts'
import { type Passwords, turnOf } from './password.adapter.ts'
import { personRepository } from './person.repository.ts'
import { checkPassword, checkPerson, type ToPerson } from './person.rules.ts'

export const personHandlers = (
  { db }: Postgres<CatalogSchema>,
  passwords: Passwords,
  mailReset: ReturnType<typeof mailedResets>,
  toPerson: ToPerson,
): Omit<Handlers<PeopleService>, 'resetPassword'> => {
  const people = personRepository(db)
  const get = async (id: number): Promise<UserRow> => {
    const person = await people.get(id)
    if (!person) throw sessionEnded()
    return person
  }
  const described = async (id: number) => toPerson(await get(id), await people.memberships(id))

  return {
    getPerson: ({ user_id }) => described(user_id),

    async updatePerson({ user_id, ...given }, context) {
      const changes = checkPerson(given)
      if (Array.isArray(changes)) throw invalid(changes)
      await changeInSession(db, actorOf(context), (tx) =>
        personRepository(tx).update(user_id, changes),
      )
      return described(user_id)
    },

    async changePassword({ user_id, current_password, password, user_agent }, context) {
      const fault = checkPassword(password)
      if (fault) throw invalid([fault])
      const person = await get(user_id)
      if (!(await passwords.isRight(turnOf(user_id), person.password_hash, current_password))) {
        throw wrongPassword()
      }
      const password_hash = await passwords.hash(turnOf(user_id), password)
      const actor = actorOf(context)
      const token = await changeInSession(db, actor, async (tx) => {
        const current = person.password_hash
        if (!(await personRepository(tx).changePassword(user_id, current, password_hash))) {
          throw wrongPassword()
        }
        await sessionRepository(tx).endAll(user_id)
        return sessionRepository(tx).start(actor, user_id, user_agent)
      })
      return { token, person: await described(user_id) }
    },

    async requestPasswordReset({ email }, context) {
      mailReset(email, context)
      return {}
    },
  }
}

function wrongPassword(): Problem {
  const detail = 'The current password is wrong.'
  const field = { field: 'current_password', code: 'invalid_password', detail }
  return new Problem('forbidden', 'invalid_password', detail, [field])
}
