import { createUnavailableRetry } from '@fingerpost/kit/async/retry-while-unavailable'
import { openGeoIp } from '@fingerpost/kit/geo/geoip'
import { connect } from '@fingerpost/kit/grpc/client'
import type { AddressPrecision } from '@fingerpost/kit/net/ip'
import { openAdmin } from '@fingerpost/kit/process/admin'
import type { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import type { Logger } from '@fingerpost/kit/process/log'
import { measureQueue } from '@fingerpost/kit/queue/gauges'
import { createGroups, type Group, type GroupLimits } from '@fingerpost/kit/queue/groups'
import { openQueue, openWorker } from '@fingerpost/kit/queue/queue'
import { openRedis, redisUrls } from '@fingerpost/kit/stores/redis'
import { measureRedis } from '@fingerpost/kit/stores/redis-memory'
import { ErasuresService } from '@fingerpost/protos/catalog/v1/erasure'
import { RetentionsService } from '@fingerpost/protos/catalog/v1/retention'
import { ClickTotalsService } from '@fingerpost/protos/link/v1/click_total'
import { CLICK_QUEUES, LINK_CHANGE_QUEUE } from '@fingerpost/protos/redis-keys'
import { CLICK_GROUPS } from '../clicks/click.queue.ts'
import { clickRepository } from '../clicks/click.repository.ts'
import { clickWork } from '../clicks/click.worker.ts'
import { enrichment } from '../clicks/steps.worker.ts'
import { erasingRepository } from '../erasing/erasing.repository.ts'
import { startErasing } from '../erasing/erasing.worker.ts'
import { erasureRepository } from '../erasures/erasure.repository.ts'
import { LINK_CHANGE_GROUPS } from '../links/link-change.queue.ts'
import { linkChangeRepository } from '../links/link-change.repository.ts'
import { linkChangeWork } from '../links/link-change.worker.ts'
import { rejectedRepository } from '../requeue/rejected.repository.ts'
import { retentionRepository } from '../retention/retention.repository.ts'
import { startRetention } from '../retention/retention.worker.ts'
import { isStoreAway, openClickHouse } from '../store/clickhouse.client.ts'
import { measureDisk } from '../store/disk.repository.ts'
import { totalRepository } from '../totals/total.repository.ts'
import { startTotalsSync } from '../totals/total.worker.ts'
import { touchedQueue } from '../totals/touched.queue.ts'
import { visitorDayRepository } from '../visitors/visitor-day.repository.ts'
import { startVisitorCounts } from '../visitors/visitor-day.worker.ts'
import type { WorkerConfig } from './config.ts'

/** Composition root of the click worker; tests start it exactly as `main` does. */
export async function startClickWorker(
  config: WorkerConfig,
  lifecycle: Lifecycle,
  log: Logger,
): Promise<undefined> {
  const queueUrl = redisUrls(config).queue
  const geoip = lifecycle.own('geo databases', openGeoIp(config, 'city', log), (it) => it.close())

  const clickhouse = lifecycle.own('clickhouse', openClickHouse(config), (it) => it.close())
  const redis = lifecycle.own('redis', openRedis(queueUrl, 'queue', log), (it) => it.disconnect())
  measureRedis('queue', redis)
  measureDisk(clickhouse)
  const link = lifecycle.own(
    'link',
    connect(config.LINK_ADDRESS, config.GRPC_SHARED_SECRET),
    (it) => it.close(),
  )
  const catalog = lifecycle.own(
    'catalog',
    connect(config.CATALOG_ADDRESS, config.GRPC_SHARED_SECRET),
    (it) => it.close(),
  )
  const touched = touchedQueue(redis)
  lifecycle.own(
    'totals',
    startTotalsSync(touched, totalRepository(clickhouse), link.client(ClickTotalsService), log),
    (it) => it.close(),
  )
  lifecycle.own(
    'retention',
    startRetention({
      catalog: catalog.client(RetentionsService),
      store: retentionRepository(clickhouse, config.CLICKHOUSE_CLUSTER),
      now: Date.now,
      log,
    }),
    (it) => it.close(),
  )
  lifecycle.own(
    'visitors',
    startVisitorCounts({ store: visitorDayRepository(clickhouse, config.CLICKHOUSE_CLUSTER), log }),
    (it) => it.close(),
  )
  const precision = config.CLICK_IP as AddressPrecision
  const clickRows = clickRepository(clickhouse)
  const work = clickWork({
    steps: enrichment(geoip, precision),
    clicks: clickRows,
    touch: (rows) => touched.touch(rows),
    precision,
    now: Date.now,
    log,
  })
  const open = (
    names: readonly string[],
    limits: GroupLimits<unknown>,
    write: (group: Group<unknown>) => Promise<void>,
    inHand: number,
  ) => {
    const { retryWhileUnavailable, close } = createUnavailableRetry('clickhouse', isStoreAway, log)
    const groups = createGroups<unknown>(redis, limits, (group) =>
      retryWhileUnavailable((attempt) =>
        write({ ...group, isFirst: group.isFirst && attempt === 1 }),
      ),
    )
    const workers = names.map((name) =>
      openWorker(name, queueUrl, groups.of(name).take, log, inHand),
    )
    lifecycle.own(names.join(), workers, (all) => {
      close()
      return Promise.all(all.map((it) => it.close()))
    })
  }
  open(CLICK_QUEUES, CLICK_GROUPS, work, config.CLICK_CONCURRENCY)
  const writeChanges = linkChangeWork(linkChangeRepository(clickhouse), log)
  open([LINK_CHANGE_QUEUE], LINK_CHANGE_GROUPS, writeChanges, LINK_CHANGE_GROUPS.maxJobs)
  const measured = (name: string) => {
    const queue = lifecycle.own('queue', openQueue<never>(name, redis, log), (it) => it.close())
    measureQueue(name, queue)
    return queue
  }
  measured(LINK_CHANGE_QUEUE)
  lifecycle.own(
    'erasing',
    startErasing({
      catalog: catalog.client(ErasuresService),
      erasures: erasureRepository(clickhouse),
      store: erasingRepository(clickhouse, config.CLICKHOUSE_CLUSTER),
      rejected: rejectedRepository(clickhouse, config.CLICKHOUSE_CLUSTER),
      clicks: clickRows,
      queues: CLICK_QUEUES.map(measured),
      recount: visitorDayRepository(clickhouse, config.CLICKHOUSE_CLUSTER).recount,
      now: Date.now,
      log,
    }),
    (it) => it.close(),
  )
  const needs = { clickhouse: clickhouse.ping, queue: () => redis.ping() }
  await openAdmin(config, needs, lifecycle, log, { geo: geoip.check })
}
