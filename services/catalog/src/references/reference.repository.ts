import { genericArray, type Postgres } from '@fingerpost/kit/stores/postgres'
import type { NamedLabel } from '@fingerpost/protos/catalog/v1/reference'
import { isLabelName, nameKey } from '@fingerpost/protos/name'
import type { CatalogSchema, LabelRow } from '../catalog.schema.ts'
import type { ShownDomain } from '../domains/describe.rules.ts'

export type ReferredLabel = Pick<LabelRow, 'id' | 'name' | 'color'>

// Columns by name: a prepared "select *" fails on open connections as soon as a column is added.
const LABEL = 'id, name, color'
const DOMAIN =
  'id, org_id, name, slug_length, allow_preview, verified, owner, root_url, not_found_url, ' +
  'expired_url, case_sensitive, forward_query'

export const referenceRepository = ({ prepared }: Postgres<CatalogSchema>) => {
  const ofTeam =
    <Row extends object>(table: 'domains' | 'folders' | 'tags', columns: string) =>
    async (orgId: number, ids: number[]): Promise<Row[]> =>
      ids.length === 0
        ? []
        : prepared<Row>(
            `${table}-describe`,
            `select ${columns} from ${table} where org_id = $1 and id = any(${genericArray('$2', 'bigint')})`,
            [orgId, ids],
          )
  return {
    domains: ofTeam<ShownDomain>('domains', DOMAIN),
    folders: ofTeam<ReferredLabel>('folders', LABEL),
    tags: ofTeam<ReferredLabel>('tags', LABEL),

    /** For each word, the team's tags whose names contain it. */
    async tagsContaining(orgId: number, words: readonly string[]): Promise<{ ids: number[] }[]> {
      const rows = await prepared<{ id: number; place: number }>(
        'tags-containing',
        `select tags.id, place from unnest(${genericArray('$2', 'text')}) with ordinality as words (word, place)
          join tags on org_id = $1 and position(word in name_key) > 0 order by tags.id`,
        [orgId, words.map(nameKey)],
      )
      return words.map((_, at) => ({
        ids: rows.filter(({ place }) => place === at + 1).map(({ id }) => id),
      }))
    },

    /** The team's labels with these names, as given. */
    async named(
      table: 'folders' | 'tags',
      orgId: number,
      names: readonly string[],
    ): Promise<NamedLabel[]> {
      if (names.length === 0) return []
      const rows = await prepared<{ id: number; name_key: string }>(
        `${table}-named`,
        `select id, name_key from ${table} where org_id = $1 and name_key = any(${genericArray('$2', 'text')})`,
        [orgId, names.filter(isLabelName).map(nameKey)],
      )
      const ids = new Map(rows.map(({ id, name_key }) => [name_key, id]))
      return names.flatMap((name) => {
        const id = ids.get(nameKey(name))
        return id === undefined ? [] : [{ name, id }]
      })
    },
  }
}
