import { setTimeout as sleep } from 'node:timers/promises'
import type { CallOptions, Client } from '@fingerpost/kit/grpc/client'
import { invalid } from '@fingerpost/kit/http/problem'
import type { OrganizationsService } from '@fingerpost/protos/catalog/v1/organization'
import type { RemovalsService } from '@fingerpost/protos/catalog/v1/removal'

/** Exceeds both the cache lifetime of API keys and the time a click takes to reach ClickHouse. */
const LATE_MS = 12_000
const AGAIN_MS = 200
const TIMEOUT_MS = 60_000

interface Owner {
  removeTeam(request: object, call: CallOptions): Promise<{ more: boolean }>
}

interface Parts {
  teams: Client<OrganizationsService>
  catalog: Client<RemovalsService>
  /** The services that store data of teams. */
  owners: readonly Owner[]
  /** Exports the team before anything is deleted; absent: without an export. */
  save?: (() => Promise<void>) | undefined
  lateMs?: number
}

/**
 * Deletes a team: exports it, revokes its keys, has each owner remove its data, waits for requests and
 * clicks in flight, removes their data, and deletes the team last. Can be repeated after a failure,
 * without an export if the previous one was complete. Throws not found for an unknown team and invalid
 * for a wrong name.
 */
export async function deleteTeam(
  { orgId, name }: { orgId: number; name: string },
  { teams, catalog, owners, save, lateMs = LATE_MS }: Parts,
) {
  const call = { caller: { orgId, userId: 1, scopes: [] }, timeoutMs: TIMEOUT_MS }
  const team = await teams.getOrganization({}, call)
  if (team.name !== name) {
    const detail = `is not the name of team ${orgId}. Nothing was deleted`
    throw invalid([{ field: 'name', code: 'invalid_reference', detail }])
  }
  await save?.()
  await catalog.closeTeam({}, call)
  for (const pauseMs of [0, lateMs]) {
    await sleep(pauseMs)
    for (const owner of owners) {
      while ((await owner.removeTeam({}, call)).more) await sleep(AGAIN_MS)
    }
  }
  await catalog.removeTeam({}, call)
  return { org_id: String(orgId), name, deleted: true }
}
