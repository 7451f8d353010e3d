import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { RemovalsService } from '@fingerpost/protos/link/v1/removal'
import type { LinkSchema } from '../link.schema.ts'
import { removalRepository } from './removal.repository.ts'

/** Links per statement. */
const CHUNK = 1_000

/**
 * Links are first deleted as their team would delete them, which removes them from Redis and
 * ClickHouse. Their rows are removed once the outbox is published.
 */
export const removalHandlers = (
  { db }: Postgres<LinkSchema>,
  onChange: () => void,
): Handlers<RemovalsService> => ({
  async removeTeam(_, { caller }) {
    const team = removalRepository(db, caller().orgId)
    await team.removeRows()
    if ((await team.markDeleted(CHUNK)) > 0) {
      onChange()
      return { more: true }
    }
    if ((await team.hasPending()) || (await team.removeDeleted(CHUNK)) > 0) return { more: true }
    return { more: await team.removeAudit() }
  },
})
