import { saltEndMs, saltKey } from '@fingerpost/protos/visitor-salts'
import { type Cluster, type Redis, ReplyError } from 'ioredis'

/** Answers that change with time, as opposed to a command that an account or a provider forbids. */
const PASSING = /^(LOADING|MASTERDOWN|CLUSTERDOWN|READONLY)|already in progress/

/** The salts of visitor ids in Redis, where redirect reads them. */
export const saltCache = (redis: Redis) => ({
  /** Undefined if there is none or it is damaged. */
  async get(day: string): Promise<Buffer | undefined> {
    const text = await redis.get(saltKey(day))
    return text && /^[0-9a-f]{32}$/.test(text) ? Buffer.from(text, 'hex') : undefined
  },

  async put(day: string, salt: Buffer): Promise<void> {
    await redis.set(saltKey(day), salt.toString('hex'), 'PXAT', saltEndMs(day))
  },

  /**
   * Removes salts, and has Redis rewrite its append-only file, which still contains them. Returns
   * whether Redis refused to rewrite it; throws if this should be repeated.
   */
  async remove(days: readonly string[]): Promise<{ refusal?: Error }> {
    await Promise.all(days.map((day) => redis.del(saltKey(day))))
    const servers = redis.isCluster ? (redis as unknown as Cluster).nodes('all') : [redis]
    try {
      for (const server of servers) {
        // Without such a file, the command would create one.
        const isAppending = /^aof_enabled:1/m.test(await server.info('persistence'))
        if (isAppending) await server.bgrewriteaof()
      }
      return {}
    } catch (error) {
      const refusal = error as Error
      if (!(error instanceof ReplyError) || PASSING.test(refusal.message)) throw error
      return { refusal }
    }
  },
})
