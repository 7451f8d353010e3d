import { genericArray, preparedIn } from '@fingerpost/kit/stores/postgres'
import type { ClickTotal } from '@fingerpost/protos/link/v1/click_total'
import type { Kysely } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'

// The total with the newer last click wins; for the same last click, the larger one. So stale
// totals that arrive late change nothing, and after old clicks are dropped, the next click brings
// the smaller total.
const SET = `
insert into link_clicks as counted (link_id, org_id, clicks, clicked_at)
select links.id, links.org_id, total.clicks, to_timestamp(total.clicked_at_ms / 1000.0)
from unnest(${genericArray('$1', 'bigint')}, ${genericArray('$2', 'bigint')}, ${genericArray('$3', 'bigint')})
  as total (link_id, clicks, clicked_at_ms)
join links on links.id = total.link_id
order by links.id
on conflict (link_id) do update
set clicks = excluded.clicks, clicked_at = excluded.clicked_at
where (coalesce(counted.clicked_at, '-infinity'), counted.clicks)
  < (excluded.clicked_at, excluded.clicks)
returning link_id, org_id`

export const totalRepository = (db: Kysely<LinkSchema>) => ({
  /**
   * Sets the click totals of links. Returns those that changed; links that no longer exist are
   * skipped.
   */
  set: (totals: readonly ClickTotal[]): Promise<{ link_id: number; org_id: number }[]> =>
    preparedIn(db)<{ link_id: number; org_id: number }>('totals-set', SET, [
      totals.map(({ link_id }) => link_id),
      totals.map(({ clicks }) => clicks),
      totals.map(({ clicked_at_ms }) => clicked_at_ms),
    ]),
})
