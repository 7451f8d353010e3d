import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { type Kysely, sql } from 'kysely'
import type { ApiKeyRow, CatalogSchema } from '../catalog.schema.ts'
import type { KeyChanges } from './api-key.rules.ts'

/** The fields of a key that verification needs. */
export type KnownKey = Pick<
  ApiKeyRow,
  'id' | 'org_id' | 'user_id' | 'name' | 'scopes' | 'expires_at' | 'revoked_at'
> & {
  /** Whether its user is a person rather than the team itself. */
  personal: boolean
  /** The creator's role; null if the creator is disabled or not a member. */
  role: string | null
}

/** Runs for every request to the gateway: one prepared statement. */
export const knownKeyRepository = ({ prepared }: Postgres<CatalogSchema>) => ({
  /** The key with this hash, including revoked and expired keys. */
  async find(sha256: Buffer): Promise<KnownKey | undefined> {
    const [row] = await prepared<KnownKey>(
      'api-key-find',
      `select k.id, k.org_id, k.user_id, k.name, k.scopes, k.expires_at, k.revoked_at,
         u.email_key is not null as personal,
         case when u.disabled_at is null then m.role end as role
       from api_keys k
         join users u on u.id = k.user_id
         left join memberships m on m.org_id = k.org_id and m.user_id = k.user_id
       where k.sha256 = $1`,
      [sha256],
    )
    return row
  },
})

export interface NewKey extends Required<KeyChanges> {
  org_id: number
  user_id: number
  sha256: Buffer
  last_four: string
}

/** The API keys of teams, without revoked ones. */
export const apiKeyRepository = (db: Kysely<CatalogSchema>) => {
  const ofTeam = (orgId: number) =>
    db.selectFrom('api_keys').where('org_id', '=', orgId).where('revoked_at', 'is', null)

  return {
    /** One page, oldest first, and the total. */
    async list(orgId: number, { offset, limit }: { offset: number; limit: number }) {
      const [rows, total] = await Promise.all([
        ofTeam(orgId).selectAll().orderBy('id').offset(offset).limit(limit).execute(),
        this.count(orgId),
      ])
      return { rows, total }
    },

    async count(orgId: number): Promise<number> {
      const counted = ofTeam(orgId).select((of) => of.fn.countAll<number>().as('total'))
      return (await counted.executeTakeFirstOrThrow()).total
    },

    get: (orgId: number, id: number): Promise<ApiKeyRow | undefined> =>
      ofTeam(orgId).selectAll().where('id', '=', id).executeTakeFirst(),

    /** The same, locked until the transaction ends. */
    lock: (orgId: number, id: number): Promise<ApiKeyRow | undefined> =>
      ofTeam(orgId).selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

    insert: (key: NewKey): Promise<ApiKeyRow> =>
      db.insertInto('api_keys').values(key).returningAll().executeTakeFirstOrThrow(),

    /** Returns undefined if the team has no such key. */
    async update(orgId: number, id: number, changes: KeyChanges): Promise<ApiKeyRow | undefined> {
      if (Object.keys(changes).length === 0) return this.get(orgId, id)
      return db
        .updateTable('api_keys')
        .set(changes)
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
    },

    /**
     * Revokes permanently: the row stays, so that the secret can never be valid again. Returns
     * false if there is no such key.
     */
    async revoke(orgId: number, id: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('api_keys')
        .set({ revoked_at: sql<Date>`now()` })
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
