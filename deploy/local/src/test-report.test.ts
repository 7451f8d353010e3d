import { expect, it } from 'vitest'
import {
  countTests,
  exitCodeOf,
  type FileRun,
  failedRun,
  NO_RUN,
  summary,
  together,
  withSecondRun,
  wordsToRepeat,
} from './test-report.ts'

const passed = { name: 'a link is made', state: 'passed' } as const
const failed = { name: 'a link is gone', state: 'failed', error: '404\n    at read' } as const
const skipped = { name: 'a link is kept', state: 'skipped' } as const
const file = (name: string, tests: FileRun['tests'], errors: string[] = []): FileRun => ({
  ...{ file: `${name}.test.ts`, project: 'unit', startMs: 0, endMs: 1, processorMs: 1 },
  ...{ tests, errors },
  failed: errors.length > 0 || tests.some((it) => it.state === 'failed'),
})
const run = (...files: FileRun[]) => ({ files, errors: [], flaky: [] })

it('counts the tests of a file whose setup fails as failed, and skipped tests as neither', () => {
  const files = [
    file('green', [passed, skipped]),
    file('red', [failed, skipped]),
    file('empty', [], ['no store']),
    file('broken', [skipped, skipped], ['no store']),
    file('outside', [passed], ['a promise was rejected']),
  ]
  expect(countTests(run(...files))).toEqual({ passed: 2, failed: 5, skipped: 2 })
})

it('ends with the failures and a line with the counts', () => {
  const files = [
    file('red', [failed, { ...failed, error: '' }]),
    file('broken', [skipped], ['no store\n    at open']),
  ]
  const all = run(...files)

  expect(exitCodeOf(all)).toBe(1)
  expect(summary(all).split('\n')).toEqual([
    'FAILED red.test.ts: a link is gone: 404',
    'FAILED red.test.ts: a link is gone: no message',
    'FAILED broken.test.ts: outside of its tests: no store',
    '0 passed, 3 failed',
  ])
})

it('a run without a test is red, and so is one with an error of no file', () => {
  const green = run(file('green', [passed]))
  const outside = together(green, failedRun('Vitest ended with exit code 1'))

  expect([exitCodeOf(NO_RUN), exitCodeOf(green), exitCodeOf(outside)]).toEqual([1, 0, 1])
  expect(summary(NO_RUN)).toBe('No test ran.\n0 passed, 0 failed')
  expect(summary(outside)).toBe(
    'FAILED outside of every file: Vitest ended with exit code 1\n1 passed, 1 failed',
  )
})

it('a file that passes when it runs again is listed as flaky, and the run is green', () => {
  const first = run(file('green', [passed]), file('rare', [passed, failed]))
  const second = run(file('rare', [passed, { ...failed, state: 'passed' }]))
  const both = withSecondRun(first, second)

  expect(exitCodeOf(both)).toBe(0)
  expect(summary(both)).toBe('FLAKY rare.test.ts: a link is gone: 404\n3 passed, 0 failed')
})

it('a file that fails again, or did not run again, stays failed', () => {
  const first = run(file('red', [failed]), file('lost', [failed]))
  const both = withSecondRun(first, run(file('red', [failed])))

  expect(exitCodeOf(both)).toBe(1)
  expect(both.flaky).toEqual([])
  expect(countTests(both)).toEqual({ passed: 0, failed: 2, skipped: 0 })
})

it('a test that failed stays failed if it does not run again', () => {
  const first = run(file('red', [failed]))

  for (const state of ['skipped', 'pending'] as const) {
    const both = withSecondRun(first, run(file('red', [passed, { ...failed, state }])))
    expect([state, exitCodeOf(both), both.flaky]).toEqual([state, 1, []])
  }
})

it('a file stays failed if fewer tests of a name run again, or none at all', () => {
  const twice = withSecondRun(
    run(file('red', [failed, failed])),
    run(
      file('red', [
        { ...failed, state: 'passed' },
        { ...failed, state: 'skipped' },
      ]),
    ),
  )
  const none = withSecondRun(run(file('red', [], ['no store'])), run(file('red', [])))

  expect([twice, none].map((it) => [exitCodeOf(it), it.flaky])).toEqual([
    [1, []],
    [1, []],
  ])
})

it('repeats the failed files by name, unless there are too many for chance', () => {
  const red = file('red', [failed])
  expect(wordsToRepeat(run(file('green', [passed]), red))).toEqual([
    '--project=unit',
    '--no-file-parallelism',
    '--isolate',
    'red.test.ts',
  ])
  expect(wordsToRepeat(run(file('green', [passed])))).toBeUndefined()
  expect(wordsToRepeat(run(...Array(21).fill(red)))).toBeUndefined()
  expect(wordsToRepeat({ files: [red], errors: ['Stopped'] })).toBeUndefined()
})
