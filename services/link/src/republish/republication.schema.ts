import type { Generated, GeneratedAlways } from 'kysely'

export interface RepublicationTable {
  id: GeneratedAlways<number>
  after_id: Generated<number>
  records: Generated<number>
  asked_at: Generated<Date>
  finished_at: Date | null
}
