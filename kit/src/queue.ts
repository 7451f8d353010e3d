import { type Job, Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Logger } from './log.ts'
import { openRedis } from './redis.ts'

// In a Redis Cluster all keys of one queue must live in one slot: hence the braces.
export const prefixOf = (name: string) => `{${name}}`

/** Where BullMQ keeps a job of a queue: a hash, of which `data` is the job's data as JSON. */
export const jobKey = (name: string, id: string) => `${prefixOf(name)}:${name}:${id}`

/** The adding end of a queue. Jobs are tried until they succeed and are gone afterwards. */
export function openQueue<Data>(name: string, connection: Redis, log: Logger) {
  const queue = new Queue(name, {
    connection,
    prefix: prefixOf(name),
    skipVersionCheck: true, // asked once, and a queue that got no answer would stay broken for ever
    defaultJobOptions: {
      removeOnComplete: true,
      attempts: Number.MAX_SAFE_INTEGER,
      backoff: { type: 'custom' },
    },
  })
  queue.on('error', (error) => log.debug({ err: error, queue: name }, 'queue connection'))
  return {
    /** Resolves once Redis holds the job. A second job of the same id is dropped while the first waits. */
    add: async (jobId: string, data: Data): Promise<void> =>
      void (await queue.add(name, data, { jobId })),
    /** Jobs that are not done: waiting, running or waiting for another try. */
    depth: () => queue.getJobCountByTypes('waiting', 'active', 'delayed', 'prioritized'),
    /** When the oldest job that is not done was added, in ms since 1970; undefined when there is none. */
    async oldestAtMs(): Promise<number | undefined> {
      const ends = await queue.getJobs(['waiting', 'active', 'delayed'], 0, 0, true)
      const added = ends.map((job) => job.timestamp)
      return added.length > 0 ? Math.min(...added) : undefined
    },
    /** Ids of jobs that are not done, at most `limit` of each state. */
    ids: (limit: number): Promise<string[]> =>
      queue.getRanges(['waiting', 'active', 'delayed'], 0, limit - 1, true),
    /** Whether all of these jobs are done. */
    areDone: async (ids: readonly string[]): Promise<boolean> =>
      (await connection.exists(...ids.map((id) => jobKey(name, id)))) === 0,
    close: () => queue.close(),
  }
}

export type OpenQueue<Data> = ReturnType<typeof openQueue<Data>>

/** Milliseconds before try number `tries + 1`: half a second doubling up to a minute. */
export const backoffMs = (tries: number) => Math.min(500 * 2 ** Math.min(tries - 1, 20), 60_000)

/**
 * The working end. A job that throws comes again, for ever; one whose worker died comes again within
 * ten seconds. So `work` may see a job twice and must change nothing the second time.
 */
export function openWorker<Data>(
  name: string,
  redisUrl: string,
  work: (job: { id: string; data: Data }) => Promise<void>,
  log: Logger,
  concurrency = 4,
) {
  const connection = openRedis(redisUrl, 'worker', log)
  const worker = new Worker<Data>(
    name,
    async ({ id, data }: Job<Data>) => work({ id: id ?? '', data }),
    {
      connection,
      prefix: prefixOf(name),
      concurrency,
      lockDuration: 10_000,
      stalledInterval: 5_000,
      runRetryDelay: 1_000, // after an error that is no lost connection: a slot nobody serves just now
      maxStalledCount: 1_000,
      settings: { backoffStrategy: backoffMs },
    },
  )
  worker.on('error', (error) => log.debug({ err: error, queue: name }, 'worker connection'))
  worker.on('failed', (job, error) =>
    log.warn({ err: error, queue: name, job: job?.id, tries: job?.attemptsMade }, 'job failed'),
  )
  return {
    ping: () => connection.ping(),
    /** Finishes the jobs in hand, takes no new one. */
    async close(): Promise<void> {
      await worker.close()
      connection.disconnect()
    },
  }
}
