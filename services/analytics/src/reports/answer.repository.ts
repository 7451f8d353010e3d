import type { ClickHouse } from '../store/clickhouse.client.ts'
import type { Slice } from './filter.rules.ts'
import { textsOf } from './link.repository.ts'
import { planClicks, type ReportQuery } from './plan.rules.ts'
import { writeQuery } from './query.repository.ts'
import { isSmall, type Scope } from './scope.rules.ts'
import { canShare, type SharedRow, writeShared } from './shared.repository.ts'
import { type Values, visitorRepository } from './visitor.repository.ts'

/** Rows of an answer, and their number without a page. */
interface Answer<Row> {
  items: (Row & Counts)[]
  total: number
}

export interface Counts {
  clicks: number
  /** Undefined if counting them would take too long. */
  visitors: number | undefined
}

/** Answers questions about the clicks of scopes. Everything throws unavailable. */
export const answers = (clickhouse: ClickHouse) => (scope: Scope) => {
  const countVisitors = visitorRepository(clickhouse, scope)

  /** Adds the destinations, and the current short URLs of their links, to rows by destination. */
  async function addTexts(rows: readonly Values[]): Promise<void> {
    const asked = rows.map(({ link_id, url_hash, label }) => ({
      link_id: Number(link_id),
      ...(!label && { hash: String(url_hash) }),
    }))
    const { urls, shortUrls } = await textsOf(clickhouse, scope, asked)
    for (const row of rows) {
      row.url = row.label || (urls.get(String(row.url_hash)) ?? '')
      row.short_url = shortUrls.get(Number(row.link_id)) ?? ''
    }
  }

  /** The answer to a question, with `url` and `short_url` if it is labeled by `url`. */
  async function ask<Row>(reportQuery: ReportQuery): Promise<Answer<Row>> {
    const { measures = ['clicks', 'visitors'], label, page } = reportQuery
    const step = planClicks(scope, reportQuery)
    const query = writeQuery(scope, reportQuery, step)
    const clicks =
      page && !page.per
        ? clickhouse.readPart<Values>(query)
        : clickhouse.read<Values>(query).then((items) => ({ items, total: items.length }))
    const shown = clicks.then(({ items }) => items)
    shown.catch(() => {}) // the same error as that of clicks
    const [{ items, total }, visitorsOf] = await Promise.all([
      clicks,
      step.measures.length < measures.length ? countVisitors(reportQuery, shown) : undefined,
      label === 'url' ? shown.then(addTexts) : undefined,
    ])
    if (visitorsOf) for (const row of items) row.visitors = visitorsOf(row)
    return { items: items as Answer<Row>['items'], total }
  }

  /** Questions by one column each, in one query. */
  async function askTogether<Row>(reportQueries: readonly ReportQuery[], page: Slice) {
    const query = writeShared(scope, reportQueries, page)
    const pages = Map.groupBy(await clickhouse.read<SharedRow>(query), ({ nth }) => nth)
    return reportQueries.map(({ by: [column = ''] = [] }, i): Answer<Row> => {
      const rows = pages.get(i + 1) ?? []
      const items = rows.map(
        ({ nth, total, value, ...row }): Values => ({ [column]: value, ...row }),
      )
      return { items: items as Answer<Row>['items'], total: rows[0]?.total ?? 0 }
    })
  }

  return {
    ask,

    /** Answers to questions with the same page. In a small scope, those by one column of clicks share a query. */
    async askAll<Row>(reportQueries: readonly ReportQuery[], page: Slice): Promise<Answer<Row>[]> {
      const together = isSmall(scope) ? reportQueries.filter(canShare) : []
      const shared = together.length > 1 ? askTogether<Row>(together, page) : undefined
      return Promise.all(
        reportQueries.map(async (reportQuery) => {
          const nth = together.indexOf(reportQuery)
          const answer = shared && nth >= 0 ? (await shared)[nth] : undefined
          if (!answer) return ask<Row>({ ...reportQuery, page })
          if (page.offset === 0 || answer.items.length > 0) return answer
          const { total } = await ask({ ...reportQuery, page: { offset: 0, limit: 1 } })
          return { items: [], total } // of a page past the end
        }),
      )
    },
  }
}
