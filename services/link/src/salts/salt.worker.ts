import { randomBytes } from 'node:crypto'
import { startLoop } from '@fingerpost/kit/async/loop'
import type { Logger } from '@fingerpost/kit/process/log'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { saltDays, saltEndMs } from '@fingerpost/protos/visitor-salts'
import type { Redis } from 'ioredis'
import type { LinkSchema } from '../link.schema.ts'
import { saltCache } from './salt.cache.ts'
import { saltRepository } from './salt.repository.ts'

const EVERY_MS = 2_000
const SALT_BYTES = 16

/**
 * Creates the salts of visitor ids in time, keeps them in Postgres and Redis, and destroys them
 * after their day. A store that lost its data gets them from the other one; a new salt is drawn only
 * while both answer and neither has one.
 */
export function startSalts(
  { db }: Pick<Postgres<LinkSchema>, 'db'>,
  redis: Redis,
  log: Logger,
  now: () => number = Date.now,
) {
  const salts = saltRepository(db)
  const cache = saltCache(redis)

  async function supply(day: string, stored: Buffer | undefined): Promise<void> {
    const cached = await cache.get(day)
    const salt = stored ?? (await salts.add(day, cached ?? randomBytes(SALT_BYTES)))
    if (!cached?.equals(salt)) await cache.put(day, salt)
  }

  /** From Postgres last, so that the next run completes what a killed process has begun. */
  async function destroy(days: string[]): Promise<void> {
    if (days.length === 0) return
    const { refusal } = await cache.remove(days)
    if (refusal) {
      log.warn({ err: refusal }, 'old visitor salts may still be in the append-only file of Redis')
    }
    await salts.remove(days)
  }

  return startLoop(
    { everyMs: EVERY_MS, failing: 'supplying visitor salts failed, retrying', log },
    async () => {
      const nowMs = now()
      const stored = await salts.all()
      for (const day of saltDays(nowMs)) await supply(day, stored.get(day))
      await destroy([...stored.keys()].filter((day) => saltEndMs(day) <= nowMs))
    },
  )
}
