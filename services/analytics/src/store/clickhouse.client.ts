import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { Problem, unavailable, WrongSetting } from '@fingerpost/kit/http/problem'
import { request } from '@fingerpost/kit/http/request'
import { deadline } from '@fingerpost/kit/process/pace'
import { createStallDetector } from '@fingerpost/kit/stores/stall-detector'
import type { SpanOptions } from '@fingerpost/kit/telemetry/span'
import { traced } from '@fingerpost/kit/telemetry/trace'
import { CLUSTER_SETTINGS, READER_SETTINGS } from './cluster.rules.ts'
import { BadValue, encodeBlock, type NativeType } from './native.rules.ts'
import { joinTexts, type Texts } from './row-binary.rules.ts'

/** A statement and its parameters; values are never part of the text. */
export interface Query {
  text: string
  params: Record<string, unknown>
}

export type ClickHouse = ReturnType<typeof openClickHouse>

const QUERY_SECONDS = 4 // below the gRPC deadline of five seconds
const READ_MS = 4_500
const INSERT_MS = 10_000
const PING_MS = 5_000

const spanOf = (attributes: Record<string, string | number>): SpanOptions => ({
  kind: 'client',
  attributes: { 'db.system.name': 'clickhouse', ...attributes },
})

const howToRead = (silent: AbortSignal) => ({
  abort_signal: AbortSignal.any([AbortSignal.timeout(deadline(READ_MS)), silent]),
  clickhouse_settings: {
    readonly: '2',
    max_execution_time: deadline(QUERY_SECONDS),
    cancel_http_readonly_queries_on_client_close: 1,
  } as const,
})

const insertSettings = (token: string | undefined) => ({
  clickhouse_settings: {
    async_insert: 0,
    insert_deduplicate: 1,
    deduplicate_blocks_in_dependent_materialized_views: 1,
    wait_end_of_query: 1,
    max_partitions_per_insert_block: '0',
    date_time_input_format: 'basic',
    ...(token !== undefined && { insert_deduplication_token: token }),
  } as const,
})

/** Runs an insert. Throws unavailable if the server is unreachable or overloaded. */
async function inserted(table: string, rows: number, insert: () => Promise<unknown>) {
  const span = spanOf({ 'db.collection.name': table, 'db.operation.batch.size': rows })
  await traced('clickhouse insert', span, insert).catch((error: unknown) => {
    throw asUnavailable('ClickHouse does not accept rows.', error)
  })
}

/** Connection settings of ClickHouse. */
export interface ClickHousePlace {
  CLICKHOUSE_URL: string
  CLICKHOUSE_DATABASE: string
  /** Name of the cluster that the server belongs to, if any. */
  CLICKHOUSE_CLUSTER?: string
}

/**
 * A pool of HTTP connections to one database. Failures of the server become 503. A `reader` reads
 * from any replica of a cluster, which may not have the latest writes yet.
 */
