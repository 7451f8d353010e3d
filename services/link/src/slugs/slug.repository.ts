import { genericArray, type Postgres } from '@fingerpost/kit/stores/postgres'
import type { SlugAddress } from '@fingerpost/protos/redis-keys'
import type { LinkSchema } from '../link.schema.ts'
import type { LinkRow } from '../model/row.schema.ts'
import { ANSWER_BYTES, LINK_BYTES, LINK_COLUMNS } from '../rows/read.repository.ts'

// With its limit, each address is looked up on its own, by the index.
const FIND_ALL = `
select ${LINK_COLUMNS}, found, place
from (
  select ${LINK_COLUMNS}, place, count(*) over () as found,
    sum(${LINK_BYTES}) over (
      order by place rows between unbounded preceding and 1 preceding) as bytes_before
  from unnest(${genericArray('$1', 'bigint')}, ${genericArray('$2', 'text')}) with ordinality as wanted (domain_id, slug_key, place)
    cross join lateral (
      select ${LINK_COLUMNS} from links
      where links.domain_id = wanted.domain_id and links.slug_key = wanted.slug_key
      limit 1
    ) as links
) as links
where coalesce(bytes_before, 0) < $3
order by place`

interface FoundRow extends LinkRow {
  found: number
  /** Position of the address, from 1. */
  place: number
}

export const slugRepository = ({ prepared }: Postgres<LinkSchema>) => ({
  /** The link that has the slug, including a deleted link while its slug is reserved. */
  async find(domainId: number, slugKey: string): Promise<LinkRow | undefined> {
    const [row] = await prepared<LinkRow>(
      'slug-find',
      `select ${LINK_COLUMNS} from links where domain_id = $1 and slug_key = $2`,
      [domainId, slugKey],
    )
    return row
  },

  /**
   * Like `find`, in one query, for as many of the first addresses as fit into one response, at
   * least one.
   */
  async findAll(addresses: readonly SlugAddress[]): Promise<(LinkRow | undefined)[]> {
    const rows = await prepared<FoundRow>('slugs-find', FIND_ALL, [
      addresses.map(({ domainId }) => domainId),
      addresses.map(({ slugKey }) => slugKey),
      ANSWER_BYTES,
    ])
    const last = rows.at(-1)
    const answered = last && last.found > rows.length ? last.place : addresses.length
    const byPlace = new Map(rows.map((row) => [row.place, row]))
    return addresses.slice(0, answered).map((_, i) => byPlace.get(i + 1))
  },
})
