import type { Kysely } from 'kysely'
import type { Logger } from '../process/log.ts'
import { createOutage } from '../process/outage.ts'
import { openPostgres, type Postgres } from './postgres.ts'
import { isUnreachable } from './postgres-error.ts'

/** Reads that a replica may serve. */
export interface Reads<Schema> {
  /** Runs on the replica if it has replayed all earlier commits, else on the primary. */
  read<T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const CATCH_UP_MS = 50
const LOOK_MS = 5
const REST_MS = 5_000

/**
 * Reads from a streaming replica of `primary` or, without a URL, from the primary. A read sees all
 * earlier commits: a replica that has not reached the primary's WAL position within 50 ms is
 * skipped. An unreachable replica is skipped for five seconds.
 */
export function openReads<Schema>(
  primary: Postgres<Schema>,
  replicaUrl: string,
  log: Logger,
): Reads<Schema> {
  if (!replicaUrl) return { read: (work) => work(primary.db), close: async () => {} }
  const replica = openPostgres<Schema>(replicaUrl, log)
  const outage = createOutage('postgres replica failed, reading from the primary')
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
      const answer = (await hasAll()) ? { it: await work(replica.db) } : null
      outage.ended(log)
      return answer
    } catch (error) {
      if (!isUnreachable(error) && !isCancelled(error)) throw error
      outage.failed(log, error)
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

// A commit is flushed before it is acknowledged. A server that is no replica has no replay
// position.
const PRIMARY_LSN = 'select pg_current_wal_flush_lsn()::text as lsn'
const HAS_LSN = 'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as has'

/** Whether a replica canceled the query because of a conflict with replay. */
const isCancelled = (error: unknown): boolean => (error as { code?: unknown })?.code === '40001'
