import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { startTime } from './process-identity.ts'
import type { Running } from './supervisor.ts'
import { until } from './until.ts'

const GRACE_MS = 5_000

interface Record {
  supervisor: number
  processes: (Running & { startTime: string | undefined })[]
}

/** Records the running processes for cleanup after a killed supervisor. */
export function recordProcesses(file: string, running: readonly Running[]): void {
  const processes = running.map((it) => ({ ...it, startTime: startTime(it.pid) }))
  const record: Record = { supervisor: process.pid, processes }
  writeFileSync(`${file}.new`, JSON.stringify(record), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/**
 * Ends the live processes of a record, last first: gracefully, then by force. Only a process with
 * the recorded pid and start time is ended. With `supervisor`, the record of another supervisor is
 * ignored. Returns the names of the ended processes.
 */
export async function endRecorded(file: string, supervisor?: number): Promise<string[]> {
  const record = readRecord(file)
  if (!record || (supervisor !== undefined && record.supervisor !== supervisor)) return []
  const left = record.processes.filter((it) => isAlive(it.pid, it.startTime))
  for (const { pid, startTime, stopSignal } of left.toReversed()) {
    await endProcess(pid, startTime, stopSignal)
  }
  return left.map(({ name }) => name)
}

/** Ends the process with this pid and start time; does nothing if the pid was reused. */
export async function endProcess(
  pid: number,
  startedAt: string | undefined,
  stopSignal: NodeJS.Signals,
): Promise<void> {
  for (const signal of [stopSignal, 'SIGKILL'] as const) {
    if (!isAlive(pid, startedAt)) return
    process.kill(pid, signal)
    await until(() => !isAlive(pid, startedAt), AbortSignal.timeout(GRACE_MS))
  }
}

const isAlive = (pid: number, startedAt: string | undefined): boolean =>
  startedAt !== undefined && startTime(pid) === startedAt

function readRecord(file: string): Record | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record
  } catch {
    return undefined
  }
}
