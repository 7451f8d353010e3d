import type { Client } from '@fingerpost/kit/grpc/client'
import type { TasksService } from '@fingerpost/protos/link/v1/task'
import type { Departure } from '../catalog.schema.ts'

const CALL_TIMEOUT_MS = 4_000
/** Longer than a process believes a credential that it has verified. */
const BELIEVED_MS = 15_000

/**
 * Stops the webhooks and imports of people who left a team or may no longer create them, or gives them to
 * another user. Repeated once, for those that were created by a credential that was still believed.
 */
export const departures = (tasks: Pick<Client<TasksService>, 'handOverTasks'>) => ({
  async member_left(
    { orgId, userId, toUserId, keyIds = [], leftAtMs, actor, keep }: Departure,
    ageMs: number,
  ): Promise<number | undefined> {
    const request = {
      ...{ org_id: orgId, user_id: userId, to_user_id: toUserId, keep: [...keep] },
      ...{ created_until: new Date(leftAtMs + BELIEVED_MS), key_ids: [...keyIds] },
    }
    await tasks.handOverTasks(request, { actor, timeoutMs: CALL_TIMEOUT_MS })
    return ageMs < BELIEVED_MS ? BELIEVED_MS - ageMs : undefined
  },
})
