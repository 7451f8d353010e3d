import { openAdmin } from '@fingerpost/kit/admin'
import { createServer } from '@fingerpost/kit/grpc'
import type { Lifecycle } from '@fingerpost/kit/lifecycle'
import type { Logger } from '@fingerpost/kit/log'
import { openPostgres } from '@fingerpost/kit/postgres'
import { createRecords } from '@fingerpost/kit/records'
import { openRedis, redisUrls } from '@fingerpost/kit/redis'
import { ApiKeysService } from '@fingerpost/protos/catalog/v1/api_key'
import { type DomainRecord, DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import { OrganizationsService } from '@fingerpost/protos/catalog/v1/organization'
import { ReferencesService } from '@fingerpost/protos/catalog/v1/reference'
import type { CatalogSchema } from './catalog.schema.ts'
import type { Config } from './config.ts'
import { domainHandlers } from './domains/domain.handlers.ts'
import { apiKeyHandlers } from './keys/api-key.handlers.ts'
import { organizationHandlers } from './organizations/organization.handlers.ts'
import { referenceHandlers } from './references/reference.handlers.ts'
import { ensureFirstTeam } from './setup/setup.repository.ts'

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
  const made = await ensureFirstTeam(postgres.db, config.INITIAL_API_KEY, config.INITIAL_DOMAIN)
  if (made) log.warn({ first_key: made }, 'made the first API key, which is shown only this once')

  const server = lifecycle.own('grpc', createServer(config, log), (it) => it.close())
  server.add(ApiKeysService, apiKeyHandlers(postgres))
  server.add(DomainsService, domainHandlers(postgres, createRecords<DomainRecord>(redis)))
  server.add(OrganizationsService, organizationHandlers(postgres))
  server.add(ReferencesService, referenceHandlers(postgres))

  const port = await server.listen(config.GRPC_PORT)
  await openAdmin(config, { postgres: postgres.ping, redis: () => redis.ping() }, lifecycle, log)
  return { port }
}
