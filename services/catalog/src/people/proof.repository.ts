import type { Actor } from '@fingerpost/kit/audit/actor'
import type { Kysely } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import { endMembership } from '../departures/departure.repository.ts'
import { personRepository } from './person.repository.ts'

/**
 * Records that a person has proved their email address. The first proof removes what signs in to the account
 * or acts for it: until then, anyone could have made the account with this address. Returns the names of the
 * teams that the person left, or undefined if the address was proved before. Must be called in a transaction.
 */
export async function proveAddress(
  tx: Kysely<CatalogSchema>,
  actor: Actor,
  userId: number,
): Promise<string[] | undefined> {
  const people = personRepository(tx)
  if (!(await people.verifyAddress(userId))) return undefined
  await people.removeCredentials(userId)
  const teams = await people.memberships(userId)
  for (const { org_id } of teams) await endMembership(tx, { orgId: org_id, userId }, { actor })
  return teams.map(({ name }) => name)
}
