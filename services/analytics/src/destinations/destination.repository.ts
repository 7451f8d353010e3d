import type { LinkDestinations } from '@fingerpost/protos/analytics/v1/analytics'
import { isAddedUp, readCounts } from '../reports/count.repository.ts'
import { byAmount, readFew } from '../reports/few.repository.ts'
import type { Slice } from '../reports/filter.rules.ts'
import { textsOf } from '../reports/link.repository.ts'
import type { Scope } from '../reports/scope.repository.ts'
import { originalKey, visitorRepository } from '../reports/visitor.repository.ts'
import type { ClickHouse } from '../store/clickhouse.client.ts'

/** Destinations per link in one response; `destination_count` has their number. */
const TOP = 10

const SLICE = 'ORDER BY clicks DESC, link_id LIMIT {limit:UInt64} OFFSET {offset:UInt64}'

/** Negative clicks, a stable order of equal ones, the hash of the destination, and itself if known. */
type Top = [clicks: number, order: number, hash: string, url: string]

interface Row {
  link_id: number
  clicks: number
  destination_count: number
  top: Top[]
}

interface Page {
  items: LinkDestinations[]
  total: number
}

interface FewRow extends Omit<Row, 'top'> {
  visitors: number
  /** Negative clicks, a stable order of equal ones, the destination, and visitors. */
  top: [clicks: number, order: number, url: string, visitors: number][]
}

export const destinationRepository = (clickhouse: ClickHouse) => {
  const visitors = visitorRepository(clickhouse)

  async function listFew(scope: Scope, slice: Slice): Promise<Page> {
    const by = ['link_id', 'url']
    const { items, total } = await clickhouse.readPart<FewRow>(
      readFew(scope, {
        by,
        sets: [['link_id'], by],
        select: `link_id, anyIf(counted, lacks != 0) AS clicks, anyIf(seen, lacks != 0) AS visitors,
          countIf(lacks = 0) AS destination_count, groupArraySortedIf(${TOP})(
            (-toInt64(counted), sipHash64(url), url, seen), lacks = 0) AS top`,
        rest: `GROUP BY link_id ${SLICE}`,
        params: { ...slice },
      }),
    )
    const links = items.map(({ link_id }) => ({ link_id }))
    const { shortUrls } = await textsOf(clickhouse, scope, links)
    return {
      items: items.map(({ top, ...link }) => ({
        ...link,
        short_url: shortUrls.get(link.link_id) ?? '',
        destinations: top.map(([clicks, , url, visitors]) => ({ url, clicks: -clicks, visitors })),
      })),
      total,
    }
  }

  async function listMany(scope: Scope, slice: Slice): Promise<Page> {
    const visited = visitors(scope)
    // Single clicks contain the destination itself; rollups contain only its hash.
    const hashed = isAddedUp(scope, ['link_id', 'url_hash'])
    const [by, hash, url] = hashed
      ? ['url_hash', 'url_hash', "''"]
      : ['url', 'sipHash64(url)', 'url']
    const { text, params } = readCounts(scope, {
      by: ['link_id', by],
      select: `link_id, ${hash} AS hash, ${url} AS address, sum(counted) AS clicked`,
      rest: 'GROUP BY link_id, hash, address',
      params: { ...slice },
    })
    const { items, total } = await clickhouse.readPart<Row>({
      text: `SELECT link_id, sum(clicked) AS clicks, count() AS destination_count,
        groupArraySorted(${TOP})((-toInt64(clicked), hash, toString(hash), address)) AS top
      FROM (${text}) AS counted GROUP BY link_id ${SLICE}`,
      params,
    })
    const shown = items.flatMap(({ link_id, top }) => top.map(([, , hash]) => ({ link_id, hash })))
    const [{ urls, shortUrls }, ofLink, ofOriginal] = await Promise.all([
      textsOf(clickhouse, scope, hashed ? shown : items.map(({ link_id }) => ({ link_id }))),
      visited.countLinks(items.map(({ link_id }) => link_id)),
      visited.countOriginals(shown),
    ])
    return {
      items: items.map(({ top, ...link }) => ({
        ...link,
        short_url: shortUrls.get(link.link_id) ?? '',
        visitors: ofLink(String(link.link_id)),
        destinations: top.map(([clicks, , hash, url]) => ({
          url: hashed ? (urls.get(hash) ?? '') : url,
          clicks: -clicks,
          visitors: ofOriginal(originalKey({ link_id: link.link_id, hash })),
        })),
      })),
      total,
    }
  }

  return {
    /**
     * One page of links with their most clicked destinations, most clicked first; ties are sorted by
     * link. Clicks and `destination_count` include the destinations that are left out.
     */
    list: (scope: Scope, slice: Slice): Promise<Page> =>
      byAmount(
        scope,
        () => listFew(scope, slice),
        (large) => listMany(large, slice),
      ),
  }
}

export type DestinationRepository = ReturnType<typeof destinationRepository>
