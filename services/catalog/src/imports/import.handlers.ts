import type { Handlers } from '@fingerpost/kit/grpc/server'
import { invalid, notFound } from '@fingerpost/kit/http/problem'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { TeamImportsService } from '@fingerpost/protos/catalog/v1/team_import'
import type { CatalogSchema } from '../catalog.schema.ts'
import { checkOrganizationUpdate } from '../organizations/organization.rules.ts'
import { teamRepository } from '../setup/team.repository.ts'
import { importRepository } from './import.repository.ts'

export const importHandlers = ({ db }: Postgres<CatalogSchema>): Handlers<TeamImportsService> => {
  const imports = importRepository(db)

  async function requireTeam(orgId: number): Promise<void> {
    if (!(await teamRepository(db).first(orgId))) throw notFound(`There is no team ${orgId}.`)
  }

  return {
    async findImport({ export_id, org_id }) {
      if (org_id === undefined) return { import: await imports.ofExport(export_id) }
      await requireTeam(org_id)
      return { import: await imports.ofTeam(org_id) }
    },

    async beginImport(request) {
      if (request.org_id !== undefined) await requireTeam(request.org_id)
      const named = checkOrganizationUpdate({ name: request.name, clear: [] }, 0)
      if (Array.isArray(named)) throw invalid(named)
      const begun = await imports.begin({ ...request, name: named.name ?? '' })
      if (begun?.export_id === request.export_id) return begun
      const detail = 'already contains another export'
      throw invalid([{ field: 'org', code: 'not_empty', detail }])
    },

    async finishImport({ org_id }) {
      await imports.finish(org_id)
      return {}
    },
  }
}
