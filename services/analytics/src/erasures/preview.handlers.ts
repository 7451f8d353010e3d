import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { ErasurePreviewsService } from '@fingerpost/protos/analytics/v1/erasure'
import type { previewRepository } from './preview.repository.ts'

export const previewHandlers = (
  previews: ReturnType<typeof previewRepository>,
): Handlers<ErasurePreviewsService> => ({
  previewErasure: ({ domain_id = 0, address = '', ...criteria }, { caller }) =>
    previews.count({ ...criteria, org_id: caller().orgId, domain_id, address }),
})
