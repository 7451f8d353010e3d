import { expect, it } from 'vitest'
import { countTests, summary } from './vitest.ts'

const report = {
  numPassedTests: 12,
  numFailedTests: 1,
  numPendingTests: 4,
  numTodoTests: 1,
  testResults: [
    { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'skipped' }] },
    { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'skipped' }] },
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'skipped' }, { status: 'skipped' }] },
  ],
}

it('counts the tests of a file whose setup fails as failed, and skipped tests as neither', () => {
  expect(countTests(report)).toEqual({ passed: 12, failed: 4, skipped: 3 })
})

it('ends with one line that has the numbers', () => {
  expect(summary({ exitCode: 0, count: { passed: 3, failed: 0, skipped: 0 } })).toBe(
    '3 passed, 0 failed',
  )
  expect(summary({ exitCode: 1, count: { passed: 3, failed: 2, skipped: 1 } })).toBe(
    '3 passed, 2 failed, 1 skipped',
  )
})

it('says why a run without a failed test failed', () => {
  const outside = summary({ exitCode: 1, count: { passed: 3, failed: 0, skipped: 0 } })
  const empty = summary({ exitCode: 1, count: { passed: 0, failed: 0, skipped: 0 } })

  expect(outside).toBe('An error outside every test failed this run.\n3 passed, 0 failed')
  expect(empty).toBe('No test ran.\n0 passed, 0 failed')
})
