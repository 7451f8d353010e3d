import { type AddressPrecision, truncateAddress } from '@fingerpost/kit/net/ip'
import { metrics } from '@fingerpost/kit/telemetry/metrics'
import type { Click } from '@fingerpost/protos/click/v1/click'
import { valuesOf } from '@fingerpost/protos/click-batch'
import { Counter, Histogram } from 'prom-client'
import { givenColumns, type RejectedRow } from './click.repository.ts'
import { batchOf, readClick } from './click.rules.ts'
import type { ClickRow } from './click.schema.ts'
import type { Step } from './steps.worker.ts'

const stepSeconds = new Histogram({
  name: 'fingerpost_click_step_duration_seconds',
  help: 'Time one step of the enrichment took for one batch',
  labelNames: ['step'],
  buckets: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1],
  registers: [metrics],
})

const failedSteps = new Counter({
  name: 'fingerpost_click_step_failures_total',
  help: 'Clicks for which an enrichment step failed and left its columns empty',
  labelNames: ['step'],
  registers: [metrics],
})

/**
 * Enriches the clicks of a job, and rejects unreadable ones with a reason. A failing step leaves
 * its columns empty but loses no click; `failures` has the last error of each failed step by name.
 */
export function readBatch(
  jobId: string,
  data: unknown,
  steps: readonly Step[],
  precision: AddressPrecision,
  nowMs: number,
): { rows: ClickRow[]; rejected: RejectedRow[]; failures: Map<string, unknown> } {
  const failures = new Map<string, unknown>()
  const rejected: RejectedRow[] = []
  const reject = (position: number, value: unknown, error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    rejected.push({ job_id: jobId, position, reason, click: asStored(value, precision) })
  }
  let values: object[] = []
  try {
    values = valuesOf(batchOf(data))
  } catch (error) {
    reject(0, data, error)
  }
  const batch: { click: Click; row: ClickRow }[] = []
  for (const [position, value] of values.entries()) {
    try {
      const click = readClick(value, nowMs)
      batch.push({ click, row: givenColumns(click) })
    } catch (error) {
      reject(position, value, error)
    }
  }
  for (const { name, empty, derive } of steps) {
    const ended = stepSeconds.startTimer({ step: name })
    for (const { click, row } of batch) {
      try {
        Object.assign(row, derive(click, row))
      } catch (error) {
        Object.assign(row, empty)
        failedSteps.inc({ step: name })
        failures.set(name, error)
      }
    }
    ended()
  }
  return { rows: batch.map(({ row }) => row), rejected, failures }
}

/** The stored form of a rejected click: its JSON, cut, with the address truncated by `keep`. */
function asStored(value: unknown, precision: AddressPrecision): string {
  const text = JSON.stringify(value, (name, held) =>
    name === 'ip' && typeof held === 'string' ? truncateAddress(held, precision) : held,
  )
  return (text ?? '').slice(0, 65_536).toWellFormed()
}
