import { CompiledQuery, Kysely, type LogEvent, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { type ConnectionShare, createConnectionShare } from '../async/connection-share.ts'
import type { Logger } from '../process/log.ts'
import { createOutage } from '../process/outage.ts'
import { deadline } from '../process/pace.ts'
import { createGauge } from '../telemetry/gauges.ts'
import type { SpanOptions } from '../telemetry/span.ts'
import { startCall, traced, tracing } from '../telemetry/trace.ts'
import { createStallDetector } from './stall-detector.ts'

export interface Postgres<Schema> {
  /** For composed queries; a repository uses this or a transaction of it. */
  db: Kysely<Schema>
  /**
   * For hot paths: a named statement, which each connection plans a few times and then no more. Its array
   * parameters have to be a `genericArray`.
   */
  prepared<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]>
  /** Throws if the server does not answer or refuses new connections, e.g. during shutdown. */
  ping(): Promise<void>
  close(): Promise<void>
}

const poolConnections = createGauge(
  'fingerpost_postgres_pool_connections',
  'Open connections to Postgres',
  'state',
)
const poolLimit = createGauge(
  'fingerpost_postgres_pool_limit_connections',
  'Maximum number of connections to Postgres',
)
const poolWaiting = createGauge(
  'fingerpost_postgres_pool_waiting_requests',
  'Queries that wait for a connection to Postgres',
)

const INT8 = pg.types.builtins.INT8
const TOO_MANY_CONNECTIONS = '53300'
const INT8_ARRAY = 1016 // pg names only the scalar types

/** Parses bigint and bigint[] as numbers; all other types as pg does. */
function numericIds(oid: number, format?: 'text') {
  const usual = pg.types.getTypeParser(oid, format)
  if (oid === INT8) return Number
  return oid === INT8_ARRAY ? (text: string) => usual(text).map(Number) : usual
}

/**
 * A connection pool. 64-bit integers are parsed as numbers (ids stay below 2^53). Timeouts: five
 * seconds for a query, `connectMs` for a connection, two seconds for a silent server. So a stuck
 * server causes an error, not a hang. Calls of teams take turns; see `createConnectionShare`.
 */
export function openPostgres<Schema>(
  url: string,
  log: Logger,
  max = 10,
  connectMs = 800,
): Postgres<Schema> {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // Kept while idle: on a busy machine, or while the password changes, a new connection may fail.
    min: Math.min(max, 2),
    connectionTimeoutMillis: deadline(connectMs),
    query_timeout: deadline(5_000),
    statement_timeout: deadline(4_500),
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    types: { getTypeParser: numericIds as typeof pg.types.getTypeParser },
  })
  giveUpOnSilence(pool, url)
  const share = createConnectionShare(max)
  // Without listeners, losing an idle connection would end the process.
  const outage = createOutage('lost idle postgres connections')
  pool.on('connect', (client) => {
    client.on('error', () => {})
    outage.ended(log)
  })
  pool.on('error', (error) => outage.failed(log, error))
  poolConnections('used', () => pool.totalCount - pool.idleCount)
  poolConnections('idle', () => pool.idleCount)
  poolLimit('', () => max)
  poolWaiting('', () => pool.waitingCount)
  return {
    db: new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: sharedPool(pool, share) }),
      ...(tracing() && { log: traceQuery }),
    }),
    prepared: (name, text, values) =>
      traced(
        name,
        spanOf(text),
        async () => (await share(() => pool.query({ name, text, values }))).rows,
      ),
    ping: async () => void (await Promise.all([pool.query('select 1'), requireEntry(url)])),
    close: () => pool.end(),
  }
}

/** The pool for Kysely: a connection counts for the owner of its call until it is released. */
function sharedPool(pool: pg.Pool, share: ConnectionShare) {
  const releases = new WeakMap<pg.PoolClient, () => void>()
  pool.on('release', (_, client) => releases.get(client)?.())
  const connect = (): Promise<pg.PoolClient> =>
    new Promise((resolve, reject) => {
      const use = async () => {
        const client = await pool.connect()
        const released = Promise.withResolvers<void>()
        releases.set(client, released.resolve)
        resolve(client)
        await released.promise
      }
      share(use).catch(reject)
    })
  return { connect, end: () => pool.end(), options: pool.options }
}

/** Closes connections in use that are silent while a new connection gets no answer either. */
function giveUpOnSilence(pool: pg.Pool, url: string): void {
  const watch = createStallDetector(() => ping(url))
  const watches = new Map<pg.PoolClient, () => void>()
  pool.on('acquire', (client) => {
    // Pending queries fail with "Connection terminated"; the pool removes the client.
    const giveUp = () =>
      (client as unknown as { connection: pg.Connection }).connection.stream.destroy()
    watches.set(client, watch(giveUp))
  })
  pool.on('release', (_, client) => {
    watches.get(client)?.()
    watches.delete(client)
  })
}

/** Resolves if the server answers at all, even if it refuses the connection. */
const ping = (url: string): Promise<void> =>
  connectOnce(url).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError)) throw error
  })

/** Throws when a new connection is refused, except for too many connections. */
const requireEntry = (url: string): Promise<void> =>
  connectOnce(url).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || error.code !== TOO_MANY_CONNECTIONS) throw error
  })

async function connectOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } finally {
    void client.end().catch(() => {})
  }
}

const spanOf = (text: string): SpanOptions => ({
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
})

/** Creates the span of a finished query from Kysely's log event. Its text contains no values. */
function traceQuery(event: LogEvent): void {
  const text = event.query.sql
  const startedAtMs = Date.now() - event.queryDurationMillis
  const [verb = 'query'] = text.trimStart().split(/\s/, 1)
  const span = startCall(verb, { ...spanOf(text), startedAtMs })
  span?.end(event.level === 'error' ? event.error : undefined)
}

/**
 * The SQL of an array parameter that lets Postgres use a generic plan. It assumes ten elements where the
 * length is unknown, so with a plain parameter, custom plans for shorter arrays look cheaper, and each call
 * is planned.
 */
export const genericArray = (parameter: `$${number}`, type: 'bigint' | 'text'): string =>
  `(select ${parameter}::${type}[])::${type}[]`

/** `prepared` for a repository that is created on a transaction. */
export const preparedIn =
  <Schema>(tx: Kysely<Schema>): Postgres<Schema>['prepared'] =>
  async (_, text, values) =>
    (await tx.executeQuery(CompiledQuery.raw(text, values))).rows as never

/** Holds an advisory lock until the transaction ends. `kind` is the namespace of the key. */
export const lockName = async <Schema>(
  tx: Kysely<Schema>,
  kind: string,
  key: string,
): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtext(${kind}), hashtext(${key}))`.execute(tx))

/** Whether an insert or update violated this unique index. */
export function isDuplicate(error: unknown, constraint: string): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint
  )
}

/** Whether an insert violated any unique index. */
export const isRepeated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505'

/** Whether a row violated this check constraint. */
export const isViolation = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23514' && error.constraint === constraint

/** Whether a foreign key was violated: a row refers to one that does not exist. */
export const isDangling = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23503'

/** Whether a statement waited for a lock longer than `lock_timeout`. */
export const isLocked = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '55P03'
