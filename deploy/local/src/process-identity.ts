import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * The start time of a live process, for comparison: pid and start time together identify a process,
 * a pid alone does not. Undefined if there is no such process or only its zombie.
 */
export function startTime(pid: number): string | undefined {
  if (process.platform !== 'linux') return ps(pid, 'lstart')
  try {
    // Fields 3 (state) and 22 (start in ticks since boot).
    const fields = statFields(pid)
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

/** Seconds of CPU time that a live process has used; undefined if there is no such process. */
export function cpuSeconds(pid: number): number | undefined {
  if (process.platform !== 'linux') {
    // [[days-]hours:]minutes:seconds
    const parts = ps(pid, 'time')?.split(/[-:]/).map(Number)
    return parts?.reduceRight((sum, part, i) => sum + part * (UNITS[parts.length - 1 - i] ?? 0), 0)
  }
  try {
    // Fields 14 (user) and 15 (system), in hundredths of a second.
    const fields = statFields(pid)
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return undefined
  }
}

/** Seconds of CPU time of this process and of its ended descendants; undefined outside of Linux. */
export function allCpuSeconds(): number | undefined {
  try {
    // Fields 14 to 17: user and system of the process, then of the children that it waited for.
    const fields = statFields('self').slice(11, 15)
    return fields.reduce((sum, it) => sum + Number(it), 0) / 100
  } catch {
    return undefined
  }
}

/** The fields of /proc/<pid>/stat from the third, the state; the name before them is arbitrary. */
function statFields(pid: number | 'self'): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const UNITS = [1, 60, 3_600, 86_400]

/** The command line of a live process, separated by spaces; undefined if there is none. */
export function commandLine(pid: number): string | undefined {
  if (process.platform !== 'linux') return ps(pid, 'command')
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined
  } catch {
    return undefined
  }
}

function ps(pid: number, column: string): string | undefined {
  try {
    const stdio = ['ignore', 'pipe', 'ignore'] as const
    const text = execFileSync('ps', ['-o', `${column}=`, '-p', `${pid}`], { stdio: [...stdio] })
    return text.toString().trim() || undefined
  } catch {
    return undefined
  }
}
