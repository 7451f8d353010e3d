import type { ChangeKind } from '@fingerpost/protos/words'
import type { Generated, GeneratedAlways } from 'kysely'

declare module '../link.schema.ts' {
  interface LinkSchema {
    outbox: OutboxTable
  }
}

export interface OutboxTable {
  id: GeneratedAlways<number>
  org_id: number
  link_id: number
  kind: ChangeKind
  created_at: Generated<Date>
  left_domain_id: number | null
  left_slug_key: string | null
  /** When a change that failed is published again. */
  due_at: Generated<Date | null>
  tries: Generated<number>
}
