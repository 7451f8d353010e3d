import type { Cluster, Redis } from 'ioredis'
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

// Compare and set: replaces exactly the text that was read. Empty text stands for no record.
const SWAP = `
if (redis.call('get', KEYS[1]) or '') ~= ARGV[1] then return 0 end
if ARGV[2] == '' then redis.call('del', KEYS[1]) else redis.call('set', KEYS[1], ARGV[2], 'EX', ARGV[3]) end
redis.call('publish', ARGV[4], KEYS[1])
return 1`

const KEPT_SECONDS = 30 * 24 * 3600
const SETTLE_TRIES = 10

interface RedisWithScripts extends Redis {
  putIfNewer(
    key: string,
    version: number,
    json: string,
    keptSeconds: number,
    channel: string,
  ): Promise<number>
  swapRecord(
    key: string,
    held: string,
    text: string,
    keptSeconds: number,
    channel: string,
  ): Promise<number>
}

const textOf = (record: Versioned) => `${record.version} ${JSON.stringify(record)}`

/**
 * Records in Redis that one service compiles and another reads, newest version wins. While `isFull`, the
 * owner stores none that is not there yet: their readers ask the owner.
 */
export function createRecords<T extends Versioned>(redis: Redis, isFull = () => false) {
  redis.defineCommand('putIfNewer', { numberOfKeys: 1, lua: PUT_IF_NEWER })
  redis.defineCommand('swapRecord', { numberOfKeys: 1, lua: SWAP })
  const scripts = redis as RedisWithScripts
  // In a cluster the keys of one MGET would have to share a slot.
  const load = createLoader<string, string | null>((keys) =>
    redis.isCluster ? Promise.all(keys.map((key) => redis.get(key))) : redis.mget(keys),
  )

  const tell = async (key: string) => void (await redis.publish(RECORDS_CHANNEL, key))

  /** True when it was newer than what was there; only then the change is told on the channel. */
  async function put(key: string, record: T): Promise<boolean> {
    const json = JSON.stringify(record)
    const { version } = record
    return (await scripts.putIfNewer(key, version, json, KEPT_SECONDS, RECORDS_CHANNEL)) === 1
  }

  /**
   * Makes a record what its owner has, whatever is there with whatever version. What is held is read
   * before the owner is asked, and replaced only while it is still that: so no newer record is lost.
   * Undefined from the owner removes the record.
   */
  async function settle(key: string, present: () => Promise<T | undefined>): Promise<void> {
    for (let tries = 0; tries < SETTLE_TRIES; tries++) {
      const held = (await redis.get(key)) ?? ''
      const record = await present()
      const text = record ? textOf(record) : ''
      if (held === text) return
      if (await scripts.swapRecord(key, held, text, KEPT_SECONDS, RECORDS_CHANNEL)) return
    }
    throw new Error(`record ${key} keeps changing`)
  }

  async function publish(
    key: string,
    record: T,
    present: () => Promise<T | undefined>,
  ): Promise<void> {
    if (isFull() && !(await redis.exists(key))) return tell(key)
    if (await put(key, record)) return
    if ((await redis.get(key)) === textOf(record)) return
    await settle(key, present)
  }

  return {
    /** Undefined when there is none, or what is there cannot be read. */
    async get(key: string): Promise<T | undefined> {
      return parseRecord<T>(await load(key))
    },
    put,
    settle,

    /**
     * As `put`, for the service that owns the record: where another record has this version or a higher
     * one, the owner is asked for its present state, and the record settled.
     */
    publish,

    /**
     * As `publish`, but where there is no record none is stored: its first reader fetches it. The channel
     * is told all the same, for readers that remember that there was none.
     */
    async renew(key: string, record: T, present: () => Promise<T | undefined>): Promise<void> {
      if (await redis.exists(key)) await publish(key, record, present)
      else await tell(key)
    },

    /** The keys of records that begin with this text, some hundreds at a time; a key may come twice. */
    async *keys(prefix: string): AsyncGenerator<string[]> {
      const servers = redis.isCluster ? (redis as unknown as Cluster).nodes('master') : [redis]
      for (const server of servers) {
        yield* server.scanStream({ match: `${prefix}*`, count: 500 }) as AsyncIterable<string[]>
      }
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
