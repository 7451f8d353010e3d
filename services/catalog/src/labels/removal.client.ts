import type { Client } from '@fingerpost/kit/grpc/client'
import type { LabelsService } from '@fingerpost/protos/link/v1/label'
import type { Removal } from '../catalog.schema.ts'
import type { Deliveries } from '../outbox/outbox.worker.ts'

/** Time budget of one request; the outbox continues with the links that are left after it. */
const PATIENCE_MS = 1_000
const CALL_TIMEOUT_MS = 2_000
/**
 * A link created while its label is deleted may still get the label, so the removal is repeated.
 */
const LATE_MS = 30_000

export type LabelTable = 'folders' | 'tags'

export type Removals = ReturnType<typeof removalClient>

/** Removes deleted labels from their links in the link service. */
export const removalClient = (links: Client<LabelsService>) => {
  const call = { timeoutMs: CALL_TIMEOUT_MS }
  const some = {
    folders: ({ orgId, labelId }: Removal) =>
      links.removeFolder({ org_id: orgId, folder_id: labelId }, call),
    tags: ({ orgId, labelId }: Removal) =>
      links.removeTag({ org_id: orgId, tag_id: labelId }, call),
  }

  /** Returns false if links with the label are left. */
  async function remove(table: LabelTable, removal: Removal): Promise<boolean> {
    const untilMs = performance.now() + PATIENCE_MS
    do {
      const { more } = await some[table](removal)
      if (!more) return true
    } while (performance.now() < untilMs)
    return false
  }

  const deliver = (table: LabelTable) => async (removal: Removal, ageMs: number) => {
    if (!(await remove(table, removal))) return 0
    return ageMs < LATE_MS ? LATE_MS - ageMs : undefined
  }

  return {
    remove,
    deliveries: {
      folder_removed: deliver('folders'),
      tag_removed: deliver('tags'),
    } satisfies Partial<Deliveries>,
  }
}
