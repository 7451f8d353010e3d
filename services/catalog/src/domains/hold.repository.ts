import { conflict, invalid } from '@fingerpost/kit/http/problem'
import { lockName } from '@fingerpost/kit/stores/postgres'
import type { TeamQuota } from '@fingerpost/kit/stores/quota'
import { type Kysely, sql } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import { CLAIMS_MAX, HELD_DAYS } from './claim.rules.ts'

/** Whether another team has verified the name, or it is reserved for one. */
export async function isTaken(db: Kysely<CatalogSchema>, orgId: number, name: string) {
  const { rows } = await sql`
    select from domains where name = ${name} and verified and org_id <> ${orgId}
    union all
    select from held_names where name = ${name} and until > now() and org_id <> ${orgId}
    limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Decides which names a team may claim or prove. Must be called in the transaction of the change.
 */
export const holdRepository = (tx: Kysely<CatalogSchema>) => {
  const serialize = (what: string) => lockName(tx, 'domains', what)

  /** Throws conflict domain_taken if the name is another team's, or reserved for it. */
  async function requireFree(orgId: number, name: string): Promise<void> {
    if (await isTaken(tx, orgId, name)) throw nameTaken(name)
  }

  async function count(orgId: number, verified?: boolean): Promise<number> {
    let domains = tx.selectFrom('domains').where('org_id', '=', orgId)
    if (verified !== undefined) domains = domains.where('verified', '=', verified)
    const counted = domains.select((of) => of.fn.countAll<number>().as('total'))
    return (await counted.executeTakeFirstOrThrow()).total
  }

  return {
    requireFree,

    /** Locks the name until the transaction ends. */
    lock: (name: string) => serialize(name),

    /**
     * Throws like `requireFree`; also forbidden if the team has reached its quota, and invalid if
     * it has the maximum number of unproven domains.
     */
    async requireClaimable(orgId: number, name: string, quota?: TeamQuota): Promise<void> {
      await serialize(`claims of ${orgId}`)
      await requireFree(orgId, name)
      await quota?.requireCapacity(tx, orgId, () => count(orgId))
      if ((await count(orgId, false)) < CLAIMS_MAX) return
      const detail = `a team cannot have more than ${CLAIMS_MAX} unverified domains`
      throw invalid([{ field: 'name', code: 'too_many', detail }])
    },

    /** Reserves a name for the team that had it. */
    hold: async (orgId: number, name: string): Promise<void> =>
      void (await sql`
        insert into held_names (name, org_id, until)
        values (${name}, ${orgId}, now() + ${HELD_DAYS} * interval '1 day')
        on conflict (name) do update set org_id = excluded.org_id, until = excluded.until`.execute(
        tx,
      )),

    release: async (name: string): Promise<void> =>
      void (await tx.deleteFrom('held_names').where('name', '=', name).execute()),
  }
}

/** The same problem for every owner, so that it does not reveal which team has the name. */
export function nameTaken(name: string) {
  const detail = `${name} is taken.`
  return conflict('domain_taken', detail, [{ field: 'name', code: 'taken', detail }])
}
