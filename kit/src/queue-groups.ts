import type { Redis } from 'ioredis'
import pLimit from 'p-limit'
import { jobKey, prefixOf } from './queue.ts'

interface Job<Data> {
  id: string
  data: Data
}

/** Jobs that are done together. Once formed it is the same for ever, whoever tries it again. */
export interface Group<Data> {
  id: string
  jobs: Job<Data>[]
}

export interface GroupLimits<Data> {
  /** A group waits this long for more jobs. */
  gatherMs: number
  /** One that has this weight by then waits longer: where much comes, fewer and larger writes pay. */
  busy?: { weight: number; gatherMs: number }
  maxJobs: number
  /** Of all jobs together, in the unit of `weigh`. */
  maxWeight: number
  weigh: (data: Data) => number
  /** How many groups are worked on at once. */
  parallel: number
}

interface Entry<Data> {
  job: Job<Data>
  resolve: () => void
  reject: (error: unknown) => void
}

// Writes the group's id into each job that has none, and the list of those jobs under the group's own
// key, in one step. Answers each job's group; empty for a job that is gone, which is done.
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
 * Does many jobs of a queue as one piece of work, for stores that dislike small writes. What belongs
 * together is kept in Redis before the work begins: a group that failed, or whose worker died, is
 * tried again with exactly its jobs and its id. So the id serves as the work's idempotency key.
 * Give `take` to `openWorker`.
 */
export function createGroups<Data>(
  queue: string,
  redis: Redis,
  limits: GroupLimits<Data>,
  work: (group: Group<Data>) => Promise<void>,
) {
  const groupKey = (id: string) => `${prefixOf(queue)}:group:${id}`
  const running = new Map<string, Promise<void>>()
  const limit = pLimit(limits.parallel)
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

  /** Members of one group that come at different times share its one run. */
  function run(id: string, jobs: Job<Data>[] | undefined): Promise<void> {
    const known = running.get(id)
    if (known) return known
    const run = (async () => {
      const members = jobs ?? (await recall(id))
      if (!members) return
      await limit(() => work({ id, jobs: members }))
      await redis.del(groupKey(id))
    })().finally(() => running.delete(id))
    running.set(id, run)
    return run
  }

  /** The jobs of a group that was formed before; undefined when its work is done. */
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
    /** Resolves when the group that the job belongs to is done, and throws what its work threw. */
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
