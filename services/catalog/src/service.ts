import { createUnavailableRetry } from '@fingerpost/kit/async/retry-while-unavailable'
import { auditLogHandlers, startAuditTidying } from '@fingerpost/kit/audit/log'
import { connect } from '@fingerpost/kit/grpc/client'
import { createServer } from '@fingerpost/kit/grpc/server'
import { moveHandlers } from '@fingerpost/kit/move/handlers'
import { openAdmin } from '@fingerpost/kit/process/admin'
import type { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import type { Logger } from '@fingerpost/kit/process/log'
import { measureOutbox } from '@fingerpost/kit/queue/outbox-gauges'
import { openPostgres } from '@fingerpost/kit/stores/postgres'
import { isUnreachable } from '@fingerpost/kit/stores/postgres-error'
import { createQuotas } from '@fingerpost/kit/stores/quota'
import { openRedis, redisUrls } from '@fingerpost/kit/stores/redis'
import { createRecords } from '@fingerpost/kit/stores/versioned-cache'
import { AuditService } from '@fingerpost/protos/audit/v1/audit'
import { ApiKeysService } from '@fingerpost/protos/catalog/v1/api_key'
import { DomainRecord, DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import { ErasuresService } from '@fingerpost/protos/catalog/v1/erasure'
import { IdentitiesService } from '@fingerpost/protos/catalog/v1/identity'
import { InvitationsService } from '@fingerpost/protos/catalog/v1/invitation'
import { FoldersService, TagsService } from '@fingerpost/protos/catalog/v1/label'
import { MembersService } from '@fingerpost/protos/catalog/v1/member'
import { OrganizationsService } from '@fingerpost/protos/catalog/v1/organization'
import { PasskeysService } from '@fingerpost/protos/catalog/v1/passkey'
import { PeopleService } from '@fingerpost/protos/catalog/v1/person'
import { ReferencesService } from '@fingerpost/protos/catalog/v1/reference'
import { RemovalsService } from '@fingerpost/protos/catalog/v1/removal'
import { RetentionsService } from '@fingerpost/protos/catalog/v1/retention'
import { SessionsService } from '@fingerpost/protos/catalog/v1/session'
import { TeamImportsService } from '@fingerpost/protos/catalog/v1/team_import'
import { ViewsService } from '@fingerpost/protos/catalog/v1/view'
import { DomainUseService } from '@fingerpost/protos/link/v1/domain_use'
import { LabelsService } from '@fingerpost/protos/link/v1/label'
import { TasksService } from '@fingerpost/protos/link/v1/task'
import { MovesService } from '@fingerpost/protos/move/v1/move'
import { limitsOf } from '@fingerpost/protos/moved-kinds'
import { quotasOf } from '@fingerpost/protos/quotas'
import type { CatalogSchema, DomainEvent } from './catalog.schema.ts'
import type { Config } from './config.ts'
import { departures } from './departures/departure.client.ts'
import { departureHandlers } from './departures/departure.handlers.ts'
import { dnsResolver } from './domains/dns.adapter.ts'
import { domainCache } from './domains/domain.cache.ts'
import { domainHandlers } from './domains/domain.handlers.ts'
import { domainRepository } from './domains/domain.repository.ts'
import { startProofs } from './domains/proof.worker.ts'
import { writeDomain } from './domains/publish.cache.ts'
import { erasureHandlers } from './erasures/erasure.handlers.ts'
import { identityHandlers } from './identities/identity.handlers.ts'
import { importHandlers } from './imports/import.handlers.ts'
import { invitationHandlers } from './invitations/invitation.handlers.ts'
import { apiKeyHandlers } from './keys/api-key.handlers.ts'
import { startKeyUses } from './keys/key-use.worker.ts'
import { labelHandlers } from './labels/label.handlers.ts'
import { removalClient } from './labels/removal.client.ts'
import { mailSender } from './mail/mail.adapter.ts'
import { dashboardAddress, senderOf } from './mail/mail.rules.ts'
import { mailCounts } from './mail/mail-count.cache.ts'
import { memberHandlers } from './members/member.handlers.ts'
import { moveKinds } from './moves/move.repository.ts'
import { organizationHandlers } from './organizations/organization.handlers.ts'
import { canCreate } from './organizations/organization.rules.ts'
import { retentionHandlers } from './organizations/retention.handlers.ts'
import { startOutboxRelay } from './outbox/outbox.worker.ts'
import { challengeCache } from './passkeys/challenge.cache.ts'
import { passkeyHandlers } from './passkeys/passkey.handlers.ts'
import { mailedResets } from './people/mailed-reset.worker.ts'
import { passwordAdapter } from './people/password.adapter.ts'
import { personHandlers } from './people/person.handlers.ts'
import { createToPerson } from './people/person.rules.ts'
import { sessionHandlers } from './people/session.handlers.ts'
import { referenceHandlers } from './references/reference.handlers.ts'
import { removalHandlers } from './removals/removal.handlers.ts'
import { startRepublishing } from './republish/republish.worker.ts'
import { resetHandlers } from './resets/reset.handlers.ts'
import { ensureFirstTeam } from './setup/setup.repository.ts'
import { viewHandlers } from './views/view.handlers.ts'

/** Builds the catalog service from its parts. Tests start it exactly as `main` does. */
export async function startCatalog(config: Config, lifecycle: Lifecycle, log: Logger) {
  const postgres = lifecycle.own(
    'postgres',
    openPostgres<CatalogSchema>(config.DATABASE_URL, log),
    (it) => it.close(),
  )
  const redis = lifecycle.own('redis', openRedis(redisUrls(config).cache, 'cache', log), (it) =>
    it.disconnect(),
  )
  const link = lifecycle.own(
    'link',
    connect(config.LINK_ADDRESS, config.GRPC_SHARED_SECRET),
    (it) => it.close(),
  )
  const dns = lifecycle.own('dns', dnsResolver(config.DNS_SERVERS, log), (it) => it.close())
  // The only task that must finish before the first request; retries while Postgres is unavailable.
  const first = lifecycle.own(
    'first team',
    createUnavailableRetry('postgres', isUnreachable, log),
    (it) => it.close(),
  )
  const made = await first.retryWhileUnavailable(() =>
    ensureFirstTeam(postgres.db, config.INITIAL_API_KEY, config.INITIAL_DOMAIN),
  )
  if (made)
    log.info(
      { org_id: made },
      'created the first team; create its API key with: admin key create --org',
    )

  const records = domainCache(
    createRecords(redis, DomainRecord),
    domainRepository(postgres.db).find,
  )
  const use = link.client(DomainUseService)
  const proofParts = {
    postgres,
    links: use,
    dns,
    instanceHost: config.INSTANCE_HOST,
    publish: writeDomain(records.put),
  }
  const removals = removalClient(link.client(LabelsService))
  const deliveries = {
    ...removals.deliveries,
    ...departures(link.client(TasksService)),
    domain_changed: async (json: unknown) => void (await records.put(DomainRecord.fromJSON(json))),
    domain_event: async ({ id = '', orgId, type, data }: DomainEvent) =>
      void (await use.tellDomainEvent(
        { org_id: orgId, type, data: JSON.stringify(data), event_id: id },
        { timeoutMs: 2_000 },
      )),
  }
  measureOutbox('catalog', postgres.db)
  lifecycle.own('outbox relay', startOutboxRelay(postgres, deliveries, log), (it) => it.close())

  lifecycle.own('proofs', startProofs(proofParts, log), (it) => it.close())

  lifecycle.own('republishing', startRepublishing(postgres, records, log), (it) => it.close())

  const uses = lifecycle.own('key-uses', startKeyUses(postgres, log), (it) => it.close())

  const server = lifecycle.own('grpc', createServer(config, log), (it) => it.close())
  const quotas = createQuotas(quotasOf('catalog'), config)
  server.add(ApiKeysService, apiKeyHandlers(postgres, uses, quotas.key))
  server.add(
    DomainsService,
    domainHandlers(
      { ...proofParts, restore: writeDomain(records.restore) },
      {
        singleLabels: config.SINGLE_LABEL_DOMAINS,
        shortUrls: { scheme: config.SHORT_URL_SCHEME, port: config.SHORT_URL_PORT },
        quota: quotas.domain,
      },
    ),
  )
  server.add(FoldersService, labelHandlers(postgres, 'folders', removals, quotas.folder))
  server.add<TagsService>(TagsService, labelHandlers(postgres, 'tags', removals, quotas.tag))
  server.add(ViewsService, viewHandlers(postgres, quotas.view))
  const creation = { creators: config.TEAM_CREATION, maxTeams: quotas.organization.limit }
  const toPerson = createToPerson((roles) => canCreate(roles, creation))
  server.add(
    OrganizationsService,
    organizationHandlers(postgres, creation, config.CLICK_RETENTION_MONTHS),
  )
  const passwords = passwordAdapter()
  const dashboard = dashboardAddress(config)
  const sender = { SMTP_URL: config.SMTP_URL, MAIL_FROM: senderOf(config) }
  const mail = lifecycle.own('mail', mailSender(sender), (it) => it.close())
  const mailReset = mailedResets(postgres.db, mail, dashboard)
  server.add(PeopleService, {
    ...personHandlers(postgres, passwords, mailReset, toPerson),
    ...resetHandlers(postgres, passwords),
  })
  server.add(SessionsService, sessionHandlers(postgres, passwords, toPerson))
  const challenges = challengeCache(redis)
  server.add(PasskeysService, passkeyHandlers(postgres, challenges, toPerson))
  server.add(
    IdentitiesService,
    identityHandlers(
      postgres,
      { domains: config.OIDC_ALLOWED_DOMAINS, role: config.OIDC_DEFAULT_ROLE },
      toPerson,
    ),
  )
  server.add(MembersService, { ...memberHandlers(postgres), ...departureHandlers(postgres) })
  server.add(
    InvitationsService,
    invitationHandlers(
      postgres,
      passwords,
      mail,
      mailCounts(redis),
      dashboard,
      challenges,
      toPerson,
    ),
  )
  server.add(RemovalsService, removalHandlers(postgres))
  server.add(TeamImportsService, importHandlers(postgres))
  const kinds = moveKinds(postgres.db, {
    instanceHost: config.INSTANCE_HOST,
    singleLabels: config.SINGLE_LABEL_DOMAINS,
    initialDomain: config.INITIAL_DOMAIN,
  })
  server.add(MovesService, moveHandlers(kinds, limitsOf('catalog', quotas)))
  server.add(RetentionsService, retentionHandlers(postgres, config.CLICK_RETENTION_MONTHS))
  server.add(ErasuresService, erasureHandlers(postgres))
  server.add(
    ReferencesService,
    referenceHandlers(postgres, { folders: quotas.folder, tags: quotas.tag }),
  )

  server.add(AuditService, auditLogHandlers(postgres))
  lifecycle.own('audit log', startAuditTidying(postgres, config.AUDIT_DAYS, log), (it) =>
    it.close(),
  )

  server.reportStore('postgres', postgres.ping)
  const port = await server.listen(config.GRPC_PORT)
  // Readiness does not depend on link: only deleting domains and changing their case rule need it.
  await openAdmin(config, { postgres: postgres.ping, redis: () => redis.ping() }, lifecycle, log)
  return { port }
}
