import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { ClickAuditService } from '@fingerpost/protos/link/v1/click_audit'
import type { LinkSchema } from '../link.schema.ts'
import { auditRepository } from './audit.repository.ts'

const MOST = 1_000

export const auditHandlers = (postgres: Postgres<LinkSchema>): Handlers<ClickAuditService> => {
  const audits = auditRepository(postgres)
  return {
    listClickCounts: async ({ after_link_id, limit }) => ({
      counts: await audits.list(after_link_id, Math.min(limit, MOST)),
    }),
    correctClickCounts: async ({ counts }) => ({ link_ids: await audits.correct(counts) }),
  }
}
