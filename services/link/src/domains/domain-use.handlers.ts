import type { Handlers } from '@fingerpost/kit/grpc'
import type { Postgres } from '@fingerpost/kit/postgres'
import type { DomainUseService } from '@fingerpost/protos/link/v1/domain_use'
import type { LinkSchema } from '../link.schema.ts'
import { domainUseRepository } from './domain-use.repository.ts'

export const domainUseHandlers = (postgres: Postgres<LinkSchema>): Handlers<DomainUseService> => {
  const domains = domainUseRepository(postgres)
  return {
    checkDomainUse: async ({ domainId }) => ({ used: await domains.isUsed(domainId) }),
  }
}
