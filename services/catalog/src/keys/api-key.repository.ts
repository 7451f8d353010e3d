import type { Actor } from '@fingerpost/kit/audit/actor'
import { createToken, hashToken } from '@fingerpost/kit/secrets/token'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { KEY_PREFIX } from '@fingerpost/protos/words'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { ApiKeyRow, CatalogSchema } from '../catalog.schema.ts'
import { outboxRepository } from '../outbox/outbox.repository.ts'
import { checkKey, type KeyChanges, type ShownKey } from './api-key.rules.ts'

/** The fields of a key that verification needs. */
export type KnownKey = Pick<
  ApiKeyRow,
  'id' | 'org_id' | 'user_id' | 'name' | 'scopes' | 'expires_at' | 'revoked_at'
> & {
  /** Whether its user is a person rather than the team itself. */
  personal: boolean
  /** Whether the creator may use only their own links. */
  own_links_only: boolean | null
  /** The creator's role; null if the creator is disabled or not a member. */
  role: string | null
}

/** Runs for every request to the gateway: one prepared statement. */
export const knownKeyRepository = ({ prepared }: Postgres<CatalogSchema>) => ({
  /**
   * The key with this hash, including revoked and expired keys. A replaced secret expires when its
   * overlap ends.
   */
  async find(sha256: Buffer): Promise<KnownKey | undefined> {
    const [row] = await prepared<KnownKey>(
      'api-key-find',
      `select k.id, k.org_id, k.user_id, k.name, k.scopes, k.revoked_at,
         least(k.expires_at, of_secret.valid_until) as expires_at,
         u.email_key is not null as personal,
         case when u.disabled_at is null then m.role end as role, m.own_links_only
       from (
           select id, null::timestamptz as valid_until from api_keys where sha256 = $1
           union all
           select key_id, valid_until from replaced_secrets
           where sha256 = $1 and valid_until > now()
         ) as of_secret
         join api_keys k using (id)
         join users u on u.id = k.user_id
         left join memberships m on m.org_id = k.org_id and m.user_id = k.user_id`,
      [sha256],
    )
    return row
  },
})

interface KeyOwner {
  orgId: number
  userId: number
}

/** A user who gets the keys of another one, and the limits of the credential that asks for it. */
export interface Heir {
  userId: number
  scopes: readonly string[]
  expiresAt?: Date | undefined
  /** The key that asks for it, with which the handed-over keys end; null for a person. */
  keyId: number | null
}

/** A key and its secret, which is not stored. */
export interface CreatedKey {
  key: ShownKey
  secret: string
}

export interface NewKey extends Required<KeyChanges> {
  org_id: number
  user_id: number
  sha256: Buffer
  last_four: string
  made_by: number | null
}

const shown = (of: ExpressionBuilder<CatalogSchema, 'api_keys'>) =>
  [
    of
      .selectFrom('key_uses')
      .select('used_at')
      .whereRef('key_id', '=', 'api_keys.id')
      .as('used_at'),
    of
      .selectFrom('replaced_secrets')
      .select((it) => it.fn.max('valid_until').as('until'))
      .whereRef('key_id', '=', 'api_keys.id')
      .where('valid_until', '>', sql<Date>`now()`)
      .as('previous_until'),
  ] as const

/** The keys that a key made, directly or by keys that it made. */
const madeBy = (id: number) => sql`
  with recursive made as (
    select id from api_keys where made_by = ${id}
    union select k.id from api_keys k join made on k.made_by = made.id
  ) select id from made`

