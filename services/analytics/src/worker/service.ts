import { metrics, openAdmin } from '@fingerpost/kit/admin'
import { openGeoIp } from '@fingerpost/kit/geoip'
import { connect } from '@fingerpost/kit/grpc'
import type { Lifecycle } from '@fingerpost/kit/lifecycle'
import type { Logger } from '@fingerpost/kit/log'
import { openQueue, openWorker } from '@fingerpost/kit/queue'
import { createGroups, type GroupLimits } from '@fingerpost/kit/queue-groups'
import { openRedis, redisUrls } from '@fingerpost/kit/redis'
import type { ClickBatch } from '@fingerpost/protos/click/v1/click'
import { ClickTotalsService } from '@fingerpost/protos/link/v1/click_total'
import { Gauge } from 'prom-client'
import { clickRepository } from '../clicks/click.repository.ts'
import { clickWork } from '../clicks/click.worker.ts'
import { enrichment, type KeptAddress } from '../clicks/enrich/steps.worker.ts'
import { linkChangeRepository } from '../links/link-change.repository.ts'
import { linkChangeWork } from '../links/link-change.worker.ts'
import { openClickHouse } from '../store/clickhouse.client.ts'
import { totalRepository } from '../totals/total.repository.ts'
import { startTelling } from '../totals/total.worker.ts'
import { touchedQueue } from '../totals/touched.queue.ts'
import type { WorkerConfig } from './config.ts'

// A busy redirect sends 200 jobs a second however many clicks there are, and ClickHouse dislikes small
// inserts: docs/decisions/0012.
const GROUPS: GroupLimits<unknown> = {
  gatherMs: 100,
  maxJobs: 32,
  maxWeight: 2_000,
  parallel: 4,
  weigh(data) {
    const clicks = (data as Partial<ClickBatch> | null)?.clicks
    return Array.isArray(clicks) ? clicks.length : 1
  },
}

/** Builds the click worker from its parts. Tests start it exactly as `main` does. */
export async function startClickWorker(config: WorkerConfig, lifecycle: Lifecycle, log: Logger) {
  const queueUrl = redisUrls(config).queue
  const geoip = await openGeoIp(config.GEOIP_CITY_DB)
  if (!geoip) log.warn('no City database: clicks are not located')

  const clickhouse = lifecycle.own('clickhouse', openClickHouse(config), (it) => it.close())
  const redis = lifecycle.own('redis', openRedis(queueUrl, 'queue', log), (it) => it.disconnect())
  const link = lifecycle.own(
    'link',
    connect(config.LINK_ADDRESS, config.GRPC_SHARED_SECRET),
    (it) => it.close(),
  )
  const touched = touchedQueue(redis)
  lifecycle.own(
    'totals',
    startTelling(touched, totalRepository(clickhouse), link.client(ClickTotalsService), log),
    (it) => it.close(),
  )
  const keep = config.CLICK_IP as KeptAddress
  const work = clickWork({
    steps: enrichment(geoip, keep),
    clicks: clickRepository(clickhouse),
    touch: (rows) => touched.touch(rows.map((row) => ({ orgId: row.org_id, linkId: row.link_id }))),
    keep,
    now: Date.now,
    log,
  })
  const groups = createGroups<unknown>('clicks', redis, GROUPS, work)
  const clicks = lifecycle.own(
    'clicks',
    openWorker<unknown>('clicks', queueUrl, groups.take, log, config.CLICK_CONCURRENCY),
    (it) => it.close(),
  )
  lifecycle.own(
    'link-changes',
    openWorker<unknown>(
      'link-changes',
      queueUrl,
      linkChangeWork(linkChangeRepository(clickhouse), log),
      log,
      2,
    ),
    (it) => it.close(),
  )
  const waiting = lifecycle.own('queue', openQueue('clicks', redis, log), (it) => it.close())
  measureQueue(waiting)
  await openAdmin(config, { clickhouse: clickhouse.ping, queue: clicks.ping }, lifecycle, log)
}

/** Depth and age are asked when somebody looks, not all the time. */
function measureQueue(queue: ReturnType<typeof openQueue>): void {
  const asked = [
    ['click_queue_jobs', 'Batches of clicks that are not done', () => queue.depth()],
    [
      'click_queue_oldest_seconds',
      'Age of the oldest batch that is not done',
      async () => Math.max(0, (Date.now() - ((await queue.oldestAtMs()) ?? Date.now())) / 1_000),
    ],
  ] as const
  for (const [name, help, ask] of asked) {
    metrics.removeSingleMetric(name)
    new Gauge({
      name,
      help,
      registers: [metrics],
      async collect() {
        this.set(await ask().catch(() => Number.NaN))
      },
    })
  }
}
