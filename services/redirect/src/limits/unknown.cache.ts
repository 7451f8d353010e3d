import { isIP } from 'node:net'
import { networkOf } from '@fingerpost/kit/ip'
import { LRUCache } from 'lru-cache'

const WINDOW_MS = 60_000

export type UnknownLimit = ReturnType<typeof unknownLimit>

/**
 * How many unknown links one address (IPv6: one /64) asked this process for within a minute. Guessing
 * costs a question to link each time; links that are in the process are answered all the same.
 */
export function unknownLimit(perMinute: number, nowMs: () => number = () => performance.now()) {
  const counts = new LRUCache<string, { since: number; asked: number }>({ max: 10_000 })
  const keyOf = (ip: string) => (isIP(ip) === 6 ? networkOf(ip, 64) : ip)

  function current(key: string) {
    const held = counts.get(key)
    return held && nowMs() - held.since < WINDOW_MS ? held : undefined
  }

  return {
    isOver: (ip: string): boolean => perMinute > 0 && (current(keyOf(ip))?.asked ?? 0) >= perMinute,
    count(ip: string): void {
      const key = keyOf(ip)
      const held = current(key)
      if (held) held.asked++
      else counts.set(key, { since: nowMs(), asked: 1 })
    },
  }
}
