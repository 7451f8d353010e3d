import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { AnalyticsService } from '@fingerpost/protos/analytics/v1/analytics'
import { intervalOf } from '../reports/period.rules.ts'
import { type ScopeOf, startOf } from '../reports/report.handlers.ts'
import type { ReportRepository } from '../reports/report.repository.ts'
import { timeText } from '../reports/zone.rules.ts'
import { checkSeries } from './series.rules.ts'

/** Time series of clicks per link. */
export const seriesHandlers = (
  reports: ReportRepository,
  scopeOf: ScopeOf,
): Pick<Handlers<AnalyticsService>, 'countClicksByLink'> => ({
  async countClicksByLink({ filter, link_ids, interval: asked }, context) {
    const scope = await scopeOf(filter, context)
    const { zone } = scope.period
    const interval = intervalOf(scope.period, asked)
    checkSeries(link_ids, scope.period, interval)
    const counts = await reports.countByLink(scope, link_ids, interval)
    const links = Map.groupBy(counts, ({ link_id }) => link_id)
    return {
      links: [...links].map(([link_id, ofLink]) => ({
        link_id,
        counts: ofLink.map((it) => ({
          time: timeText(startOf(it, interval, zone), zone),
          clicks: it.clicks,
          visitors: it.visitors,
        })),
      })),
    }
  },
})
