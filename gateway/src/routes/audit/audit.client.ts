import type { CallOptions } from '@fingerpost/kit/grpc/client'
import type { ListEntriesRequest } from '@fingerpost/protos/audit/v1/audit'
import { auditedBy } from '@fingerpost/protos/objects'
import type { Clients } from '../../clients.ts'
import { mergeLogs } from './audit.rules.ts'

export type AuditClients = Pick<Clients, 'catalogAudit' | 'linkAudit' | 'bioAudit'>

/** The logs of all services as one. */
export const auditClient = ({ catalogAudit, linkAudit, bioAudit }: AuditClients) => {
  const logs = { catalog: catalogAudit, link: linkAudit, bio: bioAudit }
  const services = Object.keys(logs) as (keyof typeof logs)[]
  /**
   * Newest first, as many as fit into one response, and whether there are more. Fails if one of the
   * services fails: an entry must not be missing unnoticed.
   */
  return async (request: ListEntriesRequest, call: CallOptions) => {
    const { object_kind: kind, limit } = request
    const asked = services.filter((it) => kind === undefined || auditedBy(it).includes(kind))
    const oneMore = { ...request, limit: limit + 1 }
    return mergeLogs(
      await Promise.all(asked.map((it) => logs[it].listEntries(oneMore, call))),
      limit,
    )
  }
}
