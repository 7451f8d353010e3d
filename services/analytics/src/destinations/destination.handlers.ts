import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { AnalyticsService } from '@fingerpost/protos/analytics/v1/analytics'
import { sliceOf } from '../reports/filter.rules.ts'
import type { ScopeOf } from '../reports/report.handlers.ts'
import type { DestinationRepository } from './destination.repository.ts'

export const destinationHandlers = (
  destinations: DestinationRepository,
  scopeOf: ScopeOf,
): Pick<Handlers<AnalyticsService>, 'listDestinations'> => ({
  async listDestinations({ filter, page }, context) {
    const slice = sliceOf(page)
    return destinations.list(await scopeOf(filter, context), slice)
  },
})
