import { isIP } from 'node:net'
import { OPERATOR } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import { canonicalHost, checkHost } from '@fingerpost/kit/net/host'
import { isToken } from '@fingerpost/kit/secrets/token'
import { lockName } from '@fingerpost/kit/stores/postgres'
import { KEY_PREFIX } from '@fingerpost/protos/words'
import type { Kysely } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import { teamRepository } from './team.repository.ts'

/**
 * Creates the first team with its user and domain if there is no team, and grants `initialKey`
 * access to the first team unless it was revoked. Concurrent starts create one team. Returns the id
 * of a new team without a key. Throws for a malformed key, or if the domain of a new team is no host.
 */
export async function ensureFirstTeam(
  db: Kysely<CatalogSchema>,
  initialKey: string,
  initialDomain: string,
): Promise<number | undefined> {
  if (initialKey && !isToken(KEY_PREFIX, initialKey)) {
    throw new Error(
      'INITIAL_API_KEY is not a Fingerpost API key: leave it unset and create one with the admin command',
    )
  }
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

/** Host names, also of a local network, and addresses. */
function initialName(domain: string): string {
  const name = canonicalHost(domain)
  const fault = isIP(name) ? undefined : checkHost(domain, { local: true })
  if (fault) throw new Error(`INITIAL_DOMAIN ${fault.detail}`)
  return name
}

async function insertTeam(tx: Kysely<CatalogSchema>, domain: string) {
  const name = initialName(domain)
  const team = await teamRepository(tx).insert('My team', ['my-team'])
  await tx
    .insertInto('domains')
    .values({ org_id: team.org_id, name, verified: true, proven_by: 'operator' })
    .execute()
  return team
}
