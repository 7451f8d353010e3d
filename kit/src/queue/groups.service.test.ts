import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Lifecycle } from '../process/lifecycle.ts'
import { createLog } from '../process/log.ts'
import { openRedis } from '../stores/redis.ts'
import { createTestRedis } from '../testing/index.ts'
import { createGroups, type Group, type GroupLimits } from './groups.ts'
import { jobKey, openQueue } from './queue.ts'

const log = createLog('kit', 'silent')
const lifecycle = new Lifecycle(log)
let redis: ReturnType<typeof openRedis>
let name: string
let queue: ReturnType<typeof openQueue<number>>

beforeAll(async () => {
  const server = lifecycle.own('server', await createTestRedis(), (it) => it.drop())
  redis = lifecycle.own('redis', openRedis(server.url, 'worker', log), (it) => it.disconnect())
})
beforeEach(() => {
  name = `jobs-${randomUUID()}`
  queue = lifecycle.own('queue', openQueue<number>(name, redis, log), (it) => it.close())
})
afterAll(() => lifecycle.close())

const limits: GroupLimits<number> = {
  gatherMs: 10,
  maxJobs: 3,
  maxWeight: 100,
  weigh: (data) => data,
  parallel: 2,
}

async function addJobs(...data: number[]) {
  const jobs = data.map((it) => ({ id: randomUUID(), data: it }))
  for (const job of jobs) await queue.add(job.id, job.data)
  return jobs
}

/** Groups that record every try, and fail while configured to. */
function noting(more: Partial<GroupLimits<number>> = {}) {
  const tries: Group<number>[] = []
  const state = { failing: false }
  const groups = createGroups<number>(redis, { ...limits, ...more }, async (group) => {
    tries.push(group)
    if (state.failing) throw new Error('the store is away')
  }).of(name)
  return { tries, state, groups }
}

it('concurrent jobs form one group', async () => {
  const { tries, groups } = noting()
  const jobs = await addJobs(1, 2)

  await Promise.all(jobs.map(groups.take))

  expect(tries.map((group) => group.jobs)).toEqual([jobs])
})

it('a group is limited by jobs and by weight', async () => {
  const { tries, groups } = noting({ gatherMs: 60_000 })
  const jobs = await addJobs(1, 1, 1, 60, 40)

  await Promise.all(jobs.map(groups.take))

  expect(tries.map((group) => group.jobs.length)).toEqual([3, 2])
})

it('a group with much weight waits for more jobs', async () => {
  const { tries, groups } = noting({ busy: { weight: 50, gatherMs: 60_000 } })
  const later = noting({ gatherMs: 2 * limits.gatherMs })
  const [light, heavy, clock, second, third] = await addJobs(49, 50, 1, 1, 1)
  await groups.take(light!)

  const first = groups.take(heavy!)
  await later.groups.take(clock!)
  await Promise.all([first, groups.take(second!), groups.take(third!)])

  expect(tries.map((group) => group.jobs)).toEqual([[light], [heavy, second, third]])
})

it('a failed group is retried with its id and all its jobs, triggered by any of them', async () => {
  const { tries, state, groups } = noting()
  const jobs = await addJobs(1, 2, 3)
  state.failing = true
  await Promise.allSettled(jobs.map(groups.take))
  state.failing = false

  await groups.take(jobs[1]!)

  expect(tries).toHaveLength(2)
  expect(tries[0]!.isFirst).toBe(true)
  expect(tries[1]).toEqual({ ...tries[0], isFirst: false })
})

it('another worker finishes the group of a crashed one, exactly once', async () => {
  const dead = createGroups<number>(redis, limits, () => new Promise(() => {})).of(name)
  const jobs = await addJobs(1, 2)
  for (const job of jobs) void dead.take(job)
  const held = async () => redis.hget(jobKey(name, jobs[1]!.id), 'group')
  await expect.poll(held).not.toBeNull()
  const { tries, groups } = noting()

  await groups.take(jobs[0]!)
  await groups.take(jobs[1]!)

  expect(tries).toEqual([{ id: await held(), jobs, isFirst: false }])
})

it('a late job forms a new group and does not change the old one', async () => {
  const { tries, state, groups } = noting()
  const [first, second, late] = await addJobs(1, 2, 3)
  state.failing = true
  await Promise.allSettled([first!, second!].map(groups.take))
  state.failing = false

  await Promise.all([first!, late!, second!].map(groups.take))

  const retried = tries.slice(1).map((group) => group.jobs)
  expect(retried).toHaveLength(2)
  expect(retried).toContainEqual([first, second])
  expect(retried).toContainEqual([late])
})

it('a job that was finished elsewhere is not repeated', async () => {
  const { tries, groups } = noting()
  const [job] = await addJobs(1)
  await redis.del(jobKey(name, job!.id))

  await groups.take(job!)

  expect(tries).toEqual([])
})

it('the number of concurrent groups of all queues is limited', async () => {
  let atOnce = 0
  let most = 0
  const groups = createGroups<number>(redis, { ...limits, maxJobs: 1 }, async () => {
    most = Math.max(most, ++atOnce)
    await new Promise(setImmediate)
    atOnce--
  })
  const other = `${name}-2`
  const more = lifecycle.own('queue', openQueue<number>(other, redis, log), (it) => it.close())
  const jobs = await addJobs(...Array.from({ length: 8 }, () => 1))
  for (const job of jobs) await more.add(job.id, job.data)

  await Promise.all([name, other].map(groups.of).flatMap(({ take }) => jobs.map(take)))

  expect(most).toBe(2)
})

it('leaves no keys in Redis', async () => {
  const { groups } = noting()
  const jobs = await addJobs(1, 2)

  await Promise.all(jobs.map(groups.take))

  expect(await redis.keys(`{${name}}:group:*`)).toEqual([])
})
