import type { TestStack } from './test-stack.ts'
import { until } from './until.ts'

const JOBS = 30
const WAITING = '{clicks}:clicks:wait'

/** Clicks that no version of redirect would send. */
const poison: readonly unknown[] = [
  null,
  'garbage',
  { linkId: 'seven' },
  { id: '0193\u0000' },
  { id: crypto.randomUUID(), createdAtMs: 8.64e15, linkId: 1, orgId: 1 },
  { id: crypto.randomUUID(), createdAtMs: Date.now(), linkId: 1, orgId: 1, query: 5 },
]

/** The number of clicks that `poisonQueue` adds and that must be rejected. */
export const POISONED = JOBS * poison.length

/**
 * Inserts invalid clicks into waiting jobs, and makes a valid click as unusual as possible: a NUL,
 * a lone surrogate, a user agent of 100 kB.
 */
export async function poisonQueue({ redis, signal }: TestStack): Promise<void> {
  signal('click-worker', 'SIGSTOP')
  try {
    await until(async () => (await redis.llen(WAITING)) >= JOBS, 'jobs that wait')
    for (const id of await redis.lrange(WAITING, 0, JOBS - 1)) {
      const key = `{clicks}:clicks:${id}`
      const data = JSON.parse((await redis.hget(key, 'data')) ?? '')
      Object.assign(data.clicks[0], { title: '\u0000 \ud83d', userAgent: 'x'.repeat(100_000) })
      data.clicks.splice(1, 0, ...poison)
      await redis.hset(key, 'data', JSON.stringify(data))
    }
  } finally {
    signal('click-worker', 'SIGCONT')
  }
}
