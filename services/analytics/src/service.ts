import { createFairShare } from '@fingerpost/kit/async/fair-share'
import { openGeoIp } from '@fingerpost/kit/geo/geoip'
import { fairQueue } from '@fingerpost/kit/grpc/fair-queue'
import { createServer } from '@fingerpost/kit/grpc/server'
import { moveHandlers } from '@fingerpost/kit/move/handlers'
import type { AddressPrecision } from '@fingerpost/kit/net/ip'
import { openAdmin } from '@fingerpost/kit/process/admin'
import type { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import type { Logger } from '@fingerpost/kit/process/log'
import { AnalyticsService } from '@fingerpost/protos/analytics/v1/analytics'
import { ErasurePreviewsService } from '@fingerpost/protos/analytics/v1/erasure'
import { GeoService } from '@fingerpost/protos/analytics/v1/geo'
import { RemovalsService } from '@fingerpost/protos/analytics/v1/removal'
import { RetentionsService } from '@fingerpost/protos/analytics/v1/retention'
import { TotalsService } from '@fingerpost/protos/analytics/v1/total'
import { MovesService } from '@fingerpost/protos/move/v1/move'
import type { Config } from './config.ts'
import { cutoffCache } from './cutoffs/cutoff.cache.ts'
import { previewHandlers, teamHandlers } from './erasures/preview.handlers.ts'
import { previewRepository } from './erasures/preview.repository.ts'
import { teamRepository } from './erasures/team.repository.ts'
import { geoHandlers } from './geo/geo.handlers.ts'
import { groupHandlers } from './groups/group.handlers.ts'
import { groupRepository } from './groups/group.repository.ts'
import { moveKinds } from './moves/move.repository.ts'
import { removalHandlers } from './removals/removal.handlers.ts'
import { removalRepository } from './removals/removal.repository.ts'
import { exportBytes } from './reports/export.mapper.ts'
import { exportRepository } from './reports/export.repository.ts'
import { createScopeOf, reportHandlers } from './reports/report.handlers.ts'
import { reportRepository } from './reports/report.repository.ts'
import { scanRepository } from './reports/scan.repository.ts'
import { teamSizes } from './reports/team-size.cache.ts'
import { retentionHandlers } from './retention/retention.handlers.ts'
import { seriesHandlers } from './series/series.handlers.ts'
import { openClickHouse } from './store/clickhouse.client.ts'
import { totalHandlers } from './totals/total.handlers.ts'

/** Requests that are answered concurrently; a team has at most a quarter of them. */
const AT_ONCE = 16
/** Waiting requests per team: those of many open dashboards. */
const WAITING_PER_TEAM = 256

/** Composition root of the analytics service; tests start it exactly as `main` does. */
export async function startAnalytics(
  config: Config,
  lifecycle: Lifecycle,
  log: Logger,
  now: () => number = Date.now,
) {
  const geoip = lifecycle.own('geo databases', openGeoIp(config, 'city', log), (it) => it.close())
  const clickhouse = lifecycle.own('clickhouse', openClickHouse(config, 'reader'), (it) =>
    it.close(),
  )
  const server = lifecycle.own('grpc', createServer(config, log), (it) => it.close())

  const cutoffs = cutoffCache(clickhouse)
  const scopeOf = createScopeOf(teamSizes(clickhouse, now), cutoffs, now)
  const reports = reportRepository(clickhouse)
  const takingTurns = fairQueue(createFairShare(AT_ONCE, WAITING_PER_TEAM))
  const exportClicks = { ...AnalyticsService.exportClicks, responseSerialize: exportBytes }
  server.add(
    { ...AnalyticsService, exportClicks },
    takingTurns({
      ...reportHandlers(reports, scanRepository(clickhouse), exportRepository(clickhouse), scopeOf),
      ...groupHandlers(groupRepository(clickhouse), reports, scopeOf),
      ...seriesHandlers(reports, scopeOf),
    }),
  )
  server.add(GeoService, geoHandlers(geoip))
  server.add(RetentionsService, retentionHandlers(clickhouse, cutoffs, now))
  server.add(ErasurePreviewsService, {
    ...takingTurns(previewHandlers(previewRepository(clickhouse))),
    ...teamHandlers(teamRepository(clickhouse)),
  })
  server.add(
    RemovalsService,
    removalHandlers(removalRepository(clickhouse, config.CLICKHOUSE_CLUSTER)),
  )

  // An import reads what it has just written, which a replica may not have yet.
  const writer = lifecycle.own('clickhouse writer', openClickHouse(config), (it) => it.close())
  server.add(MovesService, moveHandlers(moveKinds(writer, config.CLICK_IP as AddressPrecision)))
  server.add(TotalsService, totalHandlers(writer))

  server.reportStore('clickhouse', clickhouse.ping)
  const port = await server.listen(config.GRPC_PORT)
  await openAdmin(config, { clickhouse: clickhouse.ping }, lifecycle, log, { geo: geoip.check })
  return { port }
}
