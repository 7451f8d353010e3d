import type { ClickHouse } from '../store/clickhouse.client.ts'

/** Clicks are deleted minutes after their cutoff was set, so a cutoff may be this old. */
const FRESH_MS = 15_000

/** The cutoff of each team that has one, in ms. Throws unavailable. */
export type Cutoffs = () => Promise<ReadonlyMap<number, number>>

export function cutoffCache(clickhouse: ClickHouse): Cutoffs {
  let known: { cutoffs: Promise<Map<number, number>>; askedMs: number } | undefined

  async function read(): Promise<Map<number, number>> {
    const text = `SELECT org_id, toUnixTimestamp(cutoff) * 1000 AS cutoff_ms FROM cutoffs_v1 FINAL`
    const rows = await clickhouse.read<{ org_id: number; cutoff_ms: number }>({ text, params: {} })
    return new Map(rows.map(({ org_id, cutoff_ms }) => [org_id, cutoff_ms]))
  }

  return () => {
    if (known && performance.now() - known.askedMs < FRESH_MS) return known.cutoffs
    const asked = { cutoffs: read(), askedMs: performance.now() }
    known = asked
    asked.cutoffs.catch(() => {
      if (known === asked) known = undefined
    })
    return asked.cutoffs
  }
}