export function openClickHouse(env: ClickHousePlace, role: 'writer' | 'reader' = 'writer') {
  const clusterSettings = role === 'reader' ? READER_SETTINGS : CLUSTER_SETTINGS
  const client = createClient({
    url: new URL('/', env.CLICKHOUSE_URL),
    database: env.CLICKHOUSE_DATABASE,
    request_timeout: INSERT_MS,
    max_open_connections: 32,
    log: { level: ClickHouseLogLevel.OFF }, // it would log rows; errors are thrown anyway
    clickhouse_settings: {
      output_format_json_quote_64bit_integers: 0,
      ...(env.CLICKHOUSE_CLUSTER && clusterSettings),
    },
  })
  // Not through the client, whose connections may all be busy with slow queries.
  const ping = new URL('/ping', env.CLICKHOUSE_URL)
  ping.username = ping.password = '' // /ping needs no credentials
  const watch = createStallDetector(() => request(ping, { signal: AbortSignal.timeout(PING_MS) }))

  /** One read. Throws unavailable if the server is unreachable, silent or too slow. */
  async function ask<Answer>(
    text: string,
    read: (how: ReturnType<typeof howToRead>) => Promise<Answer>,
  ): Promise<Answer> {
    const silent = new AbortController()
    const watched = watch(() => silent.abort(new Error('ClickHouse does not respond')))
    try {
      return await traced('clickhouse read', spanOf({ 'db.query.text': text }), () =>
        read(howToRead(silent.signal)),
      )
    } catch (error) {
      const cause = silent.signal.aborted ? silent.signal.reason : error
      throw asUnavailable('Analytics are unavailable. Try again.', error, cause)
    } finally {
      watched()
    }
  }

  return {
    /** Whether the tables are replicated. */
    isReplicated: Boolean(env.CLICKHOUSE_CLUSTER),

    /** Rows of a query; 64-bit integers as numbers (ids stay below 2^53). Throws unavailable. */
    read: <Row>({ text, params }: Query): Promise<Row[]> =>
      ask(text, async (how) => {
        const asked = { ...how, query: text, query_params: params, format: 'JSONEachRow' } as const
        return (await client.query(asked)).json<Row>()
      }),

    /** The clock of the server, in ms. Throws unavailable. */
    async clock(): Promise<number> {
      const text = 'SELECT toUnixTimestamp64Milli(now64(3)) AS now'
      const [row] = await this.read<{ now: number }>({ text, params: {} })
      return row?.now ?? 0
    },

    /** Rows of a query with a LIMIT, and their number without it, in one query. */
    readPart: <Row>({ text, params }: Query): Promise<{ items: Row[]; total: number }> =>
      ask(text, async ({ clickhouse_settings, ...how }) => {
        const answer = await client.query({
          ...how,
          query: text,
          query_params: params,
          format: 'JSON',
          clickhouse_settings: { ...clickhouse_settings, exact_rows_before_limit: 1 },
        })
        const { data, rows_before_limit_at_least: total = 0 } = await answer.json<Row>()
        return { items: data, total }
      }),

    /** The joined texts of rows of time, id and text, as many as fit into `maxBytes`. Throws unavailable. */
    readTexts: (
      { text, params }: Query,
      maxBytes: number,
    ): Promise<Omit<Texts, 'rest'> & { ended: boolean }> =>
      ask(text, async (how) => {
        const asked = { ...how, query: `${text} FORMAT RowBinary`, query_params: params }
        const { stream } = await client.exec(asked)
        const chunks: Buffer[] = []
        let bytes = 0
        for await (const chunk of stream) {
          chunks.push(chunk)
          bytes += chunk.length
          if (bytes > maxBytes) break // ends the query
        }
        const ended = bytes <= maxBytes
        const { rest, ...texts } = joinTexts(Buffer.concat(chunks))
        if (ended && rest > 0) throw new Error('ClickHouse ended its answer in the middle of a row')
        return { ...texts, ended }
      }),

    /**
     * Inserts rows, atomically per partition; a second insert with the same token changes nothing,
     * not even if a kill of ClickHouse lost the first: see `insertOnce`. Resolves when the rows are
     * readable. Throws unavailable.
     */
    async insert<Row extends object>(
      table: string,
      rows: readonly Row[],
      token?: string,
    ): Promise<void> {
      const names = Object.keys(rows[0] ?? {}) as (keyof Row & string)[]
      const [column, ...more] = names
      if (column === undefined) return
      const how = insertSettings(token)
      const values = rows.map((row) => names.map((name) => row[name]))
      await inserted(table, rows.length, () =>
        client.insert({
          table,
          columns: [column, ...more],
          values,
          ...how,
          format: 'JSONCompactEachRow',
        }),
      )
    },

    /**
     * Like `insert`, but in the format Native, which needs the types of the columns and saves
     * ClickHouse 7 µs of processor time per click. Throws BadValue.
     */
    async insertBlock<Name extends string>(
      table: string,
      columns: Readonly<Record<Name, { readonly type: NativeType }>>,
      rows: readonly Readonly<Record<Name, unknown>>[],
      token?: string,
    ): Promise<void> {
      if (rows.length === 0) return
      const query = `INSERT INTO ${table} (${Object.keys(columns).join()}) FORMAT Native`
      const block = encodeBlock(columns, rows)
      await inserted(table, rows.length, async () => {
        const values = Readable.from(block, { objectMode: false })
        const { stream } = await client.exec({ query, values, ...insertSettings(token) })
        await finished(stream.resume())
      })
    },

    /**
     * Runs a statement without a result, however long it takes, as long as the server shows its
     * progress. Throws unavailable.
     */
    async command(text: string, params: Record<string, unknown> = {}): Promise<void> {
      const run = client.command({
        query: text,
        query_params: params,
        clickhouse_settings: {
          // Headers of the answer: without them, the connection would be silent and time out.
          send_progress_in_http_headers: 1,
          http_headers_progress_interval_ms: '5000',
        },
      })
      await run.catch((error: unknown) => {
        throw asUnavailable('ClickHouse does not carry out a statement.', error)
      })
    },
    async ping(): Promise<void> {
      const answer = await client.ping()
      if (!answer.success) throw answer.error
    },
    close: () => client.close(),
  }
}

