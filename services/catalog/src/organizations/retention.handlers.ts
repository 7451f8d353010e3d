import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { RetentionsService } from '@fingerpost/protos/catalog/v1/retention'
import type { CatalogSchema } from '../catalog.schema.ts'
import { organizationRepository } from './organization.repository.ts'
import { retentionInForce } from './organization.rules.ts'

/** `monthsMax` is the longest term for which the operator keeps clicks; 0: forever. */
export const retentionHandlers = (
  { db }: Postgres<CatalogSchema>,
  monthsMax: number,
): Handlers<RetentionsService> => ({
  async listRetentions({ after_org_id: afterId, limit }) {
    const which = monthsMax === 0 ? 'own' : 'all'
    const teams = await organizationRepository(db).retentionsAfter(afterId, limit, which)
    const retentions = teams.flatMap(({ org_id, own }) => {
      const months = retentionInForce(own, monthsMax)
      return months === undefined ? [] : { org_id, months }
    })
    return { retentions, months_max: monthsMax || undefined }
  },
})
