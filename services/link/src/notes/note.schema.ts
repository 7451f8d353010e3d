import type { Generated, GeneratedAlways, Selectable } from 'kysely'

declare module '../link.schema.ts' {
  interface LinkSchema {
    notes: NoteTable
  }
}

export interface NoteTable {
  id: GeneratedAlways<number>
  org_id: number
  at: Date
  text: string
  link_id: number | null
  created_by: number
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type NoteRow = Selectable<NoteTable>
