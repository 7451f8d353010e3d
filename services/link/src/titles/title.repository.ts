import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { LinkSchema } from '../link.schema.ts'
import type { LinkRow } from '../model/row.schema.ts'

// A regular change of the link, unless its title or destination was set concurrently.
const FILL = `
with link as (
  update links set title = $3, version = default, updated_at = now()
  where id = $1 and url = $2 and title = '' and deleted_at is null
  returning *
), note as (
  insert into outbox (org_id, link_id, kind) select org_id, id, 'updated' from link
)
select * from link`

export const titleRepository = ({ prepared }: Postgres<LinkSchema>) => ({
  /** Sets the title of a link that has none and still points to this page; otherwise undefined. */
  async fill(linkId: number, url: string, title: string): Promise<LinkRow | undefined> {
    const [row] = await prepared<LinkRow>('title-fill', FILL, [linkId, url, title])
    return row
  },
})
