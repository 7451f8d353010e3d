import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { SlugsService } from '@fingerpost/protos/link/v1/slug'
import { limitRepository } from '../limits/limit.repository.ts'
import type { UncountedClicks } from '../limits/uncounted.queue.ts'
import type { LinkSchema } from '../link.schema.ts'
import type { LinkRow } from '../model/row.schema.ts'
import type { SlugCache } from './slug.cache.ts'
import { slugRepository } from './slug.repository.ts'

export const slugHandlers = (
  postgres: Postgres<LinkSchema>,
  cache: SlugCache,
  uncounted: UncountedClicks,
): Handlers<SlugsService> => {
  const slugs = slugRepository(postgres)
  const limits = limitRepository(postgres.db, uncounted)
  return {
    async getSlugRecords({ requests }, { log }) {
      const rows = await slugs.findAll(
        requests.map(({ domain_id, slug_key }) => ({ domainId: domain_id, slugKey: slug_key })),
      )
      const respond = async (row: LinkRow | undefined) =>
        row ? { record: await cache.tryRestore(row, log) } : {}
      return { responses: await Promise.all(rows.map(respond)) }
    },

    takeClick: ({ link_id, peek }, { isCancelled }) =>
      peek ? limits.peek(link_id, isCancelled) : limits.take(link_id, isCancelled),
  }
}
