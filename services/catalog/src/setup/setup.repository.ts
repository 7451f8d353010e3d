import { OPERATOR } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import { lockName } from '@fingerpost/kit/stores/postgres'
import type { Kysely } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import { teamRepository } from './team.repository.ts'

/**
 * Creates the first team with its user and domain if there is no team, and grants `initialKey`
 * access to the first team unless it was revoked. Concurrent starts create one team. Returns the id
 * of a new team without a key.
 */
export async function ensureFirstTeam(
  db: Kysely<CatalogSchema>,
  initialKey: string,
  initialDomain: string,
): Promise<number | undefined> {
  return changeAs(db, OPERATOR, async (tx) => {
    await lockName(tx, 'setup', 'first team')
    const teams = teamRepository(tx)
    const first = await teams.first()
    if (first && !initialKey) return undefined
    const team = first ?? (await insertTeam(tx, initialDomain))
    if (!initialKey) return team.org_id
    await teams.insertKey(team, 'First key', initialKey)
    return undefined
  })
}

async function insertTeam(tx: Kysely<CatalogSchema>, name: string) {
  const team = await teamRepository(tx).insert('My team', ['my-team'])
  await tx
    .insertInto('domains')
    .values({ org_id: team.org_id, name, proven_by: 'operator' })
    .execute()
  return team
}
