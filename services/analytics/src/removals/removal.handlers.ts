import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { RemovalsService } from '@fingerpost/protos/analytics/v1/removal'
import type { removalRepository } from './removal.repository.ts'

export const removalHandlers = (
  removals: ReturnType<typeof removalRepository>,
): Handlers<RemovalsService> => ({
  async removeTeam(_, { caller }) {
    return { more: await removals.removeTeam(caller().orgId) }
  },
})
