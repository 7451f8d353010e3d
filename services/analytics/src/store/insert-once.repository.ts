import { setTimeout as pause } from 'node:timers/promises'
import { unavailable } from '@fingerpost/kit/http/problem'
import type { ClickHouse } from './clickhouse.client.ts'

interface Once<Row> {
  /** Always stands for the same rows. */
  token: string
  /** The rows that are not in the table yet. */
  missing: () => Promise<readonly Row[]>
  /** Inserts rows with a token of ClickHouse. */
  insert: (token: string, rows: readonly Row[]) => Promise<void>
  /** Whether no process has tried this before, so that the result needs no check. */
  isFirst: boolean
}

/** A token is lost only if ClickHouse is killed within the same few microseconds of an insert. */
const TOKENS = 20

/**
 * Inserts rows once, however often and by however many processes it is tried. ClickHouse stores the
 * token of an insert before its rows: if it is killed in between, it ignores a repeated insert,
 * although the rows are lost. So a repeated insert is checked, and missing rows are inserted with
 * another token, derived from the first.
 */
export async function insertOnce<Row>(
  clickhouse: ClickHouse,
  { token, missing, insert, isFirst }: Once<Row>,
): Promise<void> {
  for (let n = 0; n < TOKENS; n++) {
    const rows = await missing()
    if (rows.length === 0) return
    const derived = n === 0 ? token : `${token}-${n}`
    await insert(derived, rows)
    // A replicated table stores token and rows at once, and may show the rows later.
    if (isFirst || clickhouse.isReplicated) return
    await untilNoneRuns(clickhouse, derived)
  }
  throw new Error(`ClickHouse does not store the rows with the token ${token}`)
}

const LOOKS = 100
const PAUSE_MS = 100

/** Waits for the inserts with a token, whose rows are not visible yet. Throws unavailable. */
async function untilNoneRuns(clickhouse: ClickHouse, token: string): Promise<void> {
  for (let looks = 0; looks < LOOKS; looks++) {
    const running = await clickhouse.read({ text: RUNNING, params: { token } })
    if (running.length === 0) return
    await pause(PAUSE_MS)
  }
  throw unavailable('ClickHouse is still inserting these rows. Try again.')
}

const RUNNING = `SELECT query_id FROM system.processes
  WHERE Settings['insert_deduplication_token'] = {token:String}`
