import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

export interface TestCount {
  passed: number
  failed: number
  skipped: number
}

export interface TestRun {
  exitCode: number
  count: TestCount
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/**
 * Runs vitest to its end on this terminal, `through` a command that runs what stands behind it. A run
 * without a single test is a failure.
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
  const count = readCount(reportFile)
  return { exitCode: exitCode || (count.passed + count.failed === 0 ? 1 : 0), count }
}

/**
 * A file that fails although none of its tests did broke in its setup. Its tests that did not run count as
 * failed, and a file without tests as one failure.
 */
export function countTests(report: Report): TestCount {
  const broken = report.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((it) => it.status === 'failed'),
  )
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

/** The line a run ends with, after a word on failures that no test stands for. */
export function summary({ exitCode, count: { passed, failed, skipped } }: TestRun): string {
  const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  if (exitCode === 0 || failed > 0) return line
  const why = passed === 0 ? 'No test ran.' : 'An error outside every test failed this run.'
  return `${why}\n${line}`
}

function readCount(file: string): TestCount {
  try {
    return countTests(JSON.parse(readFileSync(file, 'utf8')) as Report)
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}
