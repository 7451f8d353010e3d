import type { GroupLimits } from '@fingerpost/kit/queue/groups'

/**
 * Batches changes, because ClickHouse is slow with small inserts; one insert at a time suffices.
 */
export const LINK_CHANGE_GROUPS: GroupLimits<unknown> = {
  gatherMs: 100,
  maxJobs: 100,
  maxWeight: 5_000,
  parallel: 1,
  weigh(data) {
    const changes = (data as { changes?: unknown } | null)?.changes
    return Array.isArray(changes) ? changes.length : 1
  },
}
