import type { Handlers } from '@fingerpost/kit/grpc'
import type { Postgres } from '@fingerpost/kit/postgres'
import type { Records } from '@fingerpost/kit/records'
import type { DomainRecord, DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import type { CatalogSchema } from '../catalog.schema.ts'
import { domainRepository } from './domain.repository.ts'
import { domainRecordKey, toDomain, toDomainRecord } from './domain.rules.ts'

export const domainHandlers = (
  postgres: Postgres<CatalogSchema>,
  records: Records<DomainRecord>,
): Handlers<DomainsService> => {
  const domains = domainRepository(postgres)
  return {
    async listDomains({ offset, limit }, { caller }) {
      const { rows, total } = await domains.list(caller().orgId, offset, limit)
      return { domains: rows.map(toDomain), total }
    },

    async getDomainRecord({ name }, { log }) {
      const row = await domains.find(name)
      if (!row) return {}
      const record = toDomainRecord(row)
      // Redirect has its answer either way; without Redis it asks again.
      await records
        .put(domainRecordKey(name), record)
        .catch((error: unknown) => log.warn({ err: error, name }, 'domain record not kept'))
      return { record }
    },
  }
}
