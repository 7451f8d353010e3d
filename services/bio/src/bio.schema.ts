import type { Generated, GeneratedAlways, Selectable } from 'kysely'
import type { PlatformType } from './platforms/table.rules.ts'

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

interface BioLinkTable {
  id: GeneratedAlways<number>
  org_id: number
  type: PlatformType
  url: string
  title: string | null
  username: string | null
  enabled: boolean
  position: number
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface BioLinkClicksTable {
  link_id: number
  clicks: number
}

interface BioPictureTable {
  org_id: number
  hash: string
  bytes: Buffer
  created_at: Generated<Date>
}

/** The tables of the database `bio` after all migrations. */
export interface BioSchema {
  bio_pages: BioPageTable
  bio_links: BioLinkTable
  bio_link_clicks: BioLinkClicksTable
  bio_pictures: BioPictureTable
}

export type BioPageRow = Selectable<BioPageTable>
/** A link with its clicks. */
export type BioLinkRow = Selectable<BioLinkTable> & { clicks: number }
