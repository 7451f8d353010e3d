import type { Handlers } from '@fingerpost/kit/grpc'
import type { Postgres } from '@fingerpost/kit/postgres'
import type { RemovalsService } from '@fingerpost/protos/link/v1/removal'
import type { LinkSchema } from '../link.schema.ts'
import { removalRepository } from './removal.repository.ts'

/** Links of one call. */
const CHUNK = 1_000

/**
 * Links are first deleted like by their team, which takes them out of Redis and ClickHouse, and their rows are
 * removed when the outbox has told of it.
 */
export const removalHandlers = (
  { db }: Postgres<LinkSchema>,
  onChange: () => void,
): Handlers<RemovalsService> => ({
  async removeTeam(_, { caller }) {
    const team = removalRepository(db, caller().orgId)
    await team.removeTasks()
    if ((await team.markDeleted(CHUNK)) > 0) {
      onChange()
      return { more: true }
    }
    if ((await team.isUntold()) || (await team.removeDeleted(CHUNK)) > 0) return { more: true }
    await team.removeCounts()
    return { more: false }
  },
})
