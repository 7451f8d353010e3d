import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { collectGarbage } from '@fingerpost/kit/process/heap'

/** The machine that the values were measured on. */
export interface Machine {
  cpu: string
  cores: number
  memoryGb: number
  node: string
  /** Load average over the last minute before the run. */
  load: number
  tool: string
}

export const readMachine = (tool: string): Machine => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  load: Number((loadavg()[0] ?? 0).toFixed(2)),
  tool,
})

/** The core for the measured processes, and the one for the load generator and everything else. */
export const CORES = { measured: '0', others: '1' } as const

const canPin = process.platform === 'linux' && availableParallelism() > 1

/** Command prefix that pins a command to these cores; empty where pinning is not possible. */
export const pinned = (cores: string): string[] => (canPin ? ['taskset', '-c', cores] : [])

/** Pins all threads of these processes to these cores. */
export function pin(pids: readonly number[], cores: string): void {
  if (!canPin) return
  for (const pid of pids) execFileSync('taskset', ['-a', '-p', '-c', cores, `${pid}`])
}

/** Reverts `pin`. */
export const unpin = (pids: readonly number[]): void => pin(pids, `0-${availableParallelism() - 1}`)

/** The clock ticks in /proc are hundredths of a second on every Linux. */
const TICK_SECONDS = 0.01

/** CPU time that these processes have used so far, in seconds; NaN if not available. */
export function cpuSeconds(pids: readonly number[]): number {
  if (process.platform !== 'linux') return Number.NaN
  return pids.reduce((sum, pid) => {
    const fields = procStat(pid)
    return sum + (Number(fields[11]) + Number(fields[12])) * TICK_SECONDS
  }, 0)
}

/** Resident memory, or of shared memory only the share of the process (proportional set size). */
export type MemoryKind = 'Rss' | 'Pss'

/** Memory of a process in bytes. */
export function memoryBytes(pid: number, kind: MemoryKind = 'Pss'): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(new RegExp(`^${kind}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) * 1_024
}

/** The fields of /proc/<pid>/stat after the name, which may contain anything. */
function procStat(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** The processes and all of their descendants. The children of a process that has ended are missing. */
export function withChildren(pids: readonly number[]): number[] {
  const children = pids.flatMap(childrenOf)
  return children.length === 0 ? [...pids] : [...pids, ...withChildren(children)]
}

const isGone = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH'].includes(String(error.code))

function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return text.split(' ').filter(Boolean).map(Number)
  } catch (error) {
    if (isGone(error)) return []
    throw error
  }
}

/** Memory of this process in bytes, after its garbage was collected and returned to the system. */
export function heldBytes(): number {
  collectGarbage()
  return process.memoryUsage().rss
}
