import type { Logger } from '@fingerpost/kit/log'
import { RECORDS_CHANNEL } from '@fingerpost/kit/versioned-cache'
import type { Redis } from 'ioredis'

/** What is heard of changes: while `live`, every one of them; not one while it is not. */
export interface ChangeFeed {
  readonly live: boolean
  /** Grows when changes may have been missed: whatever was read before is to be asked for again. */
  readonly generation: number
  /** Until when every change was heard, on the clock of `performance.now()`. */
  readonly heardUntilMs: number
  onChange(listener: (key: string) => void): void
  close(): void
}

const PING_MS = 1_000

/** Listens on a connection of its own, which notices within two seconds that it has gone dumb. */
export function openChangeFeed(redis: Redis, log: Logger): ChangeFeed {
  const listeners: ((key: string) => void)[] = []
  let live = false
  let generation = 0
  let cutAtMs = 0

  const listen = async () => {
    try {
      await redis.subscribe(RECORDS_CHANNEL)
      generation++
      live = true
    } catch (error) {
      log.debug({ err: error }, 'not subscribed')
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
  const timer = setInterval(() => live && redis.ping().catch(() => {}), PING_MS).unref()

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
    onChange: (listener) => void listeners.push(listener),
    close() {
      clearInterval(timer)
      redis.disconnect()
    },
  }
}
