import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import {
  type TestRun,
  together,
  type VitestRun,
  withSecondRun,
  wordsToRepeat,
} from './test-report.ts'

/** Runs Vitest with its output on this terminal, optionally wrapped by the command `through`. */
export async function runVitest(
  root: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  reportFile: string,
  signal: AbortSignal,
  through: readonly string[] = [],
): Promise<VitestRun> {
  const reporters = ['default', join(root, 'tests', 'run-reporter.ts')]
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const options = [
    ...reporters.map((it) => `--reporter=${it}`),
    '--passWithNoTests',
    '--allowOnly=false',
  ]
  const words = [...through, process.execPath, vitest, 'run', ...options, ...args]
  rmSync(reportFile, { force: true })
  if (signal.aborted) return { files: [], errors: ['Stopped'] }
  const child = spawn(words[0] as string, words.slice(1), {
    cwd: root,
    env: {
      ...env,
      TEST_REPORT: reportFile,
      PATH: `${dirname(process.execPath)}${delimiter}${env.PATH ?? ''}`,
    },
    stdio: 'inherit',
  })
  signal.addEventListener('abort', () => child.kill('SIGTERM'))
  const exitCode = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
  const ended = `Vitest ended with exit code ${exitCode}`
  const run = readRun(reportFile)
  if (!run) return { files: [], errors: [`${ended} and without a report`] }
  const explained = exitCode === 0 || run.errors.length > 0 || run.files.some((it) => it.failed)
  return explained ? run : { ...run, errors: [ended] }
}

/** The run, with the files that failed repeated by `run`. */
export async function repeatFailed(
  first: VitestRun,
  run: (words: readonly string[]) => Promise<VitestRun>,
  say: (line: string) => void,
): Promise<TestRun> {
  const words = wordsToRepeat(first)
  if (words) say('Failed files run again, each by itself (tests/flaky.md)')
  return words ? withSecondRun(together(first), await run(words)) : together(first)
}

/** Undefined if Vitest did not write one. */
function readRun(file: string): VitestRun | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestRun
  } catch {
    return undefined
  }
}
