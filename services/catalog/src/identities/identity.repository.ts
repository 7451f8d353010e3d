import { lockName } from '@fingerpost/kit/stores/postgres'
import type { Kysely } from 'kysely'
import type { CatalogSchema, UserRow } from '../catalog.schema.ts'

/** A person as an identity provider knows them. */
export interface Identity {
  issuer: string
  subject: string
}

/** The identities of people. */
export const identityRepository = (db: Kysely<CatalogSchema>) => ({
  /**
   * The person of an identity, who cannot be disabled until the transaction ends. Until then, other
   * sign-ins of the identity wait, so that concurrent ones create one account.
   */
  async lock({ issuer, subject }: Identity): Promise<UserRow | undefined> {
    await lockName(db, 'identity', `${issuer} ${subject}`)
    return db
      .selectFrom('users as u')
      .innerJoin('identities as i', 'i.user_id', 'u.id')
      .selectAll('u')
      .where('i.issuer', '=', issuer)
      .where('i.subject', '=', subject)
      .forNoKeyUpdate('u')
      .executeTakeFirst()
  },

  /** Whether an account has an identity at this provider. */
  async isConnected(userId: number, issuer: string): Promise<boolean> {
    const row = await db
      .selectFrom('identities')
      .select('id')
      .where('user_id', '=', userId)
      .where('issuer', '=', issuer)
      .executeTakeFirst()
    return row !== undefined
  },

  /** The providers that sign in a person. */
  async issuersOf(userId: number): Promise<string[]> {
    const rows = db.selectFrom('identities').select('issuer').where('user_id', '=', userId)
    return (await rows.orderBy('id').execute()).map(({ issuer }) => issuer)
  },

  insert: async (userId: number, { issuer, subject }: Identity): Promise<void> =>
    void (await db.insertInto('identities').values({ user_id: userId, issuer, subject }).execute()),

  /** Returns the number of identities that the account had. */
  async deleteAll(userId: number): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('identities')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
})
