import { type CallContext, reachOf } from '@fingerpost/kit/grpc/context'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { AnalyticsService, Filter } from '@fingerpost/protos/analytics/v1/analytics'
import type { Cutoffs } from '../cutoffs/cutoff.cache.ts'
import { checkFormat } from './export.mapper.ts'
import type { ExportRepository } from './export.repository.ts'
import { checkFilter, sliceOf } from './filter.rules.ts'
import { type Interval, intervalOf, resolvePeriod } from './period.rules.ts'
import type { ReportRepository } from './report.repository.ts'
import { lastOf, type ScanRepository } from './scan.repository.ts'
import type { Scope } from './scope.rules.ts'
import type { TeamSizes } from './team-size.cache.ts'
import { startOfDay, timeText } from './zone.rules.ts'

const SCANNED_MAX = 5_000

type Reporting =
  | 'countClicks'
  | 'listClicks'
  | 'listOriginals'
  | 'listDestinations'
  | 'scanClicks'
  | 'exportClicks'

export function reportHandlers(
  reports: ReportRepository,
  scans: ScanRepository,
  exports: ExportRepository,
  scopeOf: ScopeOf,
): Pick<Handlers<AnalyticsService>, Reporting> {
  return {
    async countClicks({ filter, interval: asked, page }, context) {
      const scope = await scopeOf(filter, context)
      const interval = intervalOf(scope.period, asked)
      const counts = await reports.countByInterval(scope, interval, page && sliceOf(page))
      return {
        counts: counts.reverse().map((it) => ({
          time: timeText(startOf(it, interval, scope.period.zone), scope.period.zone),
          clicks: it.clicks,
          visitors: it.visitors,
        })),
      }
    },

    async listClicks({ filter, page }, context) {
      const [scope, slice] = [await scopeOf(filter, context), sliceOf(page)]
      const list = () => reports.listClicks(scope, slice)
      const first = slice.offset === 0 ? list() : undefined // a page beyond the last is not read
      const [total, items] = await Promise.all([reports.countClicks(scope), first])
      return { items: items ?? (slice.offset < total ? await list() : []), total }
    },

    async scanClicks({ filter, ...piece }, context) {
      const limit = Math.min(piece.limit, SCANNED_MAX)
      return scans.scan(await scopeOf(filter, context), { ...piece, limit })
    },

    async exportClicks({ filter, format, ...piece }, context) {
      checkFormat(format)
      return exports.write(await scopeOf(filter, context), format, lastOf(piece))
    },

    async listOriginals({ filter, page }, context) {
      const [scope, slice] = [await scopeOf(filter, context), sliceOf(page)]
      return reports.listOriginals(scope, slice)
    },

    async listDestinations({ filter, page }, context) {
      const [scope, slice] = [await scopeOf(filter, context), sliceOf(page)]
      return reports.listDestinations(scope, slice)
    },
  }
}

/** The scope of a request; always what the caller can reach. */
export type ScopeOf = (filter: Filter | undefined, context: CallContext) => Promise<Scope>

export const createScopeOf =
  (sizes: TeamSizes, cutoffs: Cutoffs, now: () => number): ScopeOf =>
  async (filter = { include_bots: false }, context) => {
    const reach = reachOf(context.caller())
    checkFilter(filter)
    const period = resolvePeriod(filter, now())
    const [cutoffMs, teamSize] = await Promise.all([
      cutoffs().then((it) => it.get(reach.orgId)),
      sizes(reach.orgId),
    ])
    return { ...reach, filter, period, cutoffMs, teamSize }
  }

/** The start of an interval, in ms. */
export function startOf({ start }: { start: string }, interval: Interval, zone: string): number {
  if (interval === 'hour') return Number(start) * 1_000
  const [year = 0, month = 0, day = 0] = start.split('-').map(Number)
  return startOfDay({ year, month, day }, zone)
}
