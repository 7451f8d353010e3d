import { randomUUID } from 'node:crypto'
import { createLog } from '@fingerpost/kit/process/log'
import { openRedis } from '@fingerpost/kit/stores/redis'
import { Cluster, type Redis } from 'ioredis'
import { readCompressed, writeCompressed } from './file.ts'
import { linesOf } from './lines.ts'

interface Entry {
  key: string
  /** Time to live in milliseconds; 0: no expiry. */
  ttlMs: number
  /** Output of DUMP, base64. */
  value: string
}

async function connected<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = openRedis(url, 'worker', createLog('backup', 'silent'))
  try {
    await new Promise((resolve, reject) => redis.once('ready', resolve).once('error', reject))
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}

const isDerived = (key: string, derived: readonly string[]) =>
  derived.some((prefix) => key.startsWith(prefix))

/** The servers with the keys: in a cluster, all masters. */
const serversOf = (redis: Redis | Cluster): Redis[] =>
  redis instanceof Cluster ? redis.nodes('master') : [redis]

/**
 * Writes the keys of a Redis to a file, one JSON line each, except those with a prefix in
 * `derived`. Returns their number.
 */
export const dumpRedis = (url: string, path: string, derived: readonly string[]): Promise<number> =>
  connected(url, async (redis) => {
    let count = 0
    async function* entries() {
      for (const server of serversOf(redis)) {
        for await (const keys of server.scanStream({ count: 1_000 }) as AsyncIterable<string[]>) {
          for (const key of keys) {
            if (isDerived(key, derived)) continue
            const [ttlMs, value] = [await redis.pttl(key), await redis.dumpBuffer(key)]
            if (value === null) continue
            const entry: Entry = { key, ttlMs: Math.max(ttlMs, 0), value: value.toString('base64') }
            count++
            yield `${JSON.stringify(entry)}\n`
          }
        }
      }
    }
    await writeCompressed(path, entries())
    return count
  })

/** Whether there is a key, except those with a prefix in `derived`. */
export const hasKeys = (url: string, derived: readonly string[]): Promise<boolean> =>
  connected(url, async (redis) => {
    for (const server of serversOf(redis)) {
      for await (const keys of server.scanStream({ count: 1_000 }) as AsyncIterable<string[]>) {
        if (keys.some((key) => !isDerived(key, derived))) return true
      }
    }
    return false
  })

/**
 * Replaces all keys with those that `dumpRedis` wrote, without derived keys: their services rebuild them.
 * Returns the number of keys.
 */
export const loadRedis = (url: string, path: string, derived: readonly string[]): Promise<number> =>
  connected(url, async (redis) => {
    await Promise.all(serversOf(redis).map((it) => it.flushdb()))
    let count = 0
    for await (const line of linesOf(readCompressed(path))) {
      const { key, ttlMs, value } = JSON.parse(line) as Entry
      if (isDerived(key, derived)) continue
      await redis.restore(key, ttlMs, Buffer.from(value, 'base64'), 'REPLACE')
      count++
    }
    return count
  })

/**
 * Restores each key of a file under a temporary name and deletes it again, which proves that Redis
 * accepts its value. Returns the number of keys.
 */
export const tryRedis = (url: string, path: string): Promise<number> =>
  connected(url, async (redis) => {
    const trial = `backup-check:${randomUUID()}`
    let count = 0
    for await (const line of linesOf(readCompressed(path))) {
      await redis.restore(trial, 60_000, Buffer.from((JSON.parse(line) as Entry).value, 'base64'))
      await redis.del(trial)
      count++
    }
    return count
  })
