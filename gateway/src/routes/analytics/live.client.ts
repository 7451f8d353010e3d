import type { CallOptions, Client } from '@fingerpost/kit/grpc/client'
import type {
  AnalyticsService,
  ClickRecord,
  Filter,
} from '@fingerpost/protos/analytics/v1/analytics'

/** Clicks are stored in batches and slightly out of order; clicks older than this are no longer live. */
const WINDOW_MS = 30_000
/** A click is stored some time after the visit, by a machine whose clock may be behind. */
const GRACE_MS = 1_000
const SLOT_MS = 250
const PIECE = 1_000

/** The clicks of a filter as they are stored, from the time of the call on. */
export function liveClicks(
  analytics: Pick<Client<AnalyticsService>, 'scanClicks'>,
  filter: Filter,
  call: CallOptions,
  now: () => number,
) {
  const startMs = now() - GRACE_MS
  const delivered = new Map<number, Set<string>>()

  /** Clicks of the window that were not delivered, newest first. */
  async function scan(sinceMs: number): Promise<ClickRecord[]> {
    const known = {
      slot_ms: SLOT_MS,
      slots: [...delivered.keys()],
      clicks: [...delivered.values()].map(({ size }) => size),
    }
    const fresh: ClickRecord[] = []
    for (let last: { before_ms: number; before_id: string } | undefined; ; ) {
      const request = { filter, limit: PIECE, since_ms: sinceMs, delivered: known, ...last }
      const { items, ended } = await analytics.scanClicks(request, call)
      fresh.push(
        ...items.filter(
          ({ id, created_at_ms }) =>
            created_at_ms >= sinceMs && !delivered.get(slotOf(created_at_ms))?.has(id),
        ),
      )
      const end = items.at(-1)
      if (ended || !end) return fresh
      last = { before_ms: end.created_at_ms, before_id: end.id }
    }
  }

  return {
    /** Clicks stored since the last call, oldest first, each click once. Throws unavailable. */
    async next(): Promise<ClickRecord[]> {
      const first = slotOf(Math.max(now() - WINDOW_MS, startMs))
      for (const slot of delivered.keys()) if (slot < first) delivered.delete(slot)
      const fresh = await scan(first * SLOT_MS)
      for (const { id, created_at_ms } of fresh) {
        const slot = slotOf(created_at_ms)
        const ids = delivered.get(slot) ?? new Set()
        delivered.set(slot, ids.add(id))
      }
      return fresh.reverse()
    },
  }
}

const slotOf = (ms: number) => Math.floor(ms / SLOT_MS)
