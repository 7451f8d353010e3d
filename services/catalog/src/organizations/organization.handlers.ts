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
import { changeInSession } from '../sessions/change.repository.ts'
import { creationRepository } from './creation.repository.ts'
import { exportRepository } from './export.repository.ts'
import { organizationRepository } from './organization.repository.ts'
import {
  checkOrganizationUpdate,
  retentionInForce,
  type TeamCreation,
} from './organization.rules.ts'

export const organizationHandlers = (
  postgres: Postgres<CatalogSchema>,
  creation: TeamCreation,
  retentionMonthsMax: number,
): Handlers<OrganizationsService> => {
  const organizations = organizationRepository(postgres.db)
  const domains = domainRepository(postgres.db)
  const found = createToOrganization(retentionMonthsMax)
  return {
    async getOrganization(_, { caller }) {
      return found(await organizations.get(caller().orgId))
    },

    async createOrganization({ user_id, name: given }, context) {
      const changes = checkOrganizationUpdate({ name: given, clear: [] }, retentionMonthsMax)
      if (Array.isArray(changes)) throw invalid(changes)
      const { name = '' } = changes
      return changeInSession(postgres.db, actorOf(context), async (tx) => {
        const id = await creationRepository(tx).create(user_id, name, creation)
        return found(await organizationRepository(tx).get(id))
      })
    },

    async updateOrganization(request, context) {
      requireAdmin(await memberRepository(postgres.db).powerOf(context.caller()))
      const changes = checkOrganizationUpdate(request, retentionMonthsMax)
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

    async limitRetention({ months }) {
      return { months: retentionInForce(months, retentionMonthsMax) }
    },

    async recordExport(request, context) {
      await exportRepository(postgres.db).record(context.caller().orgId, actorOf(context), request)
      return {}
    },
  }
}

const noTeam = () => notFound('There is no such organization.')

/** Fields that are null in the database while they are not set. */
interface Unset {
  logo: string | null
  time_zone: string | null
  click_retention_months: number | null
}
type OrganizationRow = Pick<Organization, 'id' | 'name' | 'slug'> & Unset

/** A team as the API shows it. Throws not_found. */
const createToOrganization =
  (retentionMonthsMax: number) =>
  (row: OrganizationRow | undefined): Organization => {
    if (!row) throw noTeam()
    const own = row.click_retention_months
    const inForce = retentionInForce(own, retentionMonthsMax)
    return {
      ...row,
      logo: row.logo ?? undefined,
      time_zone: row.time_zone ?? undefined,
      // Within the operator's term, so that a team can be sent back as it was read.
      click_retention_months: own === null ? undefined : inForce,
      effective_click_retention_months: inForce,
      click_retention_months_max: retentionMonthsMax || undefined,
    }
  }
