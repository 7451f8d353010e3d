import type { Reach } from '@fingerpost/kit/grpc/context'
import { unavailable } from '@fingerpost/kit/http/problem'
import { isTimedOut } from '@fingerpost/kit/stores/postgres-error'
import type { LinkSort, Order } from '@fingerpost/protos/words'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { countRepository } from '../counts/count.repository.ts'
import type { LinkSchema } from '../link.schema.ts'
import type { CountedLinkRow } from '../model/row.schema.ts'
import type { ShortUrlBase } from '../model/slug.rules.ts'
import {
  conditionsOf,
  type LinkFilter,
  prepareSearch,
  type SearchQuery,
} from '../rows/filter.repository.ts'
import { readRepositoryIn } from '../rows/read.repository.ts'
import { findIds, findSmall, type Page } from './id.repository.ts'

const tooCommon = (cause?: unknown) =>
  unavailable(
    'The search took too long, probably because too many links contain this text. Search for a longer text.',
    cause,
  )
/** After a longer search for few matches, counting many would take longer than a request may. */
const PATIENCE_MS = 2_000

export const listRepository = (
  db: Kysely<LinkSchema>,
  base: ShortUrlBase,
  patienceMs = PATIENCE_MS,
) => {
  const links = readRepositoryIn(db)

  /** Prepares a query and reads its links. Throws unavailable for a search that takes too long. */
  async function search<T>(
    { orgId }: Reach,
    query: SearchQuery,
    read: (filter: LinkFilter) => Promise<T>,
  ): Promise<T> {
    try {
      return await read(await prepareSearch(db, base, orgId, query))
    } catch (error) {
      if (query.search && isTimedOut(error)) throw tooCommon(error)
      throw error
    }
  }

  /** The ids of a page, and the number of all matches. */
  async function find(reach: Reach, filter: LinkFilter, page: Page) {
    const startedAtMs = performance.now()
    const small = filter.search ? await findSmall(db, reach, filter, page) : undefined
    if (small) return small
    if (performance.now() - startedAtMs > patienceMs) throw tooCommon()
    const counting = countRepository(db).totals(reach, filter)
    const [ids, { total }] = await Promise.all([
      findIds(db, reach, filter, page, counting),
      counting,
    ])
    return { ids, total }
  }

  return {
    /**
     * One page, or as much of it as fits into one response, and the total. Finds the ids first,
     * then reads the links. Throws unavailable for a search that takes too long.
     */
    async page(
      reach: Reach,
      query: SearchQuery,
      sort: LinkSort,
      order: Order,
      offset: number,
      limit: number,
    ): Promise<{ rows: CountedLinkRow[]; total: number }> {
      return search(reach, query, async (filter) => {
        const { ids, total } = await find(reach, filter, { sort, order, offset, limit })
        const { rows } = await links.get(reach, ids)
        return { rows, total }
      })
    },

    /**
     * Up to `limit` links after this id, as many as fit into one response, oldest first. For
     * reading all links in batches.
     */
    async after(
      reach: Reach,
      query: SearchQuery,
      id: number,
      limit: number,
    ): Promise<CountedLinkRow[]> {
      const before: RawBuilder<boolean> = sql`(links.created_at, links.id) >
        ((select created_at from links where id = ${id}), ${id})`
      return search(reach, query, async (filter) => {
        const ids = await db
          .selectFrom('links')
          .select('id')
          .where(() => conditionsOf(reach, filter))
          .$if(id !== 0, (of) => of.where(before))
          .orderBy('links.created_at')
          .orderBy('links.id')
          .limit(limit)
          .execute()
        const { rows } = await links.get(
          reach,
          ids.map((it) => it.id),
        )
        return rows
      })
    },
  }
}
