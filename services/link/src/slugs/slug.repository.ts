import type { Postgres } from '@fingerpost/kit/postgres'
import type { LinkRow, LinkSchema } from '../link.schema.ts'

// A link without a limit is never asked for; one that is gone takes nothing.
const TAKE = `
insert into link_clicks as counted (link_id, org_id, taken)
select id, org_id, 1 from links where id = $1 and expires_after > 0 and deleted_at is null
on conflict (link_id) do update set taken = counted.taken + 1
  where counted.taken < (select expires_after from links where id = $1)
returning taken`

export const slugRepository = ({ prepared }: Postgres<LinkSchema>) => ({
  /** The link that has the slug, a deleted one too while its slug is reserved. */
  async find(domainId: number, slugKey: string): Promise<LinkRow | undefined> {
    const [row] = await prepared<LinkRow>(
      'slug-find',
      'select * from links where domain_id = $1 and slug_key = $2',
      [domainId, slugKey],
    )
    return row
  },

  /** Takes one click of a limited link; false when none is left. */
  take: async (linkId: number): Promise<boolean> =>
    (await prepared('click-take', TAKE, [linkId])).length > 0,
})
