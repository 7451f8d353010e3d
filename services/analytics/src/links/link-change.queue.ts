import type { GroupLimits } from '@fingerpost/kit/queue-groups'

/** Links are made faster than ClickHouse likes to be written to; one write at a time is enough. */
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
