import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { AnalyticsService } from '@fingerpost/protos/analytics/v1/analytics'
import { sliceOf } from '../reports/filter.rules.ts'
import { askedScope } from '../reports/report.handlers.ts'
import type { TeamSizes } from '../reports/team-size.cache.ts'
import type { DestinationRepository } from './destination.repository.ts'

export const destinationHandlers = (
  destinations: DestinationRepository,
  sizes: TeamSizes,
  now: () => number,
): Pick<Handlers<AnalyticsService>, 'listDestinations'> => ({
  listDestinations({ filter, page }, context) {
    const slice = sliceOf(page)
    return destinations.list(askedScope(filter, context, sizes, now()), slice)
  },
})
