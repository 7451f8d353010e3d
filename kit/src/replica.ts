import type { Kysely } from 'kysely'
import type { Logger } from './log.ts'
import { openPostgres, type Postgres } from './postgres.ts'
import { isUnreachable } from './postgres-error.ts'

/** Reads that may be answered by a replica. */
export interface Reads<Schema> {
  /** Runs on the replica when that knows all that was committed before, else on the primary. */
  read<T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const CATCH_UP_MS = 50
const LOOK_MS = 5
const REST_MS = 5_000

/**
 * A streaming replica of `primary`, or, without a URL, the primary itself. Nobody reads less than was
 * committed before he asked: the primary says how far its log goes, and a replica that has not got there
 * within 50 ms is passed over. One that cannot be reached is left alone for five seconds.
 */
export function openReads<Schema>(
  primary: Postgres<Schema>,
  replicaUrl: string,
  log: Logger,
): Reads<Schema> {
  if (!replicaUrl) return { read: (work) => work(primary.db), close: async () => {} }
  const replica = openPostgres<Schema>(replicaUrl, log)
  let restUntilMs = 0

  async function hasAll(): Promise<boolean> {
    const [now] = await primary.prepared<{ lsn: string }>('lsn', PRIMARY_LSN, [])
    const endMs = performance.now() + CATCH_UP_MS
    for (;;) {
      const [answer] = await replica.prepared<{ has: boolean }>('has-lsn', HAS_LSN, [now?.lsn])
      if (answer?.has) return true
      if (performance.now() > endMs) return false
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }

  async function tryReplica<T>(
    work: (db: Kysely<Schema>) => Promise<T>,
  ): Promise<{ it: T } | null> {
    if (performance.now() < restUntilMs) return null
    try {
      return (await hasAll()) ? { it: await work(replica.db) } : null
    } catch (error) {
      if (!isUnreachable(error) && !isCancelled(error)) throw error
      log.warn({ err: error }, 'the replica of postgres is passed over')
      restUntilMs = performance.now() + REST_MS
      return null
    }
  }

  return {
    async read(work) {
      const answer = await tryReplica(work)
      return answer ? answer.it : work(primary.db)
    },
    close: () => replica.close(),
  }
}

// What was committed is flushed before anybody hears of it. A server that is no replica has replayed nothing.
const PRIMARY_LSN = 'select pg_current_wal_flush_lsn()::text as lsn'
const HAS_LSN = 'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as has'

/** A replica ends queries that are in the way of what it must replay. */
const isCancelled = (error: unknown): boolean => (error as { code?: unknown })?.code === '40001'
