import type { GroupLimits } from '@fingerpost/kit/queue/groups'
import type { ClickBatch } from '@fingerpost/protos/click-batch'

/**
 * Groups jobs for larger inserts: a busy redirect sends 200 jobs a second even with few clicks, and
 * ClickHouse is slow with small inserts: docs/decisions/0003.
 */
export const CLICK_GROUPS: GroupLimits<unknown> = {
  gatherMs: 100,
  busy: { weight: 100, gatherMs: 400 },
  maxJobs: 128,
  maxWeight: 5_000,
  parallel: 4,
  weigh(data) {
    const clicks = (data as Partial<ClickBatch> | null)?.clicks
    return Array.isArray(clicks) ? clicks.length : 1
  },
}
