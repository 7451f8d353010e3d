import type { Logger } from '@fingerpost/kit/process/log'
import { RECORDS_CHANNEL } from '@fingerpost/kit/stores/versioned-cache'
import type { Redis } from 'ioredis'

/** Change notifications. While `live`, all changes are received; otherwise some may be missed. */
export interface ChangeFeed {
  readonly live: boolean
  /** Increases when changes may have been missed: copies loaded before are stale. */
  readonly generation: number
  /** Time up to which all changes were received, as `performance.now()`. */
  readonly heardUntilMs: number
  /**
   * Whether Redis may lack the latest changes: it is unavailable, or was a moment ago, and services are
   * still publishing what changed while it was away.
   */
  readonly mayLag: boolean
  onChange(listener: (key: string) => void): void
  close(): void
}

const PING_MS = 1_000
/** Services publish changes that waited for Redis within this time, usually within one second. */
const LAG_MS = 5_000

/**
 * Subscribes on a separate connection, which detects within two seconds that Redis is silent. A feed
 * from a replica is never live: its subscribers are not told that it has missed changes.
 */
export function openChangeFeed(redis: Redis, log: Logger, isReplica = false): ChangeFeed {
  const listeners: ((key: string) => void)[] = []
  let live = false
  let generation = 0
  let cutAtMs = 0
  let lagUntilMs = 0

  const listen = async () => {
    try {
      await redis.subscribe(RECORDS_CHANNEL)
      generation++
      if (cutAtMs > 0) lagUntilMs = performance.now() + LAG_MS
      live = !isReplica
    } catch (error) {
      log.debug({ err: error }, 'subscribing to changes failed, retrying')
    }
  }
  redis.on('ready', () => void listen())
  redis.on('close', () => {
    if (live) cutAtMs = performance.now()
    live = false
  })
  redis.on('message', (_channel: string, key: string) => {
    for (const listener of listeners) listener(key)
  })
  const ping = () => redis.status === 'ready' && redis.ping().catch(() => {})
  const timer = setInterval(ping, PING_MS).unref()

  return {
    get live() {
      return live
    },
    get generation() {
      return generation
    },
    get heardUntilMs() {
      return live ? performance.now() : cutAtMs
    },
    get mayLag() {
      return cutAtMs > 0 && (!live || performance.now() < lagUntilMs)
    },
    onChange: (listener) => void listeners.push(listener),
    close() {
      clearInterval(timer)
      redis.disconnect()
    },
  }
}
