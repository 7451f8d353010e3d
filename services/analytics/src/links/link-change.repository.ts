import type { LinkChange } from '@fingerpost/protos/link/v1/link_change'
import { type ClickHouse, toDateTime } from '../store/clickhouse.client.ts'

export const linkChangeRepository = (clickhouse: ClickHouse) => ({
  /** The highest version of a link stays, in whatever order and however often they come. */
  upsert: (changes: readonly LinkChange[]) =>
    clickhouse.insert(
      'links_v1',
      changes.map((change) => ({
        version: change.version,
        org_id: change.orgId,
        link_id: change.linkId,
        domain_id: change.domainId,
        domain: change.domain,
        slug: change.slug,
        short_url: change.shortUrl,
        url: change.url,
        title: change.title,
        folder_id: change.folderId,
        tag_ids: change.tagIds,
        is_deleted: change.deleted,
        created_at: toDateTime(change.createdAtMs),
        updated_at: toDateTime(change.updatedAtMs),
      })),
    ),
})

export type LinkChangeRepository = ReturnType<typeof linkChangeRepository>
