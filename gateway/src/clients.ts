import { type Connection, connect } from '@fingerpost/kit/grpc/client'
import type { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { AnalyticsService } from '@fingerpost/protos/analytics/v1/analytics'
import { ErasurePreviewsService } from '@fingerpost/protos/analytics/v1/erasure'
import { GeoService } from '@fingerpost/protos/analytics/v1/geo'
import { RetentionsService } from '@fingerpost/protos/analytics/v1/retention'
import { AuditService } from '@fingerpost/protos/audit/v1/audit'
import { BioPagesService } from '@fingerpost/protos/bio/v1/bio'
import { BioLinksService } from '@fingerpost/protos/bio/v1/bio_link'
import { BioPreviewsService } from '@fingerpost/protos/bio/v1/preview'
import { ApiKeysService } from '@fingerpost/protos/catalog/v1/api_key'
import { DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import { ErasuresService } from '@fingerpost/protos/catalog/v1/erasure'
import { IdentitiesService } from '@fingerpost/protos/catalog/v1/identity'
import { InvitationsService } from '@fingerpost/protos/catalog/v1/invitation'
import { FoldersService, TagsService } from '@fingerpost/protos/catalog/v1/label'
import { MembersService } from '@fingerpost/protos/catalog/v1/member'
import { OrganizationsService } from '@fingerpost/protos/catalog/v1/organization'
import { PasskeysService } from '@fingerpost/protos/catalog/v1/passkey'
import { PeopleService } from '@fingerpost/protos/catalog/v1/person'
import { ReferencesService } from '@fingerpost/protos/catalog/v1/reference'
import { SessionsService } from '@fingerpost/protos/catalog/v1/session'
import { ViewsService } from '@fingerpost/protos/catalog/v1/view'
import { ImportsService } from '@fingerpost/protos/link/v1/import'
import { LinksService } from '@fingerpost/protos/link/v1/link'
import { NotesService } from '@fingerpost/protos/link/v1/note'
import { TasksService } from '@fingerpost/protos/link/v1/task'
import { WebhooksService } from '@fingerpost/protos/link/v1/webhook'
import { MovesService } from '@fingerpost/protos/move/v1/move'
import type { Config } from './config.ts'

/** The clients of the services, as the gateway's routes use them. */
export type Clients = ReturnType<typeof openClients>['clients']

type Addresses = Pick<
  Config,
  'GRPC_SHARED_SECRET' | 'CATALOG_ADDRESS' | 'LINK_ADDRESS' | 'BIO_ADDRESS' | 'ANALYTICS_ADDRESS'
>

/** Connects to every service. `checks` queries the health of each. */
export function openClients(config: Addresses, lifecycle: Lifecycle) {
  const open = (name: string, address: string): Connection =>
    lifecycle.own(name, connect(address, config.GRPC_SHARED_SECRET), (it) => it.close())
  const catalog = open('catalog', config.CATALOG_ADDRESS)
  const link = open('link', config.LINK_ADDRESS)
  const bio = open('bio', config.BIO_ADDRESS)
  const analytics = open('analytics', config.ANALYTICS_ADDRESS)
  const clients = {
    keys: catalog.client(ApiKeysService),
    domains: catalog.client(DomainsService),
    folders: catalog.client(FoldersService),
    tags: catalog.client(TagsService),
    views: catalog.client(ViewsService),
    organizations: catalog.client(OrganizationsService),
    people: catalog.client(PeopleService),
    sessions: catalog.client(SessionsService),
    passkeys: catalog.client(PasskeysService),
    members: catalog.client(MembersService),
    invitations: catalog.client(InvitationsService),
    identities: catalog.client(IdentitiesService),
    erasures: catalog.client(ErasuresService),
    references: catalog.client(ReferencesService),
    links: link.client(LinksService),
    imports: link.client(ImportsService),
    notes: link.client(NotesService),
    tasks: link.client(TasksService),
    webhooks: link.client(WebhooksService),
    bioPages: bio.client(BioPagesService),
    bioLinks: bio.client(BioLinksService),
    bioPreviews: bio.client(BioPreviewsService),
    analytics: analytics.client(AnalyticsService),
    geo: analytics.client(GeoService),
    erasurePreviews: analytics.client(ErasurePreviewsService),
    retentions: analytics.client(RetentionsService),
    catalogAudit: catalog.client(AuditService),
    linkAudit: link.client(AuditService),
    bioAudit: bio.client(AuditService),
    catalogMoves: catalog.client(MovesService),
    linkMoves: link.client(MovesService),
    bioMoves: bio.client(MovesService),
    analyticsMoves: analytics.client(MovesService),
  }
  // Without these, no key can be verified or no link used: neither reads nor writes are answered.
  const needs = {
    catalog: catalog.checkHealth,
    catalog_postgres: catalog.checkStore('postgres'),
    link: link.checkHealth,
  }
  const uses = {
    link_postgres: link.checkStore('postgres'),
    bio: bio.checkHealth,
    bio_postgres: bio.checkStore('postgres'),
    analytics: analytics.checkHealth,
    clickhouse: analytics.checkStore('clickhouse'),
  }
  return { clients, checks: { needs, uses } }
}
