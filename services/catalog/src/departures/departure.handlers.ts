import { actorOf, keyOf } from '@fingerpost/kit/audit/actor'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { Problem } from '@fingerpost/kit/http/problem'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { MembersService } from '@fingerpost/protos/catalog/v1/member'
import { isOneOf, TASKS } from '@fingerpost/protos/words'
import type { CatalogSchema } from '../catalog.schema.ts'
import { toApiKey } from '../keys/api-key.rules.ts'
import { removeMember } from './departure.repository.ts'

export const departureHandlers = ({
  db,
}: Postgres<CatalogSchema>): Pick<Handlers<MembersService>, 'removeMember'> => ({
  async removeMember({ user_id, hand_over_keys, keep: given }, context) {
    const by = { ...context.caller(), actor: actorOf(context) }
    const keep = given.filter((it) => isOneOf(TASKS, it))
    if ((hand_over_keys || keep.length > 0) && by.userId === user_id) {
      const detail = 'Only another member can take over your API keys, webhooks and imports.'
      throw new Problem('invalid', 'invalid_request', detail)
    }
    const heir = hand_over_keys ? { ...by, keyId: keyOf(context) } : undefined
    const of = { orgId: by.orgId, userId: user_id }
    const made = await removeMember(db, of, { heir, keep }, by)
    return { keys: made.map(({ key, secret }) => ({ api_key: toApiKey(key), secret })) }
  },
})
