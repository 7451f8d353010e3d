import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { RemovalsService } from '@fingerpost/protos/catalog/v1/removal'
import type { CatalogSchema } from '../catalog.schema.ts'
import { removalRepository } from './removal.repository.ts'

export const removalHandlers = ({ db }: Postgres<CatalogSchema>): Handlers<RemovalsService> => {
  const removals = removalRepository(db)
  return {
    async closeTeam(_, { caller }) {
      await removals.closeTeam(caller().orgId)
      return {}
    },
    async removeTeam(_, { caller }) {
      await removals.removeTeam(caller().orgId)
      return {}
    },
  }
}
