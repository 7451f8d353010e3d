import { conflict } from '@fingerpost/kit/http/problem'
import { isDuplicate } from '@fingerpost/kit/stores/postgres'
import { type Insertable, type Kysely, sql } from 'kysely'
import type { CatalogSchema, PasskeyRow, UserRow } from '../catalog.schema.ts'
import { lockUser } from '../sessions/change.repository.ts'

/** The passkeys of people. */
export const passkeyRepository = (db: Kysely<CatalogSchema>) => {
  const ofUser = (userId: number) => db.selectFrom('passkeys').where('user_id', '=', userId)

  return {
    /** Oldest first. */
    list: (userId: number): Promise<PasskeyRow[]> =>
      ofUser(userId).selectAll().orderBy('id').execute(),

    /** An enabled person, see lockUser. Undefined if there is no such person. */
    async lockPerson(userId: number): Promise<UserRow | undefined> {
      const user = await lockUser(db, userId)
      return user?.email_key && !user.disabled_at ? user : undefined
    },

    /** Whether the person can also sign in by single sign-on. */
    async hasIdentity(userId: number): Promise<boolean> {
      const ofPerson = db.selectFrom('identities').where('user_id', '=', userId)
      return (await ofPerson.select('id').executeTakeFirst()) !== undefined
    },

    /** The person of a credential, enabled or not. */
    ownerOf: (credentialId: Buffer): Promise<Pick<UserRow, 'id' | 'disabled_at'> | undefined> =>
      db
        .selectFrom('passkeys as p')
        .innerJoin('users as u', 'u.id', 'p.user_id')
        .select(['u.id', 'u.disabled_at'])
        .where('p.credential_id', '=', credentialId)
        .executeTakeFirst(),

    /**
     * The passkey of a credential, if its person is enabled. Neither of them can change until the
     * transaction ends. Locks the person first, as all other changes do.
     */
    async lock(credentialId: Buffer): Promise<PasskeyRow | undefined> {
      const ofCredential = db.selectFrom('passkeys').where('credential_id', '=', credentialId)
      const person = await db
        .selectFrom('users')
        .select('id')
        .where('id', 'in', ofCredential.select('user_id'))
        .where('disabled_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst()
      return person && ofCredential.selectAll().forUpdate().executeTakeFirst()
    },

    /** Throws conflict passkey_exists for a known credential, also one of another person. */
    insert: (passkey: Insertable<CatalogSchema['passkeys']>): Promise<PasskeyRow> =>
      db
        .insertInto('passkeys')
        .values(passkey)
        .returningAll()
        .executeTakeFirstOrThrow()
        .catch((error: unknown) => {
          if (!isDuplicate(error, 'passkeys_credential')) throw error
          throw conflict('passkey_exists', 'This passkey is already registered.')
        }),

    rename: (userId: number, id: number, name: string): Promise<PasskeyRow | undefined> =>
      db
        .updateTable('passkeys')
        .set({ name })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),

    /** Records a sign-in. */
    use: async (id: number, counter: number, backed_up: boolean): Promise<void> =>
      void (await db
        .updateTable('passkeys')
        .set({ counter, backed_up, used_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute()),

    /** Returns false if the person has no such passkey. */
    async delete(userId: number, id: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('passkeys')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
