import { genericArray, isDangling, type Postgres } from '@fingerpost/kit/stores/postgres'
import { retryDeadlocks } from '@fingerpost/kit/stores/transact'
import type { BioSchema } from '../bio.schema.ts'

/** Clicks to add, by the ids of their links. */
export type ClickCounts = ReadonlyMap<number, number>

// Rows are locked in the order of their ids, so that two processes do not deadlock. The first click of a link also
// locks the link, for which a reordering may wait.
const ADD = `
insert into bio_link_clicks as counted (link_id, clicks)
select id, added.clicks from unnest(${genericArray('$1', 'bigint')}, ${genericArray('$2', 'bigint')}) as added (id, clicks) join bio_links using (id)
order by id
on conflict (link_id) do update set clicks = counted.clicks + excluded.clicks`

export const clickRepository = ({ prepared }: Postgres<BioSchema>) => ({
  /** Adds all of these clicks or, if it throws, none. Those of deleted links are dropped. */
  async add(counts: ClickCounts): Promise<void> {
    const values = [[...counts.keys()], [...counts.values()]]
    for (;;) {
      try {
        return void (await retryDeadlocks(() => prepared('add clicks', ADD, values)))
      } catch (error) {
        // A link was deleted while the statement ran. The next attempt does not find it.
        if (!isDangling(error)) throw error
      }
    }
  },
})
