import { genericArray, type Postgres } from '@fingerpost/kit/stores/postgres'
import type { CatalogSchema } from '../catalog.schema.ts'

/**
 * Which of these host names are short domains: verified ones of any team and claims of this team.
 */
export const shortHostRepository =
  ({ prepared }: Postgres<CatalogSchema>) =>
  async (orgId: number, names: string[]): Promise<string[]> => {
    if (names.length === 0) return []
    const rows = await prepared<{ name: string }>(
      'domains-known',
      `select distinct name from domains
        where name = any(${genericArray('$1', 'text')}) and (verified or org_id = $2)`,
      [names, orgId],
    )
    return rows.map(({ name }) => name)
  }
