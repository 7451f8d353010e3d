import { startLoop } from '@fingerpost/kit/async/loop'
import type { Logger } from '@fingerpost/kit/process/log'
import type { Click } from '@fingerpost/protos/click/v1/click'
import { dayOf, saltDays, saltKey } from '@fingerpost/protos/visitor-salts'
import type { Redis } from 'ioredis'
import { createSipHash } from './siphash.rules.ts'

const EVERY_MS = 1_000
const DAY_MS = 86_400_000
const SALT_BYTES = 16
/** More than an address and the longest kept user agent. */
const TEXT_MAX = 2_048

/**
 * The ids of visitors. The salts are in memory, and stay there while Redis is unavailable or
 * empty; they are read ahead of their day, so no visit waits for them. Resolves after the first try.
 */
export async function openVisitors(redis: Redis, log: Logger, now: () => number = Date.now) {
  /** By the start of their UTC day. */
  const salts = new Map<number, Int32Array>()
  const hash = createSipHash(TEXT_MAX)

  async function read(day: string): Promise<void> {
    const bytes = Uint8Array.from(Buffer.from((await redis.get(saltKey(day))) ?? '', 'hex'))
    if (bytes.length === SALT_BYTES) salts.set(Date.parse(day), new Int32Array(bytes.buffer))
  }

  async function refresh(): Promise<void> {
    const days = saltDays(now())
    for (const startMs of salts.keys()) {
      if (!days.includes(dayOf(startMs))) salts.delete(startMs)
    }
    await Promise.all(days.map(read))
  }

  await refresh().catch(() => {})
  const failing = 'reading visitor salts failed, retrying'
  const loop = startLoop({ everyMs: EVERY_MS, failing, log }, refresh)
  return {
    /**
     * The visitor id for the team on this UTC day; undefined if the salt of the
     * day is unknown. Needs the complete address.
     */
    numberOf({ org_id, ip, user_agent, created_at_ms: atMs }: Click): string | undefined {
      const salt = salts.get(atMs - (atMs % DAY_MS))
      return salt && hash(salt, `${org_id}\n${ip}\n${user_agent}`)
    },
    close: loop.close,
  }
}
