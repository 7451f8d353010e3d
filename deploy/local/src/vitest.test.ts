import { expect, it } from 'vitest'
import { countTests, failuresOf, summary } from './vitest.ts'

const test = (status: string, fullName = '', failure?: string | null) => ({
  status,
  fullName,
  failureMessages: failure === undefined ? [] : [failure],
})
const file = (name: string, status: string, assertionResults: ReturnType<typeof test>[]) => ({
  name: `/project/${name}.test.ts`,
  status,
  message: status === 'failed' ? 'no store\n    at open' : '',
  assertionResults,
})
const report = {
  numPassedTests: 12,
  numFailedTests: 1,
  numPendingTests: 4,
  numTodoTests: 1,
  testResults: [
    file('green', 'passed', [test('passed'), test('skipped')]),
    file('red', 'failed', [test('failed', 'a link is gone', '404\n    at read'), test('skipped')]),
    file('odd', 'failed', [test('failed', 'throws an object', null)]),
    file('empty', 'failed', []),
    file('broken', 'failed', [test('skipped'), test('skipped')]),
  ],
}

it('counts the tests of a file whose setup fails as failed, and skipped tests as neither', () => {
  expect(countTests(report)).toEqual({ passed: 12, failed: 4, skipped: 3 })
})

it('lists the tests that failed and the files whose setup failed', () => {
  expect(failuresOf(report, '/project')).toEqual([
    'FAILED red.test.ts: a link is gone: 404',
    'FAILED odd.test.ts: throws an object: no message',
    'FAILED empty.test.ts: setup: no store',
    'FAILED broken.test.ts: setup: no store',
  ])
})

const run = (exitCode: number, passed: number, failed: number, skipped = 0) => ({
  exitCode,
  count: { passed, failed, skipped },
  failures: failed > 0 ? ['FAILED red.test.ts: a link is gone: 404'] : [],
})

it('ends with the failures and a line with the counts', () => {
  expect(summary(run(0, 3, 0))).toBe('3 passed, 0 failed')
  expect(summary(run(1, 3, 2, 1))).toBe(
    'FAILED red.test.ts: a link is gone: 404\n3 passed, 2 failed, 1 skipped',
  )
})

it('explains why a run without a failed test failed', () => {
  const outside = summary(run(1, 3, 0))
  const empty = summary(run(1, 0, 0))

  expect(outside).toBe('An error outside every test failed this run.\n3 passed, 0 failed')
  expect(empty).toBe('No test ran.\n0 passed, 0 failed')
})
