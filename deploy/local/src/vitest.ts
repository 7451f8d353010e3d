import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'

export interface TestCount {
  passed: number
  failed: number
  skipped: number
}

export interface TestRun {
  exitCode: number
  count: TestCount
  /** A line for each failed test and each file whose setup failed. */
  failures: string[]
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: FileResult[]
}

interface FileResult {
  name: string
  status: string
  message: string
  assertionResults: { status: string; fullName: string; failureMessages: (string | null)[] }[]
}

/**
 * Runs Vitest with its output on this terminal, optionally wrapped by the command `through`. A run
 * without any test is a failure.
 */
export async function runVitest(
  root: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  reportFile: string,
  signal: AbortSignal,
  through: readonly string[] = [],
): Promise<TestRun> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const words = [...through, process.execPath, vitest, 'run', ...reporters, ...args]
  const child = spawn(words[0] as string, words.slice(1), {
    cwd: root,
    env: { ...env, PATH: `${dirname(process.execPath)}${delimiter}${env.PATH ?? ''}` },
    stdio: 'inherit',
  })
  signal.addEventListener('abort', () => child.kill('SIGTERM'))
  const exitCode = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
  const report = readReport(reportFile)
  const count = countTests(report)
  const nothing = count.passed + count.failed === 0
  return { exitCode: exitCode || (nothing ? 1 : 0), count, failures: failuresOf(report, root) }
}

/**
 * A file that fails although none of its tests did has a broken setup. Its tests that did not run
 * count as failed; a file without tests counts as one failure.
 */
export function countTests(report: Report): TestCount {
  const broken = report.testResults.filter(isBroken)
  const missed = broken.map(
    (file) => file.assertionResults.filter((it) => it.status !== 'passed').length,
  )
  const notRun = missed.reduce((sum, count) => sum + count, 0)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + missed.reduce((sum, count) => sum + Math.max(1, count), 0),
    skipped: report.numPendingTests + report.numTodoTests - notRun,
  }
}

const isBroken = ({ status, assertionResults }: FileResult): boolean =>
  status === 'failed' && !assertionResults.some((it) => it.status === 'failed')

/** One line for each failure: the file below `root`, the test, and the first line of the error. */
export function failuresOf(report: Report, root: string): string[] {
  const line = (file: FileResult, test: string, error?: string | null) =>
    `FAILED ${relative(root, file.name)}: ${test}: ${(error || 'no message').split('\n', 1)[0]}`
  return report.testResults.flatMap((file) =>
    isBroken(file)
      ? [line(file, 'setup', file.message)]
      : file.assertionResults
          .filter((it) => it.status === 'failed')
          .map((it) => line(file, it.fullName, it.failureMessages[0])),
  )
}

/** The failures of a run, with the counts as the last line. */
export function summary({ exitCode, failures, count }: TestRun): string {
  const line = countLine(count)
  if (exitCode === 0 || count.failed > 0) return [...failures, line].join('\n')
  const why = count.passed === 0 ? 'No test ran.' : 'An error outside every test failed this run.'
  return `${why}\n${line}`
}

export const countLine = ({ passed, failed, skipped }: TestCount): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** An empty report if Vitest did not write one. */
function readReport(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    const none = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }
    return { ...none, testResults: [] }
  }
}
