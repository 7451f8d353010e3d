import type { Actor } from '@fingerpost/kit/audit/actor'
import type { LeftOut } from '@fingerpost/protos/link/v1/import'
import type { ImportStatus } from '@fingerpost/protos/words'
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'

declare module '../link.schema.ts' {
  interface LinkSchema {
    imports: ImportTable
    import_rows: ImportRowTable
  }
}

export interface ImportFault {
  code: string
  detail: string
  field: string
}

/** Names of labels, by kind. */
export interface LabelNames {
  folders: string[]
  tags: string[]
}

export interface ImportTable {
  id: GeneratedAlways<number>
  org_id: number
  user_id: number
  domain_id: number
  folder_id: number | null
  tag_ids: Generated<number[]>
  /** Whether folders and tags that rows name and that do not exist are made. */
  create_labels: boolean
  /** The ids of those that were made. */
  made_folders: Generated<number[]>
  made_tags: Generated<number[]>
  /** Names of those that the next piece makes; stored before they are made. */
  making: ColumnType<LabelNames | null, never, string | null>
  status: Generated<ImportStatus>
  created_at: Generated<Date>
  /** Null until the import is started. */
  next_piece_at: Date | null
  last_piece_at: Date | null
  left_out: ColumnType<LeftOut | null, string | null, never>
  request_key: Buffer | null
  actor: ColumnType<Actor, string, never>
}

export interface ImportRowTable {
  import_id: number
  index: number
  /** This and the other fields of the row are empty once it has a link or an error. */
  url: string
  domain: string | null
  slug: string | null
  cells: ColumnType<Record<string, string> | null, string | null, null>
  link_id: number | null
  error: ColumnType<ImportFault | null, string | null, string | null>
}

export type ImportTask = Selectable<ImportTable>
