import type { Postgres } from '@fingerpost/kit/postgres'
import type { CatalogSchema, DomainRow } from '../catalog.schema.ts'

export interface LabelRow {
  id: number
  name: string
  color: string | null
}

export const referenceRepository = ({ prepared }: Postgres<CatalogSchema>) => {
  const ofTeam =
    <Row extends object>(table: 'domains' | 'folders' | 'tags') =>
    async (orgId: number, ids: number[]): Promise<Row[]> =>
      ids.length === 0
        ? []
        : prepared<Row>(
            `${table}-describe`,
            `select * from ${table} where org_id = $1 and id = any($2)`,
            [orgId, ids],
          )
  return {
    domains: ofTeam<DomainRow>('domains'),
    folders: ofTeam<LabelRow>('folders'),
    tags: ofTeam<LabelRow>('tags'),

    /** Which of these host names are short domains, of any team. */
    async shortHosts(names: string[]): Promise<string[]> {
      if (names.length === 0) return []
      const rows = await prepared<{ name: string }>(
        'domains-known',
        'select name from domains where name = any($1)',
        [names],
      )
      return rows.map(({ name }) => name)
    },
  }
}
