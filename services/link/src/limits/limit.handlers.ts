import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { ClickLimitsService } from '@fingerpost/protos/link/v1/click_limit'
import type { LinkSchema } from '../link.schema.ts'
import { limitRepository } from './limit.repository.ts'
import type { UncountedClicks } from './uncounted.queue.ts'

export const limitHandlers = (
  postgres: Postgres<LinkSchema>,
  uncounted: UncountedClicks,
): Handlers<ClickLimitsService> => {
  const limits = limitRepository(postgres.db, uncounted)
  return {
    grantClicks: ({ link_id, ...request }) => limits.grant(link_id, request),
  }
}
