import type { Generated, GeneratedAlways } from 'kysely'

declare module '../link.schema.ts' {
  interface LinkSchema {
    republications: RepublicationTable
  }
}

export interface RepublicationTable {
  id: GeneratedAlways<number>
  after_id: Generated<number>
  records: Generated<number>
  asked_at: Generated<Date>
  finished_at: Date | null
}
