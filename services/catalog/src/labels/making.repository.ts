import type { Actor } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import type { TeamQuota } from '@fingerpost/kit/stores/quota'
import { isLabelName, nameKey, plainName } from '@fingerpost/protos/name'
import { type Kysely, sql } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import { namedRepository } from '../names/named.repository.ts'
import type { LabelTable } from './removal.client.ts'

/** Makes labels by name, as many as the quota of the team allows. */
export const labelMaker = (db: Kysely<CatalogSchema>, table: LabelTable, quota: TeamQuota) => {
  /**
   * Makes the team's labels with these names that do not exist, the first ones if the quota has no
   * room for all; concurrent calls make each once. Skips invalid names. Returns the new ids.
   */
  return async (actor: Actor, orgId: number, names: readonly string[]): Promise<number[]> => {
    const byKey = Map.groupBy(names.filter(isLabelName).map(plainName), nameKey)
    if (byKey.size === 0) return []
    const firsts = [...byKey.values()].map(([first = '']) => first)
    return changeAs(db, actor, async (tx) => {
      const count = () => namedRepository(tx, table).count(orgId)
      const remaining = await quota.remaining(tx, orgId, count)
      // Inserted in a fixed order, so that concurrent calls do not deadlock.
      const { rows } = await sql<{ id: number }>`
        with missing as (
          select name, key from unnest(${firsts}::text[], ${[...byKey.keys()]}::text[])
            with ordinality as given (name, key, place)
          where not exists (
            select from ${sql.table(table)} where org_id = ${orgId} and name_key = key)
          order by place limit ${Number.isFinite(remaining) ? remaining : null}
        )
        insert into ${sql.table(table)} (org_id, name, name_key)
        select ${orgId}, name, key from missing order by key
        on conflict do nothing returning id`.execute(tx)
      return rows.map(({ id }) => id)
    })
  }
}
