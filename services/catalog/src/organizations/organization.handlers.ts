import { actorOf } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { invalid, notFound } from '@fingerpost/kit/http/problem'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { Organization, OrganizationsService } from '@fingerpost/protos/catalog/v1/organization'
import type { CatalogSchema } from '../catalog.schema.ts'
import { domainRepository } from '../domains/domain.repository.ts'
import { memberRepository } from '../members/member.repository.ts'
import { requireAdmin } from '../members/member.rules.ts'
import { creationRepository } from './creation.repository.ts'
import { organizationRepository } from './organization.repository.ts'
import { checkOrganizationUpdate, type TeamCreation } from './organization.rules.ts'

export const organizationHandlers = (
  postgres: Postgres<CatalogSchema>,
  creation: TeamCreation,
): Handlers<OrganizationsService> => {
  const organizations = organizationRepository(postgres.db)
  const domains = domainRepository(postgres.db)
  return {
    async getOrganization(_, { caller }) {
      return found(await organizations.get(caller().orgId))
    },

    async createOrganization({ user_id, name: given }, context) {
      const changes = checkOrganizationUpdate({ name: given, clear: [] })
      if (Array.isArray(changes)) throw invalid(changes)
      const { name = '' } = changes
      return changeAs(postgres.db, actorOf(context), async (tx) => {
        const id = await creationRepository(tx).create(user_id, name, creation)
        return found(await organizationRepository(tx).get(id))
      })
    },

    async updateOrganization(request, context) {
      requireAdmin(await memberRepository(postgres.db).powerOf(context.caller()))
      const changes = checkOrganizationUpdate(request)
      if (Array.isArray(changes)) throw invalid(changes)
      return changeAs(postgres.db, actorOf(context), async (tx) =>
        found(await organizationRepository(tx).update(context.caller().orgId, changes)),
      )
    },

    async findOrganization({ slug, host }) {
      const team = found(await organizations.findBySlug(slug))
      const domain = host === undefined ? undefined : await domains.find(host)
      if (host !== undefined && domain?.org_id !== team.id) throw noTeam()
      return team
    },
  }
}

const noTeam = () => notFound('There is no such organization.')

/** Fields that are null in the database while they are not set. */
type Unset = 'logo' | 'time_zone'

function found(
  row: (Omit<Organization, Unset> & Record<Unset, string | null>) | undefined,
): Organization {
  if (!row) throw noTeam()
  return { ...row, logo: row.logo ?? undefined, time_zone: row.time_zone ?? undefined }
}
