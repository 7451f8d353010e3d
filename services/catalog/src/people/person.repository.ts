import { conflict } from '@fingerpost/kit/http/problem'
import { emailKey } from '@fingerpost/protos/email'
import { type Kysely, sql } from 'kysely'
import type { CatalogSchema, UserRow } from '../catalog.schema.ts'
import { MAILED_RESET_HOURS } from '../mail/mail.rules.ts'
import type { MembershipRow, PersonChanges } from './person.rules.ts'

/** An account gets no second reset by email within this time. */
const MAIL_PAUSE_MINUTES = 10

export interface NewPerson {
  email: string
  name: string
  password_hash: string | null
  /** Whether the address is proved. */
  verified: boolean
}

/** 409 for a new person with the email address of another one. */
export function accountExists() {
  const detail = 'There is an account with this email address. Sign in and join the team.'
  return conflict('account_exists', detail, [{ field: 'email', code: 'taken', detail }])
}

/** The users with an email address. */
export const personRepository = (db: Kysely<CatalogSchema>) => {
  const people = () => db.selectFrom('users').selectAll().where('email_key', 'is not', null)

  return {
    get: (id: number): Promise<UserRow | undefined> =>
      people().where('id', '=', id).executeTakeFirst(),

    /** Whether the instance has any. */
    exist: async (): Promise<boolean> => (await people().limit(1).execute()).length > 0,

    byEmail: (email: string): Promise<UserRow | undefined> =>
      people().where('email_key', '=', emailKey(email)).executeTakeFirst(),

    /** Like `byEmail`, for a person who cannot change until the transaction ends. */
    lockByEmail: (email: string): Promise<UserRow | undefined> =>
      people().where('email_key', '=', emailKey(email)).forNoKeyUpdate().executeTakeFirst(),

    /** All people of the instance, oldest first. */
    all: (): Promise<UserRow[]> => people().orderBy('id').execute(),

    /** The teams of a person, oldest membership first. */
    memberships: (id: number): Promise<MembershipRow[]> =>
      db
        .selectFrom('memberships as m')
        .innerJoin('organizations as o', 'o.id', 'm.org_id')
        .select(['m.org_id', 'o.name', 'o.slug', 'm.role', 'm.own_links_only', 'o.time_zone'])
        .where('m.user_id', '=', id)
        .orderBy('m.created_at')
        .orderBy('m.org_id')
        .execute(),

    /** Returns undefined if another person has the email address. */
    add: ({ verified, ...person }: NewPerson): Promise<UserRow | undefined> =>
      db
        .insertInto('users')
        .values({
          ...person,
          email: person.email.trim(),
          email_key: emailKey(person.email),
          email_verified_at: verified ? sql<Date>`now()` : null,
        })
        .onConflict((on) => on.column('email_key').doNothing())
        .returningAll()
        .executeTakeFirst(),

    /** Throws conflict account_exists if another person has the email address. */
    async insert(person: NewPerson): Promise<UserRow> {
      const made = await this.add(person)
      if (!made) throw accountExists()
      return made
    },

    update: async (
      id: number,
      changes: PersonChanges & { password_hash?: string; disabled_at?: Date | null },
    ): Promise<void> => {
      if (Object.keys(changes).length === 0) return
      await db.updateTable('users').set(changes).where('id', '=', id).execute()
    },

    /**
     * Records that the address of a person is proved. Returns false if it was before. The person is locked
     * until the transaction ends.
     */
    async verifyAddress(id: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ email_verified_at: sql<Date>`now()` })
        .where('id', '=', id)
        .where('email_verified_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Replaces a password, and voids reset tokens. Returns false if it is no longer `current`. */
    async changePassword(id: number, current: string | null, next: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ password_hash: next })
        .where('id', '=', id)
        .where('password_hash', '=', current)
        .executeTakeFirst()
      await db.deleteFrom('password_resets').where('user_id', '=', id).execute()
      return numUpdatedRows > 0n
    },

    /**
     * Whether the person is enabled and still has this password, which cannot change until the
     * transaction ends.
     */
    async holdPassword({ id, password_hash }: UserRow): Promise<boolean> {
      const row = await people()
        .where('id', '=', id)
        .where('password_hash', '=', password_hash)
        .where('disabled_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst()
      return row !== undefined
    },

    /** Removes what signs in to the account: password, reset tokens, passkeys and sessions. */
    async removeCredentials(id: number): Promise<void> {
      await db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
      await db.deleteFrom('password_resets').where('user_id', '=', id).execute()
      await db.deleteFrom('passkeys').where('user_id', '=', id).execute()
      await db.deleteFrom('sessions').where('user_id', '=', id).execute()
    },

    /** Stores the operator's token of a password reset, which replaces their previous one. */
    insertReset: async (userId: number, sha256: Buffer, days: number): Promise<Date> => {
      const expires_at = sql<Date>`now() + make_interval(days => ${days})`
      const row = await db
        .insertInto('password_resets')
        .values({ user_id: userId, sha256, expires_at })
        .onConflict((on) =>
          on.column('user_id').where('mailed_at', 'is', null).doUpdateSet({ sha256, expires_at }),
        )
        .returning('expires_at')
        .executeTakeFirstOrThrow()
      return row.expires_at
    },

    /**
     * Stores a token that is sent by email, in place of the previous one. Returns false if another one
     * was sent a few minutes ago.
     */
    async insertMailedReset(userId: number, sha256: Buffer): Promise<boolean> {
      const token = {
        sha256,
        expires_at: sql<Date>`now() + make_interval(hours => ${MAILED_RESET_HOURS})`,
        mailed_at: sql<Date>`now()`,
      }
      const row = await db
        .insertInto('password_resets')
        .values({ user_id: userId, ...token })
        .onConflict((on) =>
          on
            .column('user_id')
            .where('mailed_at', 'is not', null)
            .doUpdateSet(token)
            .where(sql<boolean>`password_resets.mailed_at
              < now() - make_interval(mins => ${MAIL_PAUSE_MINUTES})`),
        )
        .returning('user_id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** The person whose password a valid token sets. */
    findReset: async (sha256: Buffer): Promise<number | undefined> => {
      const row = await db
        .selectFrom('password_resets')
        .select('user_id')
        .where('sha256', '=', sha256)
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirst()
      return row?.user_id
    },

    /** Deletes a token that was not used. */
    withdrawReset: async (sha256: Buffer): Promise<void> =>
      void (await db.deleteFrom('password_resets').where('sha256', '=', sha256).execute()),

    /** Uses up a token and voids all others of the person. Of concurrent calls, one returns true. */
    async takeReset(sha256: Buffer): Promise<boolean> {
      const taken = await db
        .deleteFrom('password_resets')
        .where('sha256', '=', sha256)
        .returning('user_id')
        .executeTakeFirst()
      if (!taken) return false
      await db.deleteFrom('password_resets').where('user_id', '=', taken.user_id).execute()
      return true
    },
  }
}
