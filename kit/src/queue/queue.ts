import { type Job, Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { backoffMs } from '../async/backoff.ts'
import type { Logger } from '../process/log.ts'
import { openRedis } from '../stores/redis.ts'

// Hash tag: in a Redis Cluster, all keys of a queue must be in one slot.
export const prefixOf = (name: string) => `{${name}}`

/** The key of a BullMQ job: a hash whose field `data` is the job's data as JSON. */
export const jobKey = (name: string, id: string) => `${prefixOf(name)}:${name}:${id}`

/** The producer of a queue. Jobs are retried until they succeed, and removed afterwards. */
export function openQueue<Data>(name: string, connection: Redis, log: Logger) {
  const queue = new Queue(name, {
    connection,
    prefix: prefixOf(name),
    skipVersionCheck: true, // checked only once; a failed check breaks the queue for good
    streams: { events: { maxLen: 0 } }, // trims the events of BullMQ, which nothing reads
    defaultJobOptions: {
      removeOnComplete: true,
      attempts: Number.MAX_SAFE_INTEGER,
      backoff: { type: 'custom' },
    },
  })
  queue.on('error', (error) => log.debug({ err: error, queue: name }, 'queue connection'))
  return {
    /** Resolves once the job is in Redis. Jobs with the id of an unfinished job are dropped. */
    add: async (jobId: string, data: Data): Promise<void> =>
      void (await queue.add(name, data, { jobId })),
    /** Number of unfinished jobs: waiting, running or waiting for a retry. */
    depth: () => queue.getJobCountByTypes('waiting', 'active', 'delayed', 'prioritized'),
    /** When the oldest unfinished job was added, in ms since 1970; undefined if there is none. */
    async oldestAtMs(): Promise<number | undefined> {
      const ends = await queue.getJobs(['waiting', 'active', 'delayed'], 0, 0, true)
      const added = ends.map((job) => job.timestamp)
      return added.length > 0 ? Math.min(...added) : undefined
    },
    /** Ids of unfinished jobs, at most `limit` of each state. */
    ids: (limit: number): Promise<string[]> =>
      queue.getRanges(['waiting', 'active', 'delayed'], 0, limit - 1, true),
    /** The data of those of these jobs that are not done, as JSON. */
    async texts(ids: readonly string[]): Promise<string[]> {
      const found = await Promise.all(ids.map((id) => connection.hget(jobKey(name, id), 'data')))
      return found.filter((text) => text !== null)
    },
    /** Whether all of these jobs are done. */
    areDone: async (ids: readonly string[]): Promise<boolean> =>
      (await connection.exists(...ids.map((id) => jobKey(name, id)))) === 0,
    /** Reaches the server of this queue: in a cluster, the master of its slot. */
    ping: async (): Promise<void> => void (await connection.exists(jobKey(name, 'meta'))),
    close: () => queue.close(),
  }
}

export type OpenQueue<Data> = ReturnType<typeof openQueue<Data>>

/**
 * The consumer of a queue. A job that throws is retried without limit; a job whose worker died is
 * retried within 15 seconds, `lockDuration` plus `stalledInterval`. So `work` may get a job twice and must be idempotent.
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
      runRetryDelay: 1_000, // after errors other than a lost connection, e.g. an unserved slot
      maxStalledCount: 1_000,
      settings: { backoffStrategy: backoffMs },
    },
  )
  worker.on('error', (error) => log.debug({ err: error, queue: name }, 'worker connection'))
  worker.on('failed', (job, error) =>
    log.warn({ err: error, queue: name, job: job?.id, tries: job?.attemptsMade }, 'job failed'),
  )
  return {
    /** Finishes running jobs and takes no new ones. */
    async close(): Promise<void> {
      await worker.close()
      connection.disconnect()
    },
  }
}
