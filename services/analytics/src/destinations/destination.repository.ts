import type { LinkDestinations } from '@fingerpost/protos/analytics/v1/analytics'
import { isAddedUp, readCounts } from '../reports/count.repository.ts'
import type { Slice } from '../reports/filter.rules.ts'
import { textsOf } from '../reports/link.repository.ts'
import type { Scope } from '../reports/scope.repository.ts'
import type { ClickHouse } from '../store/clickhouse.client.ts'

/** Destinations per link in one response; `destination_count` has their number. */
const TOP = 10

/** Negative clicks, a stable order of equal ones, and the destination or its hash. */
type Top = [clicks: number, order: number, key: string]

interface Row {
  link_id: number
  clicks: number
  destination_count: number
  top: Top[]
}

export const destinationRepository = (clickhouse: ClickHouse) => ({
  /**
   * One page of links with their most clicked destinations, most clicked first; ties are sorted by
   * link. Clicks and `destination_count` include the destinations that are left out.
   */
  async list(scope: Scope, slice: Slice): Promise<{ items: LinkDestinations[]; total: number }> {
    // Single clicks contain the destination itself; rollups contain only its hash.
    const hashed = isAddedUp(scope, ['link_id', 'url_hash'])
    const [by, key, order] = hashed
      ? ['url_hash', 'toString(url_hash)', 'url_hash']
      : ['url', 'url', 'sipHash64(url)']
    const { text, params } = readCounts(scope, {
      by: ['link_id', by],
      select: `link_id, ${key} AS key, ${order} AS place, sum(counted) AS clicked`,
      rest: 'GROUP BY link_id, key, place',
      params: { ...slice },
    })
    const { items, total } = await clickhouse.readPart<Row>({
      text: `SELECT link_id, sum(clicked) AS clicks, count() AS destination_count,
          groupArraySorted(${TOP})((-toInt64(clicked), place, key)) AS top
        FROM (${text}) AS counted GROUP BY link_id
        ORDER BY clicks DESC, link_id LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
      params,
    })
    const asked = items.flatMap(({ link_id, top }) =>
      top.map(([, , key]) => (hashed ? { link_id, hash: key } : { link_id })),
    )
    const { urls, shortUrls } = await textsOf(clickhouse, scope, asked)
    return {
      items: items.map(({ top, ...link }) => ({
        ...link,
        short_url: shortUrls.get(link.link_id) ?? '',
        destinations: top.map(([clicks, , key]) => ({
          url: hashed ? (urls.get(key) ?? '') : key,
          clicks: -clicks,
        })),
      })),
      total,
    }
  },
})

export type DestinationRepository = ReturnType<typeof destinationRepository>
