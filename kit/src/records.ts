import type { Redis } from 'ioredis'
import { createLoader } from './loader.ts'

/** What every versioned record carries. */
export interface Versioned {
  version: number
}

/** The channel on which the key of each record that changed is told. */
export const RECORDS_CHANNEL = 'records'

// A value is "<version> <json>". Nothing older or equal replaces what is there, so a slow reader can
// never put an old record back, and whoever holds a copy hears of each change exactly once.
const PUT_IF_NEWER = `
local held = redis.call('get', KEYS[1])
if held and tonumber(string.match(held, '^(%d+) ') or -1) >= tonumber(ARGV[1]) then return 0 end
redis.call('set', KEYS[1], ARGV[1] .. ' ' .. ARGV[2], 'EX', ARGV[3])
redis.call('publish', ARGV[4], KEYS[1])
return 1`

const KEPT_SECONDS = 30 * 24 * 3600

interface RedisWithPut extends Redis {
  putIfNewer(
    key: string,
    version: number,
    json: string,
    keptSeconds: number,
    channel: string,
  ): Promise<number>
}

/** Records in Redis that one service compiles and another reads, newest version wins. */
export function createRecords<T extends Versioned>(redis: Redis) {
  redis.defineCommand('putIfNewer', { numberOfKeys: 1, lua: PUT_IF_NEWER })
  // In a cluster the keys of one MGET would have to share a slot.
  const load = createLoader<string, string | null>((keys) =>
    redis.isCluster ? Promise.all(keys.map((key) => redis.get(key))) : redis.mget(keys),
  )
  return {
    /** Undefined when there is none, or what is there cannot be read. */
    async get(key: string): Promise<T | undefined> {
      return parseRecord<T>(await load(key))
    },
    /** True when it was newer than what was there; only then the change is told on the channel. */
    async put(key: string, record: T): Promise<boolean> {
      const json = JSON.stringify(record)
      const written = (redis as RedisWithPut).putIfNewer(
        key,
        record.version,
        json,
        KEPT_SECONDS,
        RECORDS_CHANNEL,
      )
      return (await written) === 1
    },
  }
}

export type Records<T extends Versioned> = ReturnType<typeof createRecords<T>>

/** A record from its stored text; undefined for what is damaged, which then counts as missing. */
export function parseRecord<T extends Versioned>(text: string | null): T | undefined {
  if (text === null) return undefined
  try {
    const record = JSON.parse(text.slice(text.indexOf(' ') + 1)) as T
    return Number.isSafeInteger(record?.version) ? record : undefined
  } catch {
    return undefined
  }
}