/** The API keys of teams, without revoked ones. */
export const apiKeyRepository = (db: Kysely<CatalogSchema>) => {
  const ofTeam = (orgId: number) =>
    db.selectFrom('api_keys').where('org_id', '=', orgId).where('revoked_at', 'is', null)

  return {
    /** One page, oldest first, and the total. */
    async list(orgId: number, { offset, limit }: { offset: number; limit: number }) {
      const [rows, total] = await Promise.all([
        ofTeam(orgId).selectAll().select(shown).orderBy('id').offset(offset).limit(limit).execute(),
        this.count(orgId),
      ])
      return { rows, total }
    },

    async count(orgId: number): Promise<number> {
      const counted = ofTeam(orgId).select((of) => of.fn.countAll<number>().as('total'))
      return (await counted.executeTakeFirstOrThrow()).total
    },

    /** The number of valid keys that a person created in any team. */
    async countOf(userId: number): Promise<number> {
      const row = await db
        .selectFrom('api_keys')
        .select((of) => of.fn.countAll<number>().as('total'))
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .where(sql<boolean>`coalesce(expires_at > now(), true)`)
        .executeTakeFirstOrThrow()
      return row.total
    },

    get: (orgId: number, id: number): Promise<ShownKey | undefined> =>
      ofTeam(orgId).selectAll().select(shown).where('id', '=', id).executeTakeFirst(),

    /** The same, locked until the transaction ends. */
    lock: (orgId: number, id: number): Promise<ApiKeyRow | undefined> =>
      ofTeam(orgId).selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

    /** Whether a key is neither revoked nor expired, and has all of these scopes. */
    async allows(id: number, scopes: readonly string[]): Promise<boolean> {
      const row = await db
        .selectFrom('api_keys')
        .select('id')
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .where(sql<boolean>`coalesce(expires_at > now(), true) and scopes @> ${scopes}::text[]`)
        .executeTakeFirst()
      return row !== undefined
    },

    /**
     * Holds the key that makes other ones, with those that made it: none of them can end before the transaction.
     * Throws like checkKey if one has ended. Null, which is a person, holds nothing.
     */
    async holdMakers(id: number | null): Promise<void> {
      if (id === null) return
      const { rows } = await sql<ApiKeyRow>`
        with recursive makers as (
          select id, made_by from api_keys where id = ${id}
          union select k.id, k.made_by from api_keys k join makers on k.id = makers.made_by
        )
        select * from api_keys where id in (select id from makers) order by id for share`.execute(
        db,
      )
      for (const maker of rows) checkKey(maker, new Date())
    },

    insert: (key: NewKey): Promise<ApiKeyRow> =>
      db.insertInto('api_keys').values(key).returningAll().executeTakeFirstOrThrow(),

    /** Returns undefined if the team has no such key. */
    async update(orgId: number, id: number, changes: KeyChanges): Promise<ShownKey | undefined> {
      if (Object.keys(changes).length === 0) return this.get(orgId, id)
      return db
        .updateTable('api_keys')
        .set(changes)
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .returningAll()
        .returning(shown)
        .executeTakeFirst()
    },

    /** Whether the creator of a key is a person rather than the team itself. */
    async isPersonal({ user_id }: ApiKeyRow): Promise<boolean> {
      const user = db.selectFrom('users').select('email_key').where('id', '=', user_id)
      return (await user.executeTakeFirstOrThrow()).email_key !== null
    },

    /** Replaces the secret of a locked key. The previous one stays valid for `overlapHours`. */
    async replaceSecret(
      { id, sha256: previous }: ApiKeyRow,
      { sha256, last_four }: Pick<NewKey, 'sha256' | 'last_four'>,
      overlapHours: number,
    ): Promise<ShownKey> {
      const now = sql<Date>`now()`
      await db.deleteFrom('replaced_secrets').where('valid_until', '<=', now).execute()
      if (overlapHours > 0) {
        const valid_until = sql<Date>`now() + ${overlapHours}::int * interval '1 hour'`
        const replaced = { sha256: previous, key_id: id, valid_until }
        await db.insertInto('replaced_secrets').values(replaced).execute()
      } else await db.deleteFrom('replaced_secrets').where('key_id', '=', id).execute()
      return db
        .updateTable('api_keys')
        .set({ sha256, last_four })
        .where('id', '=', id)
        .returningAll()
        .returning(shown)
        .executeTakeFirstOrThrow()
    },

    /**
     * Gives the keys of a user to another one, with new secrets and no more than the heir's scopes and
     * time. Keys that have none of these scopes stay as they are. Throws like holdMakers.
     */
    async handOver(of: KeyOwner, heir: Heir): Promise<CreatedKey[]> {
      await this.holdMakers(heir.keyId)
      const rows = await ofTeam(of.orgId)
        .selectAll()
        .where('user_id', '=', of.userId)
        .where(sql<boolean>`scopes && ${heir.scopes}`)
        .orderBy('id')
        .forUpdate()
        .execute()
      const made: CreatedKey[] = []
      for (const present of rows) {
        const scopes = present.scopes.filter((it) => heir.scopes.includes(it))
        const expires_at = sql<Date | null>`least(expires_at, ${heir.expiresAt ?? null}::timestamptz)`
        await db
          .updateTable('api_keys')
          .set({ user_id: heir.userId, scopes, expires_at, made_by: heir.keyId })
          .where('id', '=', present.id)
          .execute()
        const secret = createToken(KEY_PREFIX)
        const row = { sha256: hashToken(secret), last_four: secret.slice(-4) }
        made.push({ key: await this.replaceSecret(present, row, 0), secret })
      }
      return made
    },

    /** Revokes all keys of a user permanently. */
    revokeOf: async ({ orgId, userId }: KeyOwner): Promise<void> =>
      void (await db
        .updateTable('api_keys')
        .set({ revoked_at: sql<Date>`now()` })
        .where('org_id', '=', orgId)
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .execute()),

    /** Gives the keys that a locked key made, and those that they made, no more scopes and time than it has. */
    narrowMade: async ({ id, scopes, expires_at }: ApiKeyRow): Promise<void> =>
      void (await sql`
        update api_keys
        set expires_at = least(expires_at, ${expires_at}::timestamptz),
          scopes = array(select unnest(scopes) intersect select unnest(${scopes}::text[]))
        where id in (${madeBy(id)}) and revoked_at is null
          and not (scopes <@ ${scopes}::text[]
            and coalesce(expires_at <= ${expires_at}::timestamptz, ${expires_at}::timestamptz is null))`.execute(
        db,
      )),

    /**
     * Revokes a locked key permanently: the row stays, so that the secret can never be valid again. So do the keys
     * that it made, and those that they made, whose ids are returned. Webhooks of all of them are stopped.
     */
    async revoke({ id, org_id, user_id }: ApiKeyRow, actor: Actor) {
      const { rows } = await sql<{ id: number }>`
        update api_keys set revoked_at = now()
        where (id = ${id} or id in (${madeBy(id)})) and revoked_at is null returning id`.execute(db)
      const keyIds = rows.map((row) => row.id)
      await outboxRepository(db).add('member_left', {
        ...{
          orgId: org_id,
          userId: user_id,
          toUserId: user_id,
          keyIds,
          leftAtMs: Date.now(),
          actor,
        },
        keep: ['imports'],
      })
      return keyIds.filter((it) => it !== id).sort((a, b) => a - b)
    },
  }
}
