import { randomBytes } from 'node:crypto'
import { OPERATOR } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import { lockName } from '@fingerpost/kit/stores/postgres'
import type { BeginImportRequest, TeamImport } from '@fingerpost/protos/catalog/v1/team_import'
import { type Kysely, sql } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import { candidateTeamSlugs, checkOrganizationSlug } from '../organizations/organization.rules.ts'
import { teamRepository } from '../setup/team.repository.ts'

export const importRepository = (db: Kysely<CatalogSchema>) => {
  /** The newest import that meets a condition. */
  const find = async (
    column: 'org_id' | 'export_id',
    value: number | string,
  ): Promise<TeamImport | undefined> => {
    const row = await db
      .selectFrom('team_imports')
      .selectAll()
      .where(column, '=', value)
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
    if (!row) return undefined
    const team = await teamRepository(db).first(row.org_id)
    const { org_id, export_id, shifts, finished_at } = row
    return {
      org_id,
      export_id,
      shifts,
      finished: finished_at !== null,
      user_id: team?.user_id ?? 0,
    }
  }

  return {
    ofTeam: (orgId: number) => find('org_id', orgId),
    ofExport: (exportId: string) => find('export_id', exportId),

    /** Records an import, once per team; without a team, once per export and in a new team. */
    begin: (request: BeginImportRequest): Promise<TeamImport | undefined> =>
      changeAs(db, OPERATOR, async (tx) => {
        await lockName(tx, 'team import', request.export_id)
        const within = importRepository(tx)
        const { export_id, org_id: given } = request
        const held = await (given ? within.ofTeam(given) : within.ofExport(export_id))
        if (held) return held
        const orgId = given ?? (await newTeam(tx, request))
        await tx
          .insertInto('team_imports')
          .values({ org_id: orgId, export_id, shifts: JSON.stringify(request.shifts) })
          .execute()
        return within.ofTeam(orgId)
      }),

    finish: async (orgId: number): Promise<void> =>
      void (await db
        .updateTable('team_imports')
        .set({ finished_at: sql<Date>`now()` })
        .where('org_id', '=', orgId)
        .where('finished_at', 'is', null)
        .execute()),
  }
}

async function newTeam(
  tx: Kysely<CatalogSchema>,
  { name, slug }: Pick<BeginImportRequest, 'name' | 'slug'>,
): Promise<number> {
  function* slugs() {
    if (!checkOrganizationSlug(slug)) yield slug
    yield* candidateTeamSlugs(name, () => randomBytes(3).toString('hex'))
  }
  return (await teamRepository(tx).insert(name, slugs())).org_id
}
