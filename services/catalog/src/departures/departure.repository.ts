import { type Actor as AuditActor, OPERATOR } from '@fingerpost/kit/audit/actor'
import type { Task } from '@fingerpost/protos/words'
import type { Kysely } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import { apiKeyRepository, type CreatedKey, type Heir } from '../keys/api-key.repository.ts'
import {
  type Actor,
  type ChangingActor,
  changeMember,
  memberRepository,
} from '../members/member.repository.ts'
import { scopesHandedOver } from '../members/member.rules.ts'
import { outboxRepository } from '../outbox/outbox.repository.ts'
import { teamRepository } from '../setup/team.repository.ts'

/**
 * Ends a membership, with the API keys and invitations that the member made. Their webhooks and imports are
 * stopped, except those of `keep`, which become the remover's. Must be called in a transaction.
 */
export async function endMembership(
  tx: Kysely<CatalogSchema>,
  { orgId, userId }: Actor,
  { actor, remover, keep = [] }: { actor: AuditActor; remover?: number; keep?: readonly Task[] },
): Promise<void> {
  // First, because keys and invitations are made under a lock of the membership.
  for (const table of ['memberships', 'invitations'] as const) {
    await tx.deleteFrom(table).where('org_id', '=', orgId).where('user_id', '=', userId).execute()
  }
  await apiKeyRepository(tx).revokeOf({ orgId, userId })
  const team = await teamRepository(tx).first(orgId)
  await outboxRepository(tx).add('member_left', {
    ...{ orgId, userId, toUserId: remover ?? team?.user_id ?? 0, keep },
    ...{ leftAtMs: Date.now(), actor },
  })
}

/**
 * Removes a member. `heir` becomes the user of the API keys that the member created, with new secrets and
 * what the member may do now, see scopesHandedOver; otherwise they are revoked. Keys of a member with own
 * links only are revoked, because the links are not handed over. Webhooks and imports of the member are
 * stopped, except those of `keep`. Returns the new secrets. Throws like changeMember.
 */
export const removeMember = (
  db: Kysely<CatalogSchema>,
  of: Actor,
  { heir, keep = [] }: { heir?: Heir | undefined; keep?: readonly Task[] },
  actor?: ChangingActor,
): Promise<CreatedKey[]> =>
  changeMember(
    db,
    of,
    actor,
    () => undefined,
    async (tx, from) => {
      const { orgId, userId } = of
      const keys = apiKeyRepository(tx)
      const isLimited = (await memberRepository(tx).get(orgId, userId))?.own_links_only
      const scopes = scopesHandedOver(from, heir?.scopes ?? [])
      const handedOver = heir && !isLimited ? await keys.handOver(of, { ...heir, scopes }) : []
      await endMembership(tx, of, {
        actor: actor?.actor ?? OPERATOR,
        ...(actor && actor.userId !== userId && { remover: actor.userId }),
        keep,
      })
      return handedOver
    },
  )
