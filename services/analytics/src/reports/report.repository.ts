import type { ClickRecord, Original } from '@fingerpost/protos/analytics/v1/analytics'
import type { ClickHouse } from '../store/clickhouse.client.ts'
import { isAddedUp, readCounts } from './count.repository.ts'
import { byAmount, readFew } from './few.repository.ts'
import type { Slice } from './filter.rules.ts'
import { textsOf } from './link.repository.ts'
import type { Interval } from './period.rules.ts'
import { CLICK, toRecord } from './record.mapper.ts'
import { readClicks, type Scope } from './scope.repository.ts'
import { originalKey, visitorRepository } from './visitor.repository.ts'

/** Clicks of one interval: `start` is a day in the zone's calendar, for hours a time in seconds. */
export interface IntervalCount {
  start: string
  clicks: number
  visitors: number | undefined
}

export const reportRepository = (clickhouse: ClickHouse) => {
  const visitors = visitorRepository(clickhouse)

  async function listFewOriginals(scope: Scope, slice: Slice): Promise<Originals> {
    const { items, total } = await clickhouse.readPart<Omit<Original, 'short_url'>>(
      readFew(scope, {
        by: ['link_id', 'url'],
        select: 'link_id, url, counted AS clicks, seen AS visitors',
        rest: `ORDER BY clicks DESC, link_id, sipHash64(url) ${SLICE}`,
        params: { ...slice },
      }),
    )
    const { shortUrls } = await textsOf(
      clickhouse,
      scope,
      items.map(({ link_id }) => ({ link_id })),
    )
    const shortUrlOf = ({ link_id }: { link_id: number }) => shortUrls.get(link_id) ?? ''
    return { items: items.map((it) => ({ ...it, short_url: shortUrlOf(it) })), total }
  }

  async function listManyOriginals(scope: Scope, slice: Slice): Promise<Originals> {
    const visited = visitors(scope)
    // Single clicks contain the destination itself; rollups contain only its hash.
    const [key, named, order] = isAddedUp(scope, ['link_id', 'url_hash'])
      ? ['url_hash', 'toString(url_hash) AS hash', 'url_hash']
      : ['url', 'url, toString(sipHash64(url)) AS hash', 'sipHash64(url)']
    const { items, total } = await clickhouse.readPart<LinkClicks & { hash: string; url?: string }>(
      readCounts(scope, {
        by: ['link_id', key],
        select: `link_id, ${named}, sum(counted) AS clicks`,
        rest: `GROUP BY link_id, ${key} ORDER BY clicks DESC, link_id, ${order} ${SLICE}`,
        params: { ...slice },
      }),
    )
    const [{ urls, shortUrls }, counts] = await Promise.all([
      textsOf(
        clickhouse,
        scope,
        items.map(({ link_id, hash, url }) =>
          url === undefined ? { link_id, hash } : { link_id },
        ),
      ),
      visited.countOriginals(items),
    ])
    return {
      items: items.map(({ link_id, hash, url, clicks }) => ({
        visitors: counts(originalKey({ link_id, hash })),
        link_id,
        url: url ?? urls.get(hash) ?? '',
        short_url: shortUrls.get(link_id) ?? '',
        clicks,
      })),
      total,
    }
  }

  return {
    /** Newest first; intervals without clicks are absent. */
    async countByInterval(
      scope: Scope,
      interval: Interval,
      slice: Slice | undefined,
    ): Promise<IntervalCount[]> {
      const rest = `GROUP BY began ORDER BY began DESC ${slice ? SLICE : ''}`
      const select = 'toString(began) AS start, sum(counted) AS clicks'
      const asked = { interval, rest, params: { ...slice } }
      const together = { ...asked, select: `${select}, sum(seen) AS visitors` }
      return byAmount<IntervalCount[]>(
        scope,
        () => clickhouse.read(readFew(scope, together)),
        async (large) => {
          const [counts, visited] = await Promise.all([
            clickhouse.read<{ start: string; clicks: number }>(
              readCounts(large, { ...asked, select }),
            ),
            visitors(large).count({ interval, key: 'toString(began)' }),
          ])
          return counts.map((it) => ({ ...it, visitors: visited(it.start) }))
        },
      )
    },

    async countClicks(scope: Scope): Promise<number> {
      const [row] = await clickhouse.read<{ clicks: number }>(
        readCounts(scope, { select: 'sum(counted) AS clicks' }),
      )
      return row?.clicks ?? 0
    },

    async listClicks(scope: Scope, slice: Slice): Promise<ClickRecord[]> {
      const rows = await clickhouse.read<ClickRecord>(
        readClicks(scope, {
          select: CLICK,
          rest: `ORDER BY created_at DESC, id DESC ${SLICE}`,
          params: { ...slice },
        }),
      )
      return rows.map(toRecord)
    },

    /**
     * Most clicked first; ties are sorted by link, then by a stable order of destinations. Short URLs
     * are the current ones.
     */
    listOriginals: (scope: Scope, slice: Slice): Promise<Originals> =>
      byAmount(
        scope,
        () => listFewOriginals(scope, slice),
        (large) => listManyOriginals(large, slice),
      ),
  }
}

export type ReportRepository = ReturnType<typeof reportRepository>

interface Originals {
  items: Original[]
  total: number
}

interface LinkClicks {
  link_id: number
  clicks: number
}

const SLICE = 'LIMIT {limit:UInt64} OFFSET {offset:UInt64}'
