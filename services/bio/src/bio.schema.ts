import type { Generated, GeneratedAlways } from 'kysely'

interface BioPageTable {
  id: GeneratedAlways<number>
  org_id: number
  title: string | null
  subtitle: string | null
  email: string | null
  image: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** The tables of the database `bio`, as its migrations leave them. */
export interface BioSchema {
  bio_pages: BioPageTable
}
