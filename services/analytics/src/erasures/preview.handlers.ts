import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { ErasurePreviewsService } from '@fingerpost/protos/analytics/v1/erasure'
import type { previewRepository } from './preview.repository.ts'
import type { teamRepository } from './team.repository.ts'

type PreviewHandlers = Handlers<ErasurePreviewsService>

export const previewHandlers = (
  previews: ReturnType<typeof previewRepository>,
): Pick<PreviewHandlers, 'previewErasure'> => ({
  previewErasure: ({ domain_id = 0, address = '', ...criteria }, { caller }) =>
    previews.count({ ...criteria, org_id: caller().orgId, domain_id, address }),
})

export const teamHandlers = (
  teams: ReturnType<typeof teamRepository>,
): Pick<PreviewHandlers, 'listErasureTeams'> => ({
  async listErasureTeams({ domain_id = 0, address = '', ...criteria }) {
    const [month, next] = await teams.months(criteria.from_ms, criteria.until_ms)
    const found = month ? await teams.clicks({ ...criteria, domain_id, address }, month) : []
    if (next) return { teams: found, next_ms: Math.max(criteria.from_ms, Date.parse(next)) }
    const known = new Set(found.map(({ org_id }) => org_id))
    const rejected = address ? await teams.rejected(address) : []
    const others = rejected.filter((org_id) => !known.has(org_id))
    return { teams: [...found, ...others.map((org_id) => ({ org_id, clicks: 0 }))] }
  },
})
