import { personOf } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { invalid, Problem } from '@fingerpost/kit/http/problem'
import { hashToken } from '@fingerpost/kit/secrets/token'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { PeopleService } from '@fingerpost/protos/catalog/v1/person'
import type { CatalogSchema } from '../catalog.schema.ts'
import { identityRepository } from '../identities/identity.repository.ts'
import { apiKeyRepository } from '../keys/api-key.repository.ts'
import { passkeyRepository } from '../passkeys/passkey.repository.ts'
import { toPasskey } from '../passkeys/passkey.rules.ts'
import { type Passwords, turnOf } from '../people/password.adapter.ts'
import { personRepository } from '../people/person.repository.ts'
import { checkPassword } from '../people/person.rules.ts'
import { proveAddress } from '../people/proof.repository.ts'
import { lockUser } from '../sessions/change.repository.ts'
import { sessionRepository } from '../sessions/session.repository.ts'

export const resetHandlers = (
  { db }: Postgres<CatalogSchema>,
  passwords: Passwords,
): Pick<Handlers<PeopleService>, 'resetPassword'> => ({
  async resetPassword({ token, password }, context) {
    const fault = checkPassword(password)
    if (fault) throw invalid([fault])
    const sha256 = hashToken(token)
    const userId = await personRepository(db).findReset(sha256)
    if (userId === undefined) throw invalidToken()
    const person = await personRepository(db).get(userId)
    if (!person) throw invalidToken()
    const password_hash = await passwords.hash(turnOf(userId), password)
    const actor = personOf(context, person)
    return changeAs(db, actor, async (tx) => {
      await lockUser(tx, userId)
      if (!(await personRepository(tx).takeReset(sha256))) throw invalidToken()
      const left = await proveAddress(tx, actor, userId)
      await personRepository(tx).update(userId, { password_hash })
      await sessionRepository(tx).endAll(userId)
      return {
        first_proof: left !== undefined,
        organizations_left: left ?? [],
        passkeys: (await passkeyRepository(tx).list(userId)).map(toPasskey),
        issuers: await identityRepository(tx).issuersOf(userId),
        api_keys: await apiKeyRepository(tx).countOf(userId),
      }
    })
  },
})

const invalidToken = () =>
  new Problem(
    'forbidden',
    'invalid_token',
    'This link was already used, was replaced, or has expired.',
  )
