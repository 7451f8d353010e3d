import { openGeoIp } from '@fingerpost/kit/geo/geoip'
import { createServer } from '@fingerpost/kit/grpc/server'
import { openAdmin } from '@fingerpost/kit/process/admin'
import type { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import type { Logger } from '@fingerpost/kit/process/log'
import { AnalyticsService } from '@fingerpost/protos/analytics/v1/analytics'
import { GeoService } from '@fingerpost/protos/analytics/v1/geo'
import { RemovalsService } from '@fingerpost/protos/analytics/v1/removal'
import type { Config } from './config.ts'
import { destinationHandlers } from './destinations/destination.handlers.ts'
import { destinationRepository } from './destinations/destination.repository.ts'
import { geoHandlers } from './geo/geo.handlers.ts'
import { groupHandlers } from './groups/group.handlers.ts'
import { groupRepository } from './groups/group.repository.ts'
import { removalHandlers } from './removals/removal.handlers.ts'
import { removalRepository } from './removals/removal.repository.ts'
import { exportBytes } from './reports/export.mapper.ts'
import { exportRepository } from './reports/export.repository.ts'
import { reportHandlers } from './reports/report.handlers.ts'
import { reportRepository } from './reports/report.repository.ts'
import { scanRepository } from './reports/scan.repository.ts'
import { teamSizes } from './reports/team-size.cache.ts'
import { seriesHandlers } from './series/series.handlers.ts'
import { seriesRepository } from './series/series.repository.ts'
import { openClickHouse } from './store/clickhouse.client.ts'

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

  const sizes = teamSizes(clickhouse, now)
  const exportClicks = { ...AnalyticsService.exportClicks, responseSerialize: exportBytes }
  server.add(
    { ...AnalyticsService, exportClicks },
    {
      ...reportHandlers(
        reportRepository(clickhouse),
        scanRepository(clickhouse),
        exportRepository(clickhouse),
        sizes,
        now,
      ),
      ...destinationHandlers(destinationRepository(clickhouse), sizes, now),
      ...groupHandlers(groupRepository(clickhouse), sizes, now),
      ...seriesHandlers(seriesRepository(clickhouse), sizes, now),
    },
  )
  server.add(GeoService, geoHandlers(geoip))
  server.add(
    RemovalsService,
    removalHandlers(removalRepository(clickhouse, config.CLICKHOUSE_CLUSTER)),
  )

  const port = await server.listen(config.GRPC_PORT)
  await openAdmin(config, { clickhouse: clickhouse.ping }, lifecycle, log, { geo: geoip.check })
  return { port }
}
