import type { TestStack } from './test-stack.ts'
import { until } from './until.ts'

const JOBS = 30
const WAITING = '{clicks}:clicks:wait'

/** Clicks that no version of redirect would send. */
const poison: readonly unknown[] = [
  null,
  'garbage',
  [0, 0, 0, 0, 0],
  [0, 0, 0, 0, 0, '0193\u0000'],
  [0, 0, 0, 0, 0, crypto.randomUUID(), 8.64e15],
  [99, 0, 0, 0, 0, crypto.randomUUID(), Date.now()],
  [0, 0, 0, 0, 0, crypto.randomUUID(), Date.now(), 'link', '', 5],
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
      data.links[0][6] = '\u0000 \ud83d' // the title
      data.agents[0][0] = 'x'.repeat(100_000)
      data.clicks.splice(1, 0, ...poison)
      await redis.hset(key, 'data', JSON.stringify(data))
    }
  } finally {
    signal('click-worker', 'SIGCONT')
  }
}
