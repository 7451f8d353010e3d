import { createHash } from 'node:crypto'
import type { AddressPrecision } from '@fingerpost/kit/net/ip'
import type { Logger } from '@fingerpost/kit/process/log'
import type { Group } from '@fingerpost/kit/queue/groups'
import { metrics } from '@fingerpost/kit/telemetry/metrics'
import type { SpanOptions } from '@fingerpost/kit/telemetry/span'
import { traced } from '@fingerpost/kit/telemetry/trace'
import type { ClickBatch } from '@fingerpost/protos/click-batch'
import { Counter, Histogram } from 'prom-client'
import { isBadRows } from '../store/clickhouse.client.ts'
import { readBatch } from './batch.worker.ts'
import type { ClickRepository, RejectedRow } from './click.repository.ts'
import type { ClickRow } from './click.schema.ts'
import type { Step } from './steps.worker.ts'

const insertedClicks = new Counter({
  name: 'fingerpost_clicks_inserted_total',
  help: 'Clicks written to ClickHouse; a repeated job counts again',
  registers: [metrics],
})
const rejectedClicks = new Counter({
  name: 'fingerpost_clicks_rejected_total',
  help: 'Clicks that were rejected as invalid',
  registers: [metrics],
})
const insertSeconds = new Histogram({
  name: 'fingerpost_click_insert_duration_seconds',
  help: 'Time ClickHouse took for one batch',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
})

export interface ClickWorkParts {
  steps: readonly Step[]
  clicks: ClickRepository
  /** Marks the totals of these clicks' links as changed. */
  touch: (rows: readonly ClickRow[]) => Promise<void>
  precision: AddressPrecision
  now: () => number
  log: Logger
}

/**
 * Writes one group of jobs as one insert, with the group's id as deduplication token. Idempotent:
 * it may be retried at any point. A job that is queued again after it was done, e.g. by a late
 * spool, also changes nothing, because its clicks are already in the table.
 */
export function clickWork({ steps, clicks, touch, precision, now, log }: ClickWorkParts) {
  async function reject(
    rejected: readonly RejectedRow[],
    token: string,
    isFirst: boolean,
  ): Promise<void> {
    if (rejected.length === 0) return
    await clicks.reject(token, rejected, isFirst)
    rejectedClicks.inc(rejected.length)
    log.error({ token, clicks: rejected.length, reason: rejected[0]?.reason }, 'rejected')
  }

  async function insert(rows: readonly ClickRow[], token: string, isFirst: boolean): Promise<void> {
    const ended = insertSeconds.startTimer()
    await clicks.insert(token, rows, isFirst)
    ended()
    insertedClicks.inc(rows.length)
  }

  /**
   * Bisects rows that ClickHouse refuses until the bad row is found, and rejects only that row. All
   * rows were validated, so this is a bug of ours; it must not block the queue or lose other
   * clicks.
   */
  async function insertOrSetAside(
    { id, isFirst }: Omit<Group<unknown>, 'jobs'>,
    rows: readonly ClickRow[],
    token = id,
    position = 0,
  ): Promise<void> {
    try {
      await insert(rows, token, isFirst)
    } catch (error) {
      const [row, another] = rows
      if (!isBadRows(error) || !row) throw error
      if (!another) return reject([refused(id, position, row, error)], tokenOf(rows), isFirst)
      const half = Math.ceil(rows.length / 2)
      for (const from of [0, half]) {
        const part = rows.slice(from, from + half)
        await insertOrSetAside({ id, isFirst }, part, tokenOf(part), position + from)
      }
    }
  }

  async function write(group: Group<unknown>): Promise<void> {
    const read = group.jobs.map((job) => readBatch(job.id, job.data, steps, precision, now()))
    const rows = read.flatMap((it) => it.rows)
    for (const [step, error] of read.flatMap((it) => [...it.failures])) {
      log.error({ err: error, step }, 'enrichment step failed')
    }
    const rejected = read.flatMap((it) => it.rejected)
    await reject(rejected, group.id, group.isFirst)
    await insertOrSetAside(group, rows)
    await touch(rows)
  }

  return (group: Group<unknown>): Promise<void> =>
    traced('clicks write', { kind: 'consumer', ...sendersOf(group) }, () => write(group))
}

/** The producer spans of a group's jobs: the first is the parent, the others are links. */
function sendersOf({ jobs }: Group<unknown>): Pick<SpanOptions, 'parent' | 'links'> {
  const [parent, ...links] = jobs.flatMap(({ data }) => {
    const { traceparent } = (data ?? {}) as Partial<ClickBatch>
    return typeof traceparent === 'string' ? [traceparent] : []
  })
  return { parent, links }
}

/**
 * Deduplication token for a part of a group: a hash of its ids, so it is unique to these clicks.
 */
const tokenOf = (rows: readonly ClickRow[]): string =>
  createHash('sha256')
    .update(rows.map(({ id }) => id).join())
    .digest('hex')

const refused = (group: string, position: number, row: ClickRow, error: Error): RejectedRow => ({
  job_id: group,
  position,
  reason: `refused by the store: ${error.message.slice(0, 500)}`,
  click: JSON.stringify(row),
})
