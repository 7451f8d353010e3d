import { auditLogHandlers, startAuditTidying } from '@fingerpost/kit/audit/log'
import { connect } from '@fingerpost/kit/grpc/client'
import { createServer } from '@fingerpost/kit/grpc/server'
import { INNER_HEAD_BYTES } from '@fingerpost/kit/http/head'
import { listen } from '@fingerpost/kit/http/listen'
import { createServer as createHttpServer } from '@fingerpost/kit/http/node-http'
import { moveHandlers } from '@fingerpost/kit/move/handlers'
import { instanceOrigin, matchInstance } from '@fingerpost/kit/net/instance-host'
import { openAdmin } from '@fingerpost/kit/process/admin'
import { drain } from '@fingerpost/kit/process/drain'
import type { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import type { Logger } from '@fingerpost/kit/process/log'
import { openPostgres } from '@fingerpost/kit/stores/postgres'
import { AuditService } from '@fingerpost/protos/audit/v1/audit'
import { BioPagesService } from '@fingerpost/protos/bio/v1/bio'
import { BioLinksService } from '@fingerpost/protos/bio/v1/bio_link'
import { BioPreviewsService } from '@fingerpost/protos/bio/v1/preview'
import { RemovalsService } from '@fingerpost/protos/bio/v1/removal'
import { OrganizationsService } from '@fingerpost/protos/catalog/v1/organization'
import { MovesService } from '@fingerpost/protos/move/v1/move'
import type { BioSchema } from './bio.schema.ts'
import { bioHandlers } from './bios/bio.handlers.ts'
import type { Config } from './config.ts'
import { linkHandlers } from './links/link.handlers.ts'
import { LINKS_MAX } from './links/link.rules.ts'
import { moveKinds } from './moves/move.repository.ts'
import { pageRoutes } from './pages/page.routes.ts'
import { previewHandlers } from './pages/preview.handlers.ts'
import { createPictureReader } from './pictures/picture.adapter.ts'
import { removalHandlers } from './removals/removal.handlers.ts'

/** The largest call has a picture of 5 MiB. */
const UPLOAD_BYTES = 6 * 1024 * 1024

/** Builds the bio service from its parts. Tests start it exactly as `main` does. */
export async function startBio(config: Config, lifecycle: Lifecycle, log: Logger) {
  const postgres = lifecycle.own(
    'postgres',
    openPostgres<BioSchema>(config.DATABASE_URL, log),
    (it) => it.close(),
  )
  const catalog = lifecycle.own(
    'catalog',
    connect(config.CATALOG_ADDRESS, config.GRPC_SHARED_SECRET),
    (it) => it.close(),
  )
  const server = lifecycle.own('grpc', createServer(config, log, UPLOAD_BYTES), (it) => it.close())
  const organizations = catalog.client(OrganizationsService)
  const origin = instanceOrigin(config)
  const local = { ...config, INSTANCE_HOST: 'localhost' }
  const base = origin ?? instanceOrigin(local) ?? ''
  const instance = { isInstance: matchInstance(config), origin, base }
  const readPicture = createPictureReader()
  server.add(BioPagesService, bioHandlers(postgres, organizations, base, readPicture))
  server.add(BioLinksService, linkHandlers(postgres))
  server.add(BioPreviewsService, previewHandlers(postgres, organizations, instance))
  server.add(RemovalsService, removalHandlers(postgres))
  server.add(
    MovesService,
    moveHandlers(moveKinds(postgres.db, readPicture), { bio_links: LINKS_MAX }),
  )
  server.add(AuditService, auditLogHandlers(postgres))
  lifecycle.own('audit log', startAuditTidying(postgres, config.AUDIT_DAYS, log), (it) =>
    it.close(),
  )

  server.reportStore('postgres', postgres.ping)
  const port = await server.listen(config.GRPC_PORT)

  const routes = pageRoutes(postgres, organizations, instance, log)
  const http = createHttpServer(
    { requestTimeout: 10_000, keepAliveTimeout: 72_000, maxHeaderSize: INNER_HEAD_BYTES },
    routes,
  )
  const httpPort = await listen(http, config)
  lifecycle.own('http', http, (it) => drain(it))
  const checks = { postgres: postgres.ping, catalog: catalog.checkHealth }
  await openAdmin(config, checks, lifecycle, log)
  return { port, httpPort }
}
