import type { FileRun } from './test-report.ts'

/** Where the time of the files of a project went, in seconds. */
export interface ProjectTimes {
  project: string
  files: number
  tests: number
  /** The sum over its files, which run side by side. */
  of_files_s: number
  /** The time during which at least one of its files ran. */
  wall_s: number
  /** Processor time of the Vitest workers, without the stack. */
  processor_s: number
}

const SLOWEST = 20

/** The times by project, in the order in which they started. */
export function timesByProject(files: readonly FileRun[]): ProjectTimes[] {
  const projects = Map.groupBy(files, (it) => it.project)
  return [...projects].map(([project, runs]) => ({
    project,
    files: runs.length,
    tests: sum(runs.map((it) => it.tests.length)),
    of_files_s: seconds(sum(runs.map((it) => it.endMs - it.startMs))),
    wall_s: seconds(busyMs(runs)),
    processor_s: seconds(sum(runs.map((it) => it.processorMs))),
  }))
}

export const slowestFiles = (files: readonly FileRun[]): FileRun[] =>
  files.toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs)).slice(0, SLOWEST)

/** The table of projects and the slowest files, for a terminal. `total` is that of everything, if known. */
export function timesTable(
  files: readonly FileRun[],
  total?: { wall_s: number; processor_s: number | undefined },
): string {
  const rows = timesByProject(files)
  const rest = (total?.processor_s ?? 0) - sum(rows.map((it) => it.processor_s))
  const row = (name: string, cells: (number | string | undefined)[]) =>
    `${name.padEnd(16)}${cells.map((it) => String(it ?? '').padStart(11)).join('')}`
  return [
    row('Seconds', ['files', 'tests', 'of files', 'wall', 'processor']),
    ...rows.map((it) =>
      row(it.project, [it.files, it.tests, it.of_files_s, it.wall_s, it.processor_s]),
    ),
    ...(total?.processor_s ? [row('stack and rest', ['', '', '', '', rest.toFixed(1)])] : []),
    ...(total ? [row('all', ['', '', '', total.wall_s, total.processor_s])] : []),
    '',
    row('Slowest files', ['seconds', 'processor']),
    ...slowestFiles(files).map(
      (it) =>
        `${row('', [seconds(it.endMs - it.startMs), seconds(it.processorMs)])}  ${it.project}: ${it.file}`,
    ),
  ].join('\n')
}

/** The length of the union of the runs; a file that failed ran again later. */
function busyMs(runs: readonly FileRun[]): number {
  let [busy, until] = [0, 0]
  for (const { startMs, endMs } of runs.toSorted((a, b) => a.startMs - b.startMs)) {
    busy += Math.max(0, endMs - Math.max(startMs, until))
    until = Math.max(until, endMs)
  }
  return busy
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, it) => total + it, 0)
const seconds = (ms: number): number => Math.round(ms / 100) / 10
