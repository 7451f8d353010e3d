import { createToken, hashToken, isToken } from '@fingerpost/kit/token'
import { type Kysely, sql } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import { SCOPES } from '../keys/api-key.rules.ts'

const KEY_PREFIX = 'fp'

/**
 * Makes the first team with its user, domain and key where there is none, and lets `initialKey`
 * open the first team unless it was revoked. Any number of starters at once end in one team.
 * Answers the key that was made, when nobody gave one. Throws on a key that is not of our form.
 */
export async function ensureFirstTeam(
  db: Kysely<CatalogSchema>,
  initialKey: string,
  initialDomain: string,
): Promise<string | undefined> {
  if (initialKey && !isToken(KEY_PREFIX, initialKey)) {
    throw new Error('INITIAL_API_KEY is not a key of this product: leave it out and one is made')
  }
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('first team'))`.execute(tx)
    const first = await tx
      .selectFrom('users')
      .select(['id', 'org_id'])
      .orderBy('id')
      .executeTakeFirst()
    if (first && !initialKey) return undefined
    const user = first ?? (await insertTeam(tx, initialDomain))
    const key = initialKey || createToken(KEY_PREFIX)
    await tx
      .insertInto('api_keys')
      .values({
        org_id: user.org_id,
        user_id: user.id,
        name: 'First key',
        sha256: hashToken(key),
        last_four: key.slice(-4),
        scopes: [...SCOPES],
      })
      .onConflict((on) => on.column('sha256').doNothing())
      .execute()
    return initialKey ? undefined : key
  })
}

async function insertTeam(tx: Kysely<CatalogSchema>, domain: string) {
  const { id: org_id } = await tx
    .insertInto('organizations')
    .values({ name: 'My team', slug: 'my-team' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('domains').values({ org_id, name: domain, verified: true }).execute()
  return tx
    .insertInto('users')
    .values({ org_id })
    .returning(['id', 'org_id'])
    .executeTakeFirstOrThrow()
}
