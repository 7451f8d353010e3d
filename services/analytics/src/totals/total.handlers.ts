import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { TotalsService } from '@fingerpost/protos/analytics/v1/total'
import type { ClickHouse } from '../store/clickhouse.client.ts'
import { totalRepository } from './total.repository.ts'

export const totalHandlers = (clickhouse: ClickHouse): Handlers<TotalsService> => ({
  async readTotals({ link_ids }, { caller }) {
    const { orgId: org_id } = caller()
    // A new repository: a cutoff that an import has just set must not be missing from its cache.
    const totals = totalRepository(clickhouse)
    return { totals: await totals.read(link_ids.map((link_id) => ({ org_id, link_id }))) }
  },
})
