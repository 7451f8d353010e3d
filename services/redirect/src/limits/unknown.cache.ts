import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFairShare } from '@fingerpost/kit/async/fair-share'
import { networkOf, siteOf } from '@fingerpost/kit/net/ip'
import { LRUCache } from 'lru-cache'

const WINDOW_MS = 60_000

export type UnknownLimit = ReturnType<typeof unknownLimit>

/** For addresses over the limit: parallel lookups, queued lookups per site, delay of a miss. */
const AT_ONCE = 8
const WAITING_PER_SITE = 16
const MISS_MS = 200

/**
 * Rate limit for unknown links per minute, address (IPv6: /64) and process. Addresses over the
 * limit share a few lookup slots in turns of their sites, and a miss holds its slot for a while. Existing links are still
 * found, so that one client does not lock out the others behind its address.
 */
export function unknownLimit(perMinute: number, nowMs: () => number = () => performance.now()) {
  const slow = createFairShare(AT_ONCE, WAITING_PER_SITE)
  const counts = new LRUCache<string, { since: number; asked: number }>({ max: 10_000 })
  const keyOf = (ip: string) => (isIP(ip) === 6 ? networkOf(ip, 64) : ip)

  function current(key: string) {
    const held = counts.get(key)
    return held && nowMs() - held.since < WINDOW_MS ? held : undefined
  }

  return {
    isOver: (ip: string): boolean => perMinute > 0 && (current(keyOf(ip))?.asked ?? 0) >= perMinute,
    /** Lookup for an address over its limit; null if the link is unknown or the queue is full. */
    async slowly<T>(ip: string, look: () => Promise<T | null>): Promise<T | null> {
      const outcome = async () => {
        const found = await look().catch((error: unknown) => ({ error }))
        if (found === null) await sleep(MISS_MS)
        return found
      }
      const found = await slow.run(siteOf(ip), outcome).catch(() => null)
      if (found !== null && typeof found === 'object' && 'error' in found) throw found.error
      return found as T | null
    },
    count(ip: string): void {
      const key = keyOf(ip)
      const held = current(key)
      if (held) held.asked++
      else counts.set(key, { since: nowMs(), asked: 1 })
    },
  }
}
