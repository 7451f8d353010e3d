import type { Client } from '@fingerpost/kit/grpc/client'
import type { ClickAuditService, ClickCount } from '@fingerpost/protos/link/v1/click_audit'
import type { ClickTotal } from '@fingerpost/protos/link/v1/click_total'
import type { TotalRepository } from '../totals/total.repository.ts'
import type { CounterCache } from './counter.cache.ts'
import { type Difference, differenceOf } from './reconcile.rules.ts'

const AT_ONCE = 500

export interface ReconcileParts {
  link: Client<ClickAuditService>
  totals: TotalRepository
  counters: CounterCache
}

export interface Reconciled {
  links: number
  differences: Difference[]
  /** Ids of the repaired links. */
  mended: string[]
}

/**
 * Compares the total and the consumed limit of each link with the recorded clicks, and repairs
 * differences if `mend` is set. Clicks in flight appear as differences of the total; a total that
 * is updated during the run is not overwritten.
 */
export async function reconcile(
  { link, totals, counters }: ReconcileParts,
  mend: boolean,
): Promise<Reconciled> {
  const result: Reconciled = { links: 0, differences: [], mended: [] }
  for (let afterLinkId = 0; ; ) {
    const { counts } = await link.listClickCounts({ after_link_id: afterLinkId, limit: AT_ONCE })
    if (counts.length > 0) {
      const read = await totals.read(counts)
      const recorded = new Map(read.map((total) => [total.link_id, total]))
      const found = await compare(counts, recorded)
      result.differences.push(...found)
      if (mend && found.length > 0) result.mended.push(...(await setRight(found, recorded)))
    }
    result.links += counts.length
    if (counts.length < AT_ONCE) return result
    afterLinkId = counts.at(-1)?.link_id ?? afterLinkId
  }

  async function compare(
    counts: readonly ClickCount[],
    recorded: ReadonlyMap<number, ClickTotal>,
  ): Promise<Difference[]> {
    const compared = counts.map(async (count) => {
      const counter = count.expires_after > 0 ? await counters.read(count.link_id) : undefined
      return differenceOf(count, recorded.get(count.link_id), counter)
    })
    return (await Promise.all(compared)).filter((it) => it !== undefined)
  }

  async function setRight(
    found: readonly Difference[],
    recorded: ReadonlyMap<number, ClickTotal>,
  ): Promise<string[]> {
    const wrongCounter = found.filter(({ wrong }) => wrong.includes('given_redis'))
    await Promise.all(wrongCounter.map((it) => counters.raise(Number(it.link_id), it.recorded)))
    const { link_ids } = await link.correctClickCounts({
      counts: found.map((it) => ({
        link_id: Number(it.link_id),
        clicks_before: it.shown,
        clicks: it.recorded,
        clicked_at_ms: recorded.get(Number(it.link_id))?.clicked_at_ms ?? 0,
      })),
    })
    return link_ids.map(String)
  }
}
