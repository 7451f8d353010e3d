import { createToken, hashToken } from '@fingerpost/kit/token'
import type { Kysely } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import { KEY_PREFIX, SCOPES } from '../keys/api-key.rules.ts'

export interface Team {
  org_id: number
  user_id: number
}

/** What a team begins with. To be called in a transaction. */
export const teamRepository = (tx: Kysely<CatalogSchema>) => ({
  /** A team with its first user, under the first of these slugs that is free. */
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

  /** The team of the first user there is, of any team or of this one. */
  async first(orgId?: number): Promise<Team | undefined> {
    const users = tx.selectFrom('users').select(['org_id', 'id as user_id']).orderBy('id')
    const ofTeam = orgId === undefined ? users : users.where('org_id', '=', orgId)
    return ofTeam.executeTakeFirst()
  },

  /** A key that opens the team; one that is there already stays as it is, revoked or not. */
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
