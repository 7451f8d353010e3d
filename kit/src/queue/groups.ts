import type { Redis } from 'ioredis'
import pLimit from 'p-limit'
import { createBatcher, type Delay } from '../async/batcher.ts'
import { jobKey, prefixOf } from './queue.ts'

interface Job<Data> {
  id: string
  data: Data
}

/** Jobs that are processed together. Retries, also by other workers, use exactly the same group. */
export interface Group<Data> {
  id: string
  jobs: Job<Data>[]
  /** Whether this is the first attempt of any process. */
  isFirst: boolean
}

export interface GroupLimits<Data> {
  /** A group waits this long for more jobs. */
  gatherMs: number
  /**
   * A group of this weight by then waits longer: under load, fewer and larger writes are cheaper.
   */
  busy?: { weight: number; gatherMs: number }
  maxJobs: number
  /** Total of all jobs, in the unit of `weigh`. */
  maxWeight: number
  weigh: (data: Data) => number
  /** Number of groups of all queues that are processed concurrently. */
  parallel: number
}

// Atomically writes the group's id into each job without a group, and the list of those jobs under
// the group's key. Returns each job's group; empty for a job that was removed because it is done.
const FORM = `
local members, groups = {}, {}
for i = 2, #KEYS do
  if redis.call('exists', KEYS[i]) == 0 then
    groups[i - 1] = ''
  elseif redis.call('hsetnx', KEYS[i], 'group', ARGV[1]) == 1 then
    groups[i - 1] = ARGV[1]
    members[#members + 1] = ARGV[i]
  else
    groups[i - 1] = redis.call('hget', KEYS[i], 'group')
  end
end
if #members > 0 then redis.call('set', KEYS[1], cjson.encode(members)) end
return groups`

/**
 * Processes many jobs of a queue at once, for stores that are slow with small writes. The members
 * of a group are stored in Redis before the work begins: after a failure or crash, the group is
 * retried with the same jobs and id, so the id is an idempotency key. All jobs of a group are of one
 * queue. Pass `take` of each queue to `openWorker`.
 */
export function createGroups<Data>(
  redis: Redis,
  limits: GroupLimits<Data>,
  work: (group: Group<Data>) => Promise<void>,
) {
  const limit = pLimit(limits.parallel)
  return {
    of: (queue: string) => groupsOf(queue, redis, limits, (group) => limit(() => work(group))),
  }
}

function groupsOf<Data>(
  queue: string,
  redis: Redis,
  limits: GroupLimits<Data>,
  work: (group: Group<Data>) => Promise<void>,
) {
  const groupKey = (id: string) => `${prefixOf(queue)}:group:${id}`
  const running = new Map<string, Promise<void>>()
  const { busy, gatherMs } = limits
  const delay: Delay = ({ weight, ageMs }) =>
    (busy && weight >= busy.weight ? busy.gatherMs : gatherMs) - ageMs
  const forming = createBatcher(form, delay, {
    maxItems: limits.maxJobs,
    maxWeight: limits.maxWeight,
    weigh: ({ data }) => limits.weigh(data),
  })

  /** The work of the group of each job that is not done. */
  async function form(jobs: Job<Data>[]): Promise<Map<Job<Data>, Promise<void> | undefined>> {
    const formed = crypto.randomUUID()
    const ids = jobs.map(({ id }) => id)
    const keys = [groupKey(formed), ...ids.map((id) => jobKey(queue, id))]
    const groups = (await redis.eval(FORM, keys.length, ...keys, formed, ...ids)) as string[]
    const members = jobs.filter((_, i) => groups[i] === formed)
    const work = (id = '') => (id === '' ? undefined : run(id, id === formed ? members : undefined))
    return new Map(jobs.map((job, i) => [job, work(groups[i])]))
  }

  /** Members of a group that arrive at different times share one run. */
  function run(id: string, jobs: Job<Data>[] | undefined): Promise<void> {
    const known = running.get(id)
    if (known) return known
    const run = (async () => {
      const members = jobs ?? (await recall(id))
      if (!members) return
      await work({ id, jobs: members, isFirst: jobs !== undefined })
      await redis.del(groupKey(id))
    })().finally(() => running.delete(id))
    running.set(id, run)
    return run
  }

  /** The jobs of an existing group; undefined if its work is done. */
  async function recall(id: string): Promise<Job<Data>[] | undefined> {
    const members = await redis.get(groupKey(id))
    if (members === null) return undefined
    const ids = JSON.parse(members) as string[]
    const texts = await Promise.all(ids.map((it) => redis.hget(jobKey(queue, it), 'data')))
    return ids.flatMap((it, i) => {
      const text = texts[i]
      return text ? [{ id: it, data: JSON.parse(text) as Data }] : [] // removed by hand
    })
  }

  return {
    /** Resolves when the group of the job is done; throws what its work threw. */
    take: async (job: Job<Data>): Promise<void> => (await forming.add(job)).get(job),
  }
}
