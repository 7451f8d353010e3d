import type { LinkChange } from '@fingerpost/protos/link/v1/link_change'
import { type ClickHouse, toDateTime } from '../store/clickhouse.client.ts'

export const linkChangeRepository = (clickhouse: ClickHouse) => ({
  /** Idempotent: the highest version of a link wins, in any order and with duplicates. */
  upsert: (changes: readonly LinkChange[]) =>
    clickhouse.insert(
      'links_v1',
      changes.map((change) => ({
        version: change.version,
        org_id: change.org_id,
        link_id: change.link_id,
        domain_id: change.domain_id,
        domain: change.domain,
        slug: change.slug,
        short_url: change.short_url,
        url: change.url,
        title: change.title,
        folder_id: change.folder_id,
        tag_ids: change.tag_ids,
        user_id: change.user_id ?? 0,
        is_deleted: change.deleted,
        created_at: toDateTime(change.created_at_ms),
        updated_at: toDateTime(change.updated_at_ms),
      })),
    ),
})

export type LinkChangeRepository = ReturnType<typeof linkChangeRepository>
