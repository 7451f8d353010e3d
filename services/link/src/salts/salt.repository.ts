import { type Kysely, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'

/** The salts of visitor numbers, by UTC day as YYYY-MM-DD. */
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

  /** Removes salts, also from the file of the table. Returns whether there were any. */
  async remove(days: readonly string[]): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
      delete from visitor_salts where day = any(${days}::date[])`.execute(db)
    if (numAffectedRows === 0n) return false
    await sql`vacuum full visitor_salts`.execute(db) // a deleted row stays in the file until then
    return true
  },
})
