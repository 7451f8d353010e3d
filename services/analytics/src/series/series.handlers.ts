import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { AnalyticsService } from '@fingerpost/protos/analytics/v1/analytics'
import { intervalOf } from '../reports/period.rules.ts'
import { askedScope, startOf } from '../reports/report.handlers.ts'
import type { TeamSizes } from '../reports/team-size.cache.ts'
import { timeText } from '../reports/zone.rules.ts'
import type { SeriesRepository } from './series.repository.ts'
import { checkSeries } from './series.rules.ts'

/** Time series of clicks per link. */
export const seriesHandlers = (
  series: SeriesRepository,
  sizes: TeamSizes,
  now: () => number,
): Pick<Handlers<AnalyticsService>, 'countClicksByLink'> => ({
  async countClicksByLink({ filter, link_ids: linkIds, interval: asked }, context) {
    const scope = askedScope(filter, context, sizes, now())
    const { zone } = scope.period
    const interval = intervalOf(scope.period, asked)
    checkSeries(linkIds, scope.period, interval)
    const counts = await series.countByLink(scope, linkIds, interval)
    const links = Map.groupBy(counts, ({ link_id }) => link_id)
    return {
      links: [...links].map(([link_id, counted]) => ({
        link_id,
        counts: counted.map((it) => ({
          time: timeText(startOf(it, interval, zone), zone),
          clicks: it.clicks,
        })),
      })),
    }
  },
})
