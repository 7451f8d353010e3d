import { genericArray, type Postgres } from '@fingerpost/kit/stores/postgres'
import type { ClickCount, CorrectedCount } from '@fingerpost/protos/link/v1/click_audit'
import type { LinkSchema } from '../link.schema.ts'

const LIST = `
select links.id as link_id, links.org_id as org_id, coalesce(clicks, 0) as clicks,
  links.expires_after as expires_after, coalesce(granted + taken, 0) as given
from links left join link_clicks on link_id = links.id
where links.id > $1 order by links.id limit $2`

// Skips a link whose total has been updated since it was read, so that the newer total stays.
const CORRECT = `
insert into link_clicks as counted (link_id, org_id, clicks, clicked_at)
select links.id, links.org_id, found.clicks, to_timestamp(nullif(found.at_ms, 0) / 1000.0)
from unnest(${genericArray('$1', 'bigint')}, ${genericArray('$2', 'bigint')}, ${genericArray('$3', 'bigint')}, ${genericArray('$4', 'bigint')})
  as found (link_id, before, clicks, at_ms)
join links on links.id = found.link_id
left join link_clicks as shown on shown.link_id = links.id
where coalesce(shown.clicks, 0) = found.before
order by links.id
on conflict (link_id) do update
set clicks = excluded.clicks, clicked_at = excluded.clicked_at,
  taken = case when (select expires_after from links where id = excluded.link_id) > 0
    then greatest(counted.taken, excluded.clicks - counted.granted) else counted.taken end
returning link_id`

export const auditRepository = ({ prepared }: Postgres<LinkSchema>) => ({
  /** The click totals that links show, deleted links included, in order of link id. */
  list: (afterLinkId: number, limit: number): Promise<ClickCount[]> =>
    prepared<ClickCount>('audit-list', LIST, [afterLinkId, limit]),

  /** Sets totals that are unchanged since they were read. Returns the ids of the updated links. */
  async correct(counts: readonly CorrectedCount[]): Promise<number[]> {
    const rows = await prepared<{ link_id: number }>('audit-correct', CORRECT, [
      counts.map(({ link_id }) => link_id),
      counts.map(({ clicks_before }) => clicks_before),
      counts.map(({ clicks }) => clicks),
      counts.map(({ clicked_at_ms }) => clicked_at_ms),
    ])
    return rows.map(({ link_id }) => link_id)
  },
})
