import { setTimeout as sleep } from 'node:timers/promises'
import { inTime } from '@fingerpost/kit/async/in-time'
import { unavailable } from '@fingerpost/kit/http/problem'
import type { OpenQueue } from '@fingerpost/kit/queue/queue'
import { isClickBatch, valuesOf } from '@fingerpost/protos/click-batch'
import { TOUCHED_FIRST, TOUCHED_LINKS, touchedLink } from '@fingerpost/protos/redis-keys'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'

/** After this time every redirect process knows the limit and holds visits back, and has queued those before. */
const HEARD_MS = 200
const POLL_MS = 50
/** How long one caller waits; the deadline of redirect is one second. */
const WAIT_MS = 800
const GIVE_UP_MS = 60_000
const JOBS_MAX = 10_000
/** Job ids per Redis command. */
const AT_ONCE = 500
/** Jobs that are not done by then, such as those of a killed worker, are read: only some have clicks of the link. */
const READ_AFTER_MS = 300
/** Jobs of a longer queue are not read. */
const READ_MAX = 300

// Moves a touched link to the front, unless a worker has it, which the fraction of its score shows.
// Answers whether its total is still to be sent.
const RUN_NOW = `
local score = redis.call('zscore', KEYS[1], ARGV[1])
if score and tonumber(score) % 1 == 0 then redis.call('zadd', KEYS[1], ARGV[2], ARGV[1]) end
return score`

export interface UncountedClicks {
  /**
   * Resolves when the clicks before this version of the link are counted; throws unavailable after
   * the deadline.
   */
  wait(orgId: number, linkId: number, version: number): Promise<void>
}

/**
 * Clicks not yet in the totals of links: jobs in the queues, then links whose totals are to be sent.
 * Jobs are tracked by id, not by time, because clocks of machines differ. A job never changes, so one without
 * clicks of the link does not matter.
 */
export function uncountedClicks(
  queues: readonly Pick<OpenQueue<unknown>, 'ids' | 'areDone' | 'texts'>[],
  redis: Redis,
): UncountedClicks {
  const counted = new LRUCache<string, Promise<void>>({ max: 1_000 })

  async function settle(orgId: number, linkId: number): Promise<void> {
    const giveUpAtMs = performance.now() + GIVE_UP_MS
    const until = async (isTrue: () => Promise<boolean>) => {
      while (!(await isTrue())) {
        if (performance.now() > giveUpAtMs) throw new Error('clicks are not counted yet')
        await sleep(POLL_MS)
      }
    }
    await sleep(HEARD_MS)
    await Promise.all(
      queues.map(async (jobs) => {
        const ids = await jobs.ids(JOBS_MAX)
        let readAtMs = ids.length > READ_MAX ? Infinity : performance.now() + READ_AFTER_MS
        let open = ids
        while (open.length > 0) {
          const some = open.slice(0, AT_ONCE)
          await until(async () => performance.now() > readAtMs || jobs.areDone(some))
          if (performance.now() <= readAtMs) open = open.slice(AT_ONCE)
          else {
            readAtMs = Infinity
            open = await withClicksOf(linkId, open, jobs)
          }
        }
      }),
    )
    const member = touchedLink(orgId, linkId)
    await until(async () => !(await redis.eval(RUN_NOW, 1, TOUCHED_LINKS, member, TOUCHED_FIRST)))
  }

  return {
    async wait(orgId, linkId, version) {
      const key = `${linkId}:${version}`
      const settled = counted.get(key) ?? settle(orgId, linkId)
      counted.set(key, settled)
      settled.catch(() => counted.delete(key))
      await inTime(settled, WAIT_MS).catch((error: unknown) => {
        throw unavailable('The clicks before this limit are still being counted.', error)
      })
    },
  }
}

/** Those of these jobs that are not done, and may have clicks of a link. */
async function withClicksOf(
  linkId: number,
  ids: readonly string[],
  jobs: Pick<OpenQueue<unknown>, 'texts'>,
): Promise<string[]> {
  const found: string[] = []
  for (const id of ids) {
    const [text] = await jobs.texts([id])
    if (text !== undefined && mayHave(linkId, text)) found.push(id)
  }
  return found
}

/** Whether a job may have clicks of a link. */
function mayHave(linkId: number, text: string): boolean {
  try {
    const batch = JSON.parse(text)
    return !isClickBatch(batch) || valuesOf(batch).some(({ link_id }) => link_id === linkId)
  } catch {
    return true
  }
}
