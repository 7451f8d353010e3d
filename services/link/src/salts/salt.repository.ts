import { transact } from '@fingerpost/kit/stores/transact'
import { type Kysely, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'

declare module '../link.schema.ts' {
  interface LinkSchema {
    visitor_salts: VisitorSaltTable
  }
}

interface VisitorSaltTable {
  day: string
  salt: Buffer
}

/** The salts of visitor ids, by UTC day as YYYY-MM-DD. */
export const saltRepository = (db: Kysely<LinkSchema>) => ({
  async all(): Promise<Map<string, Buffer>> {
    const { rows } = await sql<{ day: string; salt: Buffer }>`
      select day::text, salt from visitor_salts`.execute(db)
    return new Map(rows.map(({ day, salt }) => [day, salt]))
  },

  /** Stores the salt of a day unless there is one; returns the stored one. */
  async add(day: string, salt: Buffer): Promise<Buffer> {
    const { rows } = await sql<{ salt: Buffer }>`
      insert into visitor_salts as held (day, salt) values (${day}::date, ${salt})
      on conflict (day) do update set salt = held.salt returning salt`.execute(db)
    return rows[0]?.salt ?? salt
  },

  /** Removes salts. The table gets a new file, because deleted rows stay in a file for weeks. */
  remove: (days: readonly string[]): Promise<void> =>
    transact(db, async (tx) => {
      await sql`lock table visitor_salts`.execute(tx)
      const { rows: stored } = await sql<{ day: string; salt: Buffer }>`
        select day::text, salt from visitor_salts where day <> all(${days}::date[])`.execute(tx)
      await sql`truncate visitor_salts`.execute(tx)
      for (const { day, salt } of stored) {
        await sql`insert into visitor_salts (day, salt) values (${day}::date, ${salt})`.execute(tx)
      }
    }),
})
