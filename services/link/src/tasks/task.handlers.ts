import { actorOf, keyOf } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { TasksService } from '@fingerpost/protos/link/v1/task'
import { isOneOf, TASKS } from '@fingerpost/protos/words'
import type { LinkSchema } from '../link.schema.ts'
import { taskRepository } from './task.repository.ts'

/** `onStopped` is called after imports may have been stopped. */
export const taskHandlers = (
  { db }: Postgres<LinkSchema>,
  onStopped: () => void,
): Handlers<TasksService> => ({
  listTasks: ({ user_id }, { caller }) => taskRepository(db).list(caller().orgId, user_id),

  async handOverTasks(request, context) {
    const handover = {
      orgId: request.org_id,
      userId: request.user_id,
      toUserId: request.to_user_id,
      byKeyId: keyOf(context),
      keyIds: request.key_ids,
      createdUntil: request.created_until ?? new Date(),
      keep: request.keep.filter((it) => isOneOf(TASKS, it)),
    }
    await changeAs(db, actorOf(context), (tx) => taskRepository(tx).handOver(handover))
    onStopped()
    return {}
  },
})
