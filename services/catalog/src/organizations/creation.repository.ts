import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import { memberRepository } from '../members/member.repository.ts'
import { OWNER } from '../members/member.rules.ts'
import { personRepository } from '../people/person.repository.ts'
import { lockUser } from '../sessions/change.repository.ts'
import { sessionEnded } from '../sessions/session.rules.ts'
import { teamRepository } from '../setup/team.repository.ts'
import { candidateTeamSlugs, checkCreation, type TeamCreation } from './organization.rules.ts'

/** Creates teams for people. Must be called in a transaction. */
export const creationRepository = (tx: Kysely<CatalogSchema>) => ({
  /**
   * The id of a new team, whose owner is the person. Throws forbidden team_creation_disabled and
   * quota_exceeded.
   */
  async create(userId: number, name: string, allowed: TeamCreation): Promise<number> {
    // Concurrent requests of a person count each other's teams.
    const person = await lockUser(tx, userId)
    if (!person || person.disabled_at) throw sessionEnded()
    const roles = (await personRepository(tx).memberships(userId)).map(({ role }) => role)
    checkCreation(roles, allowed)
    const slugs = candidateTeamSlugs(name, () => randomBytes(3).toString('hex'))
    const { org_id } = await teamRepository(tx).insert(name, slugs)
    await memberRepository(tx).add(org_id, userId, { role: OWNER, own_links_only: false })
    return org_id
  },
})
