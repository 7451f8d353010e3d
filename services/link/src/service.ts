import { auditLogHandlers, startAuditTidying } from '@fingerpost/kit/audit/log'
import { connect } from '@fingerpost/kit/grpc/client'
import { createServer } from '@fingerpost/kit/grpc/server'
import { moveHandlers } from '@fingerpost/kit/move/handlers'
import { createGuardedFetch } from '@fingerpost/kit/net/guarded-fetch'
import { openAdmin } from '@fingerpost/kit/process/admin'
import type { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import type { Logger } from '@fingerpost/kit/process/log'
import { measureQueue } from '@fingerpost/kit/queue/gauges'
import { measureOutbox } from '@fingerpost/kit/queue/outbox-gauges'
import { openQueue } from '@fingerpost/kit/queue/queue'
import { openPostgres } from '@fingerpost/kit/stores/postgres'
import { createQuotas } from '@fingerpost/kit/stores/quota'
import { openRedis, redisCheck, redisUrls } from '@fingerpost/kit/stores/redis'
import { measureRedis, watchMemory } from '@fingerpost/kit/stores/redis-memory'
import { openReads } from '@fingerpost/kit/stores/replica'
import { AuditService } from '@fingerpost/protos/audit/v1/audit'
import { DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import { FoldersService, TagsService } from '@fingerpost/protos/catalog/v1/label'
import { ReferencesService } from '@fingerpost/protos/catalog/v1/reference'
import { ClickAuditService } from '@fingerpost/protos/link/v1/click_audit'
import { ClickLimitsService } from '@fingerpost/protos/link/v1/click_limit'
import { ClickTotalsService } from '@fingerpost/protos/link/v1/click_total'
import { DomainUseService } from '@fingerpost/protos/link/v1/domain_use'
import { ImportsService } from '@fingerpost/protos/link/v1/import'
import { LabelsService } from '@fingerpost/protos/link/v1/label'
import { LinksService } from '@fingerpost/protos/link/v1/link'
import { NotesService } from '@fingerpost/protos/link/v1/note'
import { RemovalsService } from '@fingerpost/protos/link/v1/removal'
import { SlugsService } from '@fingerpost/protos/link/v1/slug'
import { TasksService } from '@fingerpost/protos/link/v1/task'
import { WebhooksService } from '@fingerpost/protos/link/v1/webhook'
import { MovesService } from '@fingerpost/protos/move/v1/move'
import { limitsOf } from '@fingerpost/protos/moved-kinds'
import { quotasOf } from '@fingerpost/protos/quotas'
import { CLICK_QUEUES, LINK_CHANGE_QUEUE } from '@fingerpost/protos/redis-keys'
import { auditHandlers } from './audits/audit.handlers.ts'
import type { Config } from './config.ts'
import { startCounts } from './counts/count.worker.ts'
import { labelCountHandlers } from './counts/label-count.handlers.ts'
import { domainUseHandlers } from './domains/domain-use.handlers.ts'
import { importHandlers } from './imports/import.handlers.ts'
import { importRepository } from './imports/import.repository.ts'
import { startImports } from './imports/import.worker.ts'
import { labelHandlers } from './labels/label.handlers.ts'
import { limitHandlers } from './limits/limit.handlers.ts'
import { uncountedClicks } from './limits/uncounted.queue.ts'
import type { LinkSchema } from './link.schema.ts'
import { bulkHandlers } from './links/bulk.handlers.ts'
import { changeHandlers } from './links/change.handlers.ts'
import { describer, linkHandlers } from './links/link.handlers.ts'
import { passwordHasher } from './links/password.adapter.ts'
import { updateManyHandlers } from './links/update-many.handlers.ts'
import type { FindDomains } from './moves/link.repository.ts'
import { moveKinds, partIds } from './moves/move.repository.ts'
import { noteHandlers } from './notes/note.handlers.ts'
import { startOutboxRelay } from './outbox/outbox.worker.ts'
import { referenceClient } from './references/reference.client.ts'
import { removalHandlers } from './removals/removal.handlers.ts'
import { startRepublishing } from './republish/republish.worker.ts'
import { startSalts } from './salts/salt.worker.ts'
import { slugCache } from './slugs/slug.cache.ts'
import { slugHandlers } from './slugs/slug.handlers.ts'
import { slugRepository } from './slugs/slug.repository.ts'
import { taskHandlers } from './tasks/task.handlers.ts'
import { titleFetcher } from './titles/title.adapter.ts'
import { titleHandlers } from './titles/title.handlers.ts'
import { startTitles } from './titles/title.worker.ts'
import { totalHandlers } from './totals/total.handlers.ts'
import { trashHandlers } from './trash/trash.handlers.ts'
import { startDeliveries } from './webhooks/delivery.worker.ts'
import { startExpiry } from './webhooks/expiry.worker.ts'
import { webhookSender } from './webhooks/sender.adapter.ts'
import { webhookHandlers } from './webhooks/webhook.handlers.ts'

/** Builds the link service from its parts. Tests start it exactly as `main` does. */
export async function startLink(config: Config, lifecycle: Lifecycle, log: Logger) {
  const postgres = lifecycle.own(
    'postgres',
    openPostgres<LinkSchema>(config.DATABASE_URL, log, 20),
    (it) => it.close(),
  )
  const reads = lifecycle.own(
    'postgres replica',
    openReads(postgres, config.DATABASE_REPLICA_URL, log),
    (it) => it.close(),
  )
  const urls = redisUrls(config)
  const cache = lifecycle.own('redis cache', openRedis(urls.cache, 'hot', log), (it) =>
    it.disconnect(),
  )
  measureRedis('cache', cache)
  const queueRedis = lifecycle.own('redis queue', openRedis(urls.queue, 'queue', log), (it) =>
    it.disconnect(),
  )
  const catalog = lifecycle.own(
    'catalog',
    connect(config.CATALOG_ADDRESS, config.GRPC_SHARED_SECRET),
    (it) => it.close(),
  )
  const changes = lifecycle.own(
    LINK_CHANGE_QUEUE,
    openQueue<unknown>(LINK_CHANGE_QUEUE, queueRedis, log),
    (it) => it.close(),
  )
  const clicks = CLICK_QUEUES.map((name) =>
    lifecycle.own(name, openQueue<never>(name, queueRedis, log), (it) => it.close()),
  )
  const uncounted = uncountedClicks(clicks, queueRedis)
  const base = { scheme: config.SHORT_URL_SCHEME, port: config.SHORT_URL_PORT }
  const memory = lifecycle.own('memory', watchMemory(cache), (it) => it.close())
  const slugs = slugCache(cache, base, slugRepository(postgres).find, memory.full)
  const guarded = createGuardedFetch(config)
  const send = webhookSender(guarded)
  const references = referenceClient(catalog.client(ReferencesService), base)
  const deliveries = lifecycle.own(
    'webhooks',
    startDeliveries(postgres, references, send, log),
    (it) => it.close(),
  )
  lifecycle.own('expiry', startExpiry(postgres, base, deliveries.wake, log), (it) => it.close())
  lifecycle.own('counts', startCounts(postgres, log), (it) => it.close())
  const saltRedis = lifecycle.own('salt redis', openRedis(urls.cache, 'cache', log), (it) =>
    it.disconnect(),
  )
  lifecycle.own('visitor salts', startSalts(postgres, saltRedis, log), (it) => it.close())
  const relay = lifecycle.own(
    'outbox relay',
    startOutboxRelay(postgres, slugs, changes, base, deliveries.wake, log),
    (it) => it.close(),
  )
  lifecycle.own('republishing', startRepublishing(postgres, slugs, changes, base, log), (it) =>
    it.close(),
  )
  measureOutbox('link', postgres.db)
  const titles = lifecycle.own(
    'titles',
    startTitles(titleFetcher(guarded), { postgres, slugs, onChange: relay.wake }, log),
    (it) => it.close(),
  )

  const server = lifecycle.own('grpc', createServer(config, log), (it) => it.close())
  const quotas = createQuotas(quotasOf('link'), config)
  const parts = {
    postgres,
    reads,
    catalog: catalog.client(ReferencesService),
    references,
    describe: describer(references, base),
    domains: catalog.client(DomainsService),
    labels: { folders: catalog.client(FoldersService), tags: catalog.client(TagsService) },
    slugs,
    base,
    titles,
    passwords: passwordHasher(),
    quota: quotas.link,
    onChange: relay.wake,
  }
  const changing = changeHandlers(parts)
  server.add(LinksService, {
    ...linkHandlers(parts),
    ...changing,
    ...updateManyHandlers(parts, changing.updateLink),
    ...bulkHandlers(parts),
    ...trashHandlers(parts),
    ...titleHandlers(titles),
    ...labelCountHandlers(reads),
  })
  const imports = lifecycle.own('imports', startImports(parts, deliveries.wake, log), (it) =>
    it.close(),
  )
  const { waiting } = importRepository(postgres.db)
  measureQueue('imports', {
    depth: async () => (await waiting()).count,
    oldestAtMs: async () => (await waiting()).sinceMs,
  })
  server.add(ImportsService, importHandlers(parts, imports.wake, quotas.import))
  server.add(TasksService, taskHandlers(postgres, imports.wake))
  server.add(ClickLimitsService, limitHandlers(postgres, uncounted))
  server.add(ClickAuditService, auditHandlers(postgres))
  server.add(SlugsService, slugHandlers(postgres, slugs, uncounted))
  server.add(ClickTotalsService, totalHandlers(postgres, base, deliveries.wake))
  server.add(
    WebhooksService,
    webhookHandlers(postgres, guarded, send, deliveries.wake, quotas.webhook),
  )
  server.add(NotesService, noteHandlers(postgres, quotas.note))
  server.add(LabelsService, labelHandlers(postgres, relay.wake))
  server.add(RemovalsService, removalHandlers(postgres, relay.wake))
  const findDomains: FindDomains = async (domainIds, { requestId, ...team }) => {
    const rows = domainIds.map((domain_id) => ({ domain_id, folder_id: null, tag_ids: [] }))
    const caller = () => ({ ...team, scopes: [] })
    return (await references.present(rows, { requestId, caller })).domains
  }
  server.add(
    MovesService,
    moveHandlers(
      moveKinds(postgres.db, findDomains),
      limitsOf('link', quotas),
      partIds(postgres.db),
    ),
  )
  server.add(DomainUseService, domainUseHandlers(postgres, base, deliveries.wake))

  server.add(AuditService, auditLogHandlers(postgres))
  lifecycle.own('audit log', startAuditTidying(postgres, config.AUDIT_DAYS, log), (it) =>
    it.close(),
  )

  server.reportStore('postgres', postgres.ping)
  const port = await server.listen(config.GRPC_PORT)
  const checks = {
    postgres: postgres.ping,
    redis_cache: redisCheck(cache),
    redis_queue: () => queueRedis.ping(),
    catalog: catalog.checkHealth,
  }
  await openAdmin(config, checks, lifecycle, log)
  return { port }
}