// TIMEOUT_EXCEEDED, TOO_MANY_SIMULTANEOUS_QUERIES, NO_FREE_CONNECTION, NETWORK_ERROR,
// SOCKET_TIMEOUT, ABORTED, MEMORY_LIMIT_EXCEEDED, NOT_ENOUGH_SPACE, TOO_MANY_PARTS,
// QUERY_WAS_CANCELLED; of a cluster TABLE_IS_READ_ONLY, ALL_CONNECTION_TRIES_FAILED,
// TOO_FEW_LIVE_REPLICAS, UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE, UNKNOWN_STATUS_OF_INSERT,
// KEEPER_EXCEPTION
const OVERLOADED = new Set(
  '159 202 203 209 210 236 241 243 252 394 242 279 285 286 319 999'.split(' '),
)

/** Whether the server is unreachable or overloaded, as opposed to a wrong statement. */
const isUnavailable = (error: unknown) =>
  error instanceof ClickHouseError ? OVERLOADED.has(error.code) : error instanceof Error

// UNKNOWN_USER, WRONG_PASSWORD, REQUIRED_PASSWORD, AUTHENTICATION_FAILED
const REFUSED = new Set('192 193 194 516'.split(' '))

/** Maps an error to unavailable if the server is down or rejects the account; else returns it. */
function asUnavailable(detail: string, error: unknown, cause = error): unknown {
  if (error instanceof ClickHouseError && REFUSED.has(error.code)) {
    const options = { cause: error }
    return unavailable(detail, new WrongSetting('ClickHouse rejects the account.', options))
  }
  return isUnavailable(error) ? unavailable(detail, cause) : error
}

/** Whether a read or an insert failed because the server is unreachable or overloaded. */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof Problem && error.kind === 'unavailable'

const TOO_MANY_ROWS = '158'
const TIMEOUT_EXCEEDED = '159'

/** Whether a read failed with one of these codes. */
const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof ClickHouseError
    ? codes.includes(error.code)
    : error instanceof Problem && error.cause !== undefined && hasCode(error.cause, ...codes)

const UNKNOWN_TABLE = '60'
const UNKNOWN_DATABASE = '81'

/** Whether a read failed because its table or database does not exist. */
export const isMissing = (error: unknown): boolean =>
  hasCode(error, UNKNOWN_TABLE, UNKNOWN_DATABASE)

/** Whether a read failed because it would have exceeded its limits of rows or time. */
export const isTooMuch = (error: unknown): boolean =>
  hasCode(error, TOO_MANY_ROWS, TIMEOUT_EXCEEDED)

// Errors that retries cannot fix. Matched by name, because each type of value has its own number.
const BAD_ROWS =
  /^(CANNOT_(PARSE|READ|CONVERT|INSERT_NULL)_|TYPE_MISMATCH|INCORRECT_DATA|TOO_LARGE_STRING_SIZE|ARGUMENT_OUT_OF_BOUND|VALUE_IS_OUT_OF_RANGE|UNKNOWN_ELEMENT_OF_ENUM|DECIMAL_OVERFLOW)/

/** Whether an insert failed because of its rows, so that retrying is useless. */
export const isBadRows = (error: unknown): error is Error =>
  error instanceof BadValue || (error instanceof ClickHouseError && BAD_ROWS.test(error.type ?? ''))

/** A time in the format of DateTime64(3). */
export const toDateTime = (ms: number): string =>
  new Date(ms).toISOString().slice(0, -1).replace('T', ' ')
