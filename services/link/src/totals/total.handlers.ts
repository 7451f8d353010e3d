import type { Handlers } from '@fingerpost/kit/grpc'
import type { Postgres } from '@fingerpost/kit/postgres'
import type { ClickTotalsService } from '@fingerpost/protos/link/v1/click_total'
import type { LinkSchema } from '../link.schema.ts'
import { totalRepository } from './total.repository.ts'

export const totalHandlers = (postgres: Postgres<LinkSchema>): Handlers<ClickTotalsService> => {
  const totals = totalRepository(postgres)
  return {
    async setClickTotals(request) {
      await totals.set(request.totals)
      return {}
    },
  }
}
