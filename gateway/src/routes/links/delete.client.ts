import type { CallOptions } from '@fingerpost/kit/grpc/client'
import { Problem } from '@fingerpost/kit/http/problem'
import type { Clients } from '../../clients.ts'

/** Maximum wait for other changes of the team, below the idle timeout of connections. */
export const TURN_MS = 14_000

interface Deletion {
  deleted: number[]
  missing: number[]
  /** The erasure of their clicks. */
  erasure_id?: number
}

/** Deletes links; `forGood` also erases their clicks, so that they cannot be restored. */
export async function deleteLinks(
  { links, erasures }: Pick<Clients, 'links' | 'erasures'>,
  ids: readonly number[],
  forGood: boolean | undefined,
  call: CallOptions,
): Promise<Deletion> {
  const slow = ids.length > 1 ? { ...call, timeoutMs: TURN_MS } : call
  if (!forGood) {
    const { changed, missing } = await links.deleteLinks({ ids: [...ids] }, slow)
    return { deleted: changed, missing }
  }
  const asked = { ids: [...new Set(ids)] }
  if (!call.caller?.scopes.includes('click:erase')) {
    const detail = 'Deleting clicks requires the scope click:erase.'
    throw new Problem('forbidden', 'insufficient_scope', detail)
  }
  await erasures.allowErasures({}, call)
  await links.deleteLinks(asked, slow)
  await links.purgeLinks(asked, call)
  // Also links that an interrupted request has deleted before.
  const { gone } = await links.recallLinks(asked, call)
  const missing = asked.ids.filter((id) => !gone.includes(id))
  if (gone.length === 0) return { deleted: gone, missing }
  const { id } = await erasures.createErasure({ link_ids: gone, deleted_links: true }, call)
  return { deleted: gone, missing, erasure_id: id }
}
