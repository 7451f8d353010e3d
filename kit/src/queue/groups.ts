import type { Redis } from 'ioredis'
import pLimit from 'p-limit'
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

interface Entry<Data> {
  job: Job<Data>
  resolve: () => void
  reject: (error: unknown) => void
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
  let gathered: Entry<Data>[] = []
  let weight = 0
  let timer: NodeJS.Timeout | undefined

  function gather(entry: Entry<Data>): void {
    gathered.push(entry)
    weight += limits.weigh(entry.job.data)
    timer ??= setTimeout(ripen, limits.gatherMs)
    if (gathered.length >= limits.maxJobs || weight >= limits.maxWeight) send()
  }

  function ripen(): void {
    const { busy, gatherMs } = limits
    if (!busy || weight < busy.weight) send()
    else timer = setTimeout(send, busy.gatherMs - gatherMs)
  }

  function send(): void {
    clearTimeout(timer)
    const entries = gathered
    ;[gathered, weight, timer] = [[], 0, undefined]
    void form(entries)
  }

  async function form(entries: Entry<Data>[]): Promise<void> {
    try {
      const formed = crypto.randomUUID()
      const ids = entries.map(({ job }) => job.id)
      const keys = [groupKey(formed), ...ids.map((id) => jobKey(queue, id))]
      const groups = await redis.eval(FORM, keys.length, ...keys, formed, ...ids)
      for (const [id, members] of byGroup(entries, groups as string[])) {
        const jobs = id === formed ? members.map(({ job }) => job) : undefined
        settle(members, id === '' ? Promise.resolve() : run(id, jobs))
      }
    } catch (error) {
      settle(entries, Promise.reject(error))
    }
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
    take: (job: Job<Data>): Promise<void> =>
      new Promise((resolve, reject) => gather({ job, resolve, reject })),
  }
}

function byGroup<Data>(entries: Entry<Data>[], groups: string[]): Map<string, Entry<Data>[]> {
  return Map.groupBy(entries, (entry) => groups[entries.indexOf(entry)] ?? '')
}

function settle<Data>(entries: Entry<Data>[], done: Promise<void>): void {
  done.then(
    () =>
      entries.forEach(({ resolve }) => {
        resolve()
      }),
    (error) =>
      entries.forEach(({ reject }) => {
        reject(error)
      }),
  )
}
