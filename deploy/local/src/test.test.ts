import { globSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clearRun } from './test.ts'
import { temporaryFolder } from './testing/index.ts'

it('a failed run keeps only the logs of its processes and prints their path', () => {
  const folder = temporaryFolder()
  for (const left of ['stack/logs', 'stack/postgres', 'alone/data/logs', 'killed']) {
    mkdirSync(join(folder, left), { recursive: true })
    writeFileSync(join(folder, left, 'file'), '')
  }
  writeFileSync(join(folder, 'report.json'), '{}')
  const lines: string[] = []
  clearRun(folder, false, (line) => lines.push(line))

  expect(globSync('**/file', { cwd: folder }).sort()).toEqual([
    'alone/data/logs/file',
    'stack/logs/file',
  ])
  expect(readdirSync(folder).sort()).toEqual(['alone', 'stack'])
  expect(lines).toEqual([`Logs of the processes are kept in ${folder}`])
})

it('a failed run without processes, and a passed run, keep nothing', () => {
  for (const [passed, left] of [
    [false, 'copy-of-a-killed-test'],
    [true, 'stack/logs'],
  ] as const) {
    const folder = join(temporaryFolder(), 'run')
    mkdirSync(join(folder, left), { recursive: true })
    clearRun(folder, passed, () => {})

    expect(readdirSync(join(folder, '..'))).toEqual([])
  }
})

// Set by `npm test`: a killed test cannot remove its files itself.
it.runIf(process.env.TEST_SEED)('tests put their files into the folder of their run', () => {
  expect(tmpdir()).toContain('fingerpost-test-')
})
