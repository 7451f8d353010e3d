import { expect, it } from 'vitest'
import type { FileRun } from './test-report.ts'
import { slowestFiles, timesByProject, timesTable } from './test-times.ts'

const file = (name: string, project: string, startMs: number, endMs: number): FileRun => ({
  ...{ file: name, project, startMs, endMs, processorMs: 500, errors: [], failed: false },
  tests: [{ name: 'one', state: 'passed' }],
})
const files = [
  file('a.test.ts', 'unit', 1_000, 2_000),
  file('b.test.ts', 'unit', 1_500, 4_000),
  file('c.test.ts', 'system', 4_000, 4_100),
  file('d.test.ts', 'system', 9_000, 9_100),
]

it('sums the files of a project, and measures its wall time without gaps', () => {
  expect(timesByProject(files)).toEqual([
    { project: 'unit', files: 2, tests: 2, of_files_s: 3.5, wall_s: 3, processor_s: 1 },
    { project: 'system', files: 2, tests: 2, of_files_s: 0.2, wall_s: 0.2, processor_s: 1 },
  ])
})

it('lists the slowest files first, and at most 20', () => {
  expect(
    slowestFiles(files)
      .map((it) => it.file)
      .slice(0, 2),
  ).toEqual(['b.test.ts', 'a.test.ts'])
  expect(slowestFiles(Array(30).fill(files[0]))).toHaveLength(20)
})

it('shows the processor time that no worker of Vitest used', () => {
  const table = timesTable(files, { wall_s: 9, processor_s: 4 })

  expect(table).toMatch(/^stack and rest +2\.0$/m)
  expect(table).toMatch(/^ +2\.5 +0\.5 {2}unit: b\.test\.ts$/m)
  expect(timesTable(files, { wall_s: 9, processor_s: undefined })).not.toContain('stack')
})
