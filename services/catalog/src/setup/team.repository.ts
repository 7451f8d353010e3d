import { createToken, hashToken } from '@fingerpost/kit/secrets/token'
import { KEY_PREFIX, SCOPES } from '@fingerpost/protos/words'
import type { Kysely } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'

export interface Team {
  org_id: number
  user_id: number
}

/** Creates teams and their first keys. Must be called in a transaction. */
export const teamRepository = (tx: Kysely<CatalogSchema>) => ({
  /** Creates a team with its first user, under the first free slug. */
  async insert(name: string, slugs: Iterable<string>): Promise<Team> {
    for (const slug of slugs) {
      const organization = await tx
        .insertInto('organizations')
        .values({ name, slug })
        .onConflict((on) => on.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!organization) continue
      const { id: user_id } = await tx
        .insertInto('users')
        .values({ org_id: organization.id })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { org_id: organization.id, user_id }
    }
    throw new Error('No slug is free.')
  },

  /** The team of the first user, overall or in this team. */
  async first(orgId?: number): Promise<Team | undefined> {
    const users = tx
      .selectFrom('users')
      .select(['org_id', 'id as user_id'])
      .where('org_id', 'is not', null)
      .$narrowType<{ org_id: number }>()
      .orderBy('id')
    const ofTeam = orgId === undefined ? users : users.where('org_id', '=', orgId)
    return ofTeam.executeTakeFirst()
  },

  /** Adds a key for the team; an existing key stays unchanged, even if it is revoked. */
  async insertKey(
    { org_id, user_id }: Team,
    name: string,
    secret = createToken(KEY_PREFIX),
    scopes: readonly string[] = SCOPES,
  ): Promise<{ id: number | undefined; secret: string }> {
    const row = await tx
      .insertInto('api_keys')
      .values({
        org_id,
        user_id,
        name,
        sha256: hashToken(secret),
        last_four: secret.slice(-4),
        scopes: [...scopes],
      })
      .onConflict((on) => on.column('sha256').doNothing())
      .returning('id')
      .executeTakeFirst()
    return { id: row?.id, secret }
  },
})
