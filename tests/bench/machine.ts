import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

/** Which machine the figures are of. */
export interface Machine {
  cpu: string
  cores: number
  memoryGb: number
  node: string
  /** Processes that waited for a core, on average over the last minute, before the run. */
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

/** The core that what is measured runs on, and the one for the load and everything else. */
export const CORES = { measured: '0', others: '1' } as const

const canPin = process.platform === 'linux' && availableParallelism() > 1

/** The words in front of a command that keep it on these cores; none where that is not possible. */
export const pinned = (cores: string): string[] => (canPin ? ['taskset', '-c', cores] : [])

/** Moves all threads of processes to these cores. */
export function pin(pids: readonly number[], cores: string): void {
  if (!canPin) return
  for (const pid of pids) execFileSync('taskset', ['-a', '-p', '-c', cores, `${pid}`])
}

/** Takes back what `pin` did. */
export const unpin = (pids: readonly number[]): void => pin(pids, `0-${availableParallelism() - 1}`)

/** Clock ticks of /proc are hundredths on every Linux. */
const TICK_SECONDS = 0.01

/** Processor time that processes have used so far, seconds; NaN where nobody tells. */
export function cpuSeconds(pids: readonly number[]): number {
  if (process.platform !== 'linux') return Number.NaN
  return pids.reduce((sum, pid) => {
    const fields = procStat(pid)
    return sum + (Number(fields[11]) + Number(fields[12])) * TICK_SECONDS
  }, 0)
}

/** What a process holds in memory and shares with nobody, plus its part of what it shares, bytes. */
export function memoryBytes(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
  return Number(kilobytes?.[1] ?? Number.NaN) * 1_024
}

/** The fields of /proc/<pid>/stat after the name, which may hold anything. */
function procStat(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** The processes that these have started, and theirs. */
export function withChildren(pids: readonly number[]): number[] {
  const children = pids.flatMap((pid) => {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return text.split(' ').filter(Boolean).map(Number)
  })
  return children.length === 0 ? [...pids] : [...pids, ...withChildren(children)]
}
