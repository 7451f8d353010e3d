import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@fingerpost/kit/grpc/client'
import type { AddressPrecision } from '@fingerpost/kit/net/ip'
import type { ErasurePreviewsService } from '@fingerpost/protos/analytics/v1/erasure'
import type { ErasureCriteria, ErasuresService } from '@fingerpost/protos/catalog/v1/erasure'
import { checkStored } from '../routes/erasures/erasure.rules.ts'

const AGAIN_MS = 500
const TIMEOUT_MS = 60_000
const call = { timeoutMs: TIMEOUT_MS }

interface ErasureRequest {
  /** An address or a network in CIDR notation. */
  address: string
  from?: Date | undefined
  to?: Date | undefined
  /** Only counts the clicks if not. */
  confirmed: boolean
}

interface Parts {
  erasures: Client<ErasuresService>
  erasurePreviews: Client<ErasurePreviewsService>
  precision: AddressPrecision
}

/**
 * Counts the clicks from an address by team. If confirmed, requests an erasure in each of these
 * teams, all or none, and waits until they are done. Can be repeated after a failure: it waits for
 * those that are not done. Throws invalid for an address that no stored click can have.
 */
export async function eraseAddress(
  { confirmed, ...asked }: ErasureRequest,
  { erasures, erasurePreviews, precision }: Parts,
) {
  checkStored(asked.address, precision)
  const request = (org_ids: number[]) => erasures.eraseInTeams({ ...asked, org_ids }, call)
  const { criteria, erasures: begun } = await request([])
  const teams = await teamsWith(criteria, erasurePreviews)
  if (confirmed) {
    for (let { erasures: open } = await request([...teams.keys()]); open.length > 0; ) {
      await sleep(AGAIN_MS)
      open = (await request([])).erasures
    }
  }
  return {
    address: criteria?.address,
    teams: [...teams].map(([id, clicks]) => ({ org_id: String(id), clicks })),
    clicks: [...teams.values()].reduce((sum, clicks) => sum + clicks, 0),
    erasures_in_progress: confirmed ? 0 : begun.length,
    deleted: confirmed,
  }
}

/** The number of clicks by team; 0 for teams with rejected clicks alone. */
async function teamsWith(
  { from, until, ...criteria }: ErasureCriteria = { link_ids: [], until: undefined },
  previews: Client<ErasurePreviewsService>,
): Promise<Map<number, number>> {
  const teams = new Map<number, number>()
  const until_ms = (until ?? new Date()).getTime()
  for (let from_ms: number | undefined = from?.getTime() ?? 0; from_ms !== undefined; ) {
    const page = await previews.listErasureTeams({ ...criteria, from_ms, until_ms }, call)
    for (const { org_id, clicks } of page.teams) {
      teams.set(org_id, (teams.get(org_id) ?? 0) + clicks)
    }
    from_ms = page.next_ms
  }
  return new Map([...teams].toSorted(([a], [b]) => a - b))
}
