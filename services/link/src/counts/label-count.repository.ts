import type { Reach } from '@fingerpost/kit/grpc/context'
import type { LabelCount } from '@fingerpost/protos/link/v1/link'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import { within } from '../rows/filter.repository.ts'

/** Links within reach, and the sum of their clicks, by folder or tag. Deleted links do not count. */
export const labelCountRepository = (db: Kysely<LinkSchema>) => {
  /** `label` is a subquery with the labels of a link that are counted, `has` whether it has any. */
  const countedBy = async (
    reach: Reach,
    label: RawBuilder<unknown>,
    has: RawBuilder<unknown>,
  ): Promise<LabelCount[]> => {
    const { rows } = await sql<LabelCount>`
      select label as id, count(*) as links, coalesce(sum(clicks), 0)::bigint as clicks
      from links
      cross join lateral ${label} as labels (label)
      left join link_clicks on link_id = links.id
      where ${within(reach)} and links.deleted_at is null and ${has}
      group by label`.execute(db)
    return rows
  }

  return {
    byFolder: (reach: Reach, ids: readonly number[]): Promise<LabelCount[]> =>
      countedBy(reach, sql`(select folder_id)`, sql`folder_id = any(${ids}::bigint[])`),

    /** A link counts for each of its tags. */
    byTag: (reach: Reach, ids: readonly number[]): Promise<LabelCount[]> =>
      countedBy(
        reach,
        sql`(select unnest(tag_ids) intersect select unnest(${ids}::bigint[]))`,
        sql`tag_ids && ${ids}::bigint[]`,
      ),
  }
}
