import type { Cluster, Redis } from 'ioredis'
import { createLoader } from '../async/loader.ts'

/** Base of all versioned records. */
export interface Versioned {
  version: number
}

/** JSON conversion of a record, as in a generated message. */
export interface RecordFormat<T extends Versioned> {
  toJSON(record: T): unknown
  /** Throws if the JSON is not a record. */
  fromJSON(json: unknown): T
}

/** The pub/sub channel for keys of changed records. */
export const RECORDS_CHANNEL = 'records'

// A value is "<version> <json>". Only a newer version replaces a record, so a slow writer cannot
// restore an old one, and each change is published exactly once. The same record is not read back.
const PUT_IF_NEWER = `
local held = redis.call('get', KEYS[1])
if held == ARGV[1] .. ' ' .. ARGV[2] then return 2 end
if held and tonumber(string.match(held, '^(%d+) ') or -1) >= tonumber(ARGV[1]) then return 0 end
redis.call('set', KEYS[1], ARGV[1] .. ' ' .. ARGV[2], 'EX', ARGV[3])
redis.call('publish', ARGV[4], KEYS[1])
return 1`

const PUT_ANSWERS = ['outdated', 'stored', 'held'] as const

// Compare and set: replaces exactly the text that was read. An empty text means no record.
const SWAP = `
if (redis.call('get', KEYS[1]) or '') ~= ARGV[1] then return 0 end
if ARGV[2] == '' then redis.call('del', KEYS[1]) else redis.call('set', KEYS[1], ARGV[2], 'EX', ARGV[3]) end
redis.call('publish', ARGV[4], KEYS[1])
return 1`

const TTL_SECONDS = 30 * 24 * 3600
const SETTLE_TRIES = 10

interface RedisWithScripts extends Redis {
  putIfNewer(
    key: string,
    version: number,
    json: string,
    ttlSeconds: number,
    channel: string,
  ): Promise<number>
  swapRecord(
    key: string,
    held: string,
    text: string,
    ttlSeconds: number,
    channel: string,
  ): Promise<number>
}

/**
 * Records in Redis that one service writes and another reads; the newest version wins. While
 * `isFull`, the owner adds no new records, and readers ask the owner instead.
 */
export function createRecords<T extends Versioned>(
  redis: Redis,
  format: RecordFormat<T>,
  isFull = () => false,
) {
  /** The owner's current state of a record. */
  type Present = () => Promise<T | undefined>
  const jsonOf = (record: T) => JSON.stringify(format.toJSON(record))
  const textOf = (record: T) => `${record.version} ${jsonOf(record)}`
  redis.defineCommand('putIfNewer', { numberOfKeys: 1, lua: PUT_IF_NEWER })
  redis.defineCommand('swapRecord', { numberOfKeys: 1, lua: SWAP })
  const scripts = redis as RedisWithScripts
  // In a cluster, the keys of one MGET would have to be in one slot.
  const load = createLoader<string, string | null>((keys) =>
    redis.isCluster ? Promise.all(keys.map((key) => redis.get(key))) : redis.mget(keys),
  )

  /** Any node delivers to the subscribers of all, so an unavailable node is skipped. Throws if all are. */
  async function announce(key: string): Promise<void> {
    if (!redis.isCluster) return void (await redis.publish(RECORDS_CHANNEL, key))
    const nodes = (redis as unknown as Cluster).nodes('master')
    let failure: unknown = new Error('no node of the cluster is ready')
    for (const node of nodes.filter(({ status }) => status === 'ready')) {
      try {
        return void (await node.publish(RECORDS_CHANNEL, key))
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }

  /**
   * Announces a change even if its write fails, so that readers drop their copies and ask the owner: while one
   * master of a cluster is unavailable, the others still deliver messages. Rethrows the error of the write.
   */
  async function orAnnounce(key: string, write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } catch (error) {
      if (redis.isCluster) await announce(key).catch(() => {})
      throw error
    }
  }

  /** Stores and publishes the record if it is newer than the stored one. */
  async function put(key: string, record: T): Promise<'stored' | 'held' | 'outdated'> {
    const { version } = record
    const json = jsonOf(record)
    const answer = await scripts.putIfNewer(key, version, json, TTL_SECONDS, RECORDS_CHANNEL)
    return PUT_ANSWERS[answer] ?? 'outdated'
  }

  /**
   * Replaces a record with the owner's current state, regardless of versions: compare and set on
   * the text that was read before asking the owner, so that no newer record is lost. If the owner
   * returns undefined, the record is removed.
   */
  async function settle(key: string, present: Present): Promise<void> {
    for (let tries = 0; tries < SETTLE_TRIES; tries++) {
      const held = (await redis.get(key)) ?? ''
      const record = await present()
      const text = record ? textOf(record) : ''
      if (held === text) return
      if (await scripts.swapRecord(key, held, text, TTL_SECONDS, RECORDS_CHANNEL)) return
    }
    throw new Error(`record ${key} keeps changing`)
  }

  async function putOrSettle(key: string, record: T, present: Present): Promise<void> {
    if ((await put(key, record)) === 'outdated') await settle(key, present)
  }

  /** Whether the record would be a new one, for which there is no room. */
  const leavesOut = async (key: string) => isFull() && !(await redis.exists(key))

  const publish = async (key: string, record: T, present: Present) =>
    (await leavesOut(key)) ? announce(key) : putOrSettle(key, record, present)

  return {
    /** Undefined if there is no record or it cannot be parsed. */
    async get(key: string): Promise<T | undefined> {
      return parseRecord(await load(key), format)
    },
    /** Stores and publishes the record if it is newer than the stored one; returns whether it was. */
    put: async (key: string, record: T): Promise<boolean> => (await put(key, record)) === 'stored',
    settle: (key: string, present: Present) => orAnnounce(key, () => settle(key, present)),

    /**
     * Like `put`, for the owner of the record after a change: if another record has this version or a higher
     * one, the record is settled with the owner's current state.
     */
    publish: (key: string, record: T, present: Present) =>
      orAnnounce(key, () => publish(key, record, present)),

    /**
     * Like `publish`, for a lookup: nothing has changed, so readers keep their copies if the record is not
     * written.
     */
    async restore(key: string, record: T, present: Present): Promise<void> {
      if (!(await leavesOut(key))) await putOrSettle(key, record, present)
    },

    /**
     * Like `publish`, but adds no new record: its first reader fetches it. The change is announced
     * on the channel in any case, for readers that cached the absence.
     */
    renew: (key: string, record: T, present: Present) =>
      orAnnounce(key, async () => {
        if (await redis.exists(key)) await publish(key, record, present)
        else await announce(key)
      }),

    /** The keys of records with this prefix, in batches of hundreds; a key may occur twice. */
    async *keys(prefix: string): AsyncGenerator<string[]> {
      const servers = redis.isCluster ? (redis as unknown as Cluster).nodes('master') : [redis]
      for (const server of servers) {
        yield* server.scanStream({ match: `${prefix}*`, count: 500 }) as AsyncIterable<string[]>
      }
    },
  }
}

export type Records<T extends Versioned> = ReturnType<typeof createRecords<T>>

/** Parses a stored record; undefined if it is damaged, which then counts as missing. */
function parseRecord<T extends Versioned>(
  text: string | null,
  format: RecordFormat<T>,
): T | undefined {
  if (text === null) return undefined
  try {
    const json: unknown = JSON.parse(text.slice(text.indexOf(' ') + 1))
    const { version } = json as Versioned
    return Number.isSafeInteger(version) ? format.fromJSON(json) : undefined
  } catch {
    return undefined
  }
}
