import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { RemovalsService } from '@fingerpost/protos/bio/v1/removal'
import type { BioSchema } from '../bio.schema.ts'
import { removalRepository } from './removal.repository.ts'

export const removalHandlers = ({ db }: Postgres<BioSchema>): Handlers<RemovalsService> => ({
  async removeTeam(_, { caller }) {
    return { more: await removalRepository(db).removeTeam(caller().orgId) }
  },
})
