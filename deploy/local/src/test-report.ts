/** What Vitest says of one run. */
export interface VitestRun {
  files: FileRun[]
  /** Errors that belong to no file; a run with one is red. */
  errors: string[]
}

/** One run of one test file. Times are milliseconds; `processorMs` is that of the worker alone. */
export interface FileRun {
  file: string
  project: string
  startMs: number
  endMs: number
  processorMs: number
  /** Failures outside of its tests: imports, hooks, unhandled errors. */
  errors: string[]
  tests: TestOutcome[]
  failed: boolean
}

export interface TestOutcome {
  name: string
  state: 'passed' | 'failed' | 'skipped' | 'pending'
  error?: string
}

export interface TestCount {
  passed: number
  failed: number
  skipped: number
}

/** A run with its repeated files. */
export interface TestRun extends VitestRun {
  /** A line for each test that failed at first and passed when its file ran again. */
  flaky: string[]
}

export const NO_RUN: TestRun = { files: [], errors: [], flaky: [] }

/** A run that failed before any test. */
export const failedRun = (reason: string): TestRun => ({ ...NO_RUN, errors: [reason] })

/** The runs as one. */
export const together = (...runs: (VitestRun | TestRun)[]): TestRun => ({
  files: runs.flatMap((it) => it.files),
  errors: runs.flatMap((it) => it.errors),
  flaky: runs.flatMap((it) => ('flaky' in it ? it.flaky : [])),
})

/** More failed files than this have a common cause and are not repeated. */
const MAX_REPEATED = 20

/** Vitest arguments that run each failed file again by itself; undefined if none should. */
export function wordsToRepeat({ files, errors }: VitestRun): string[] | undefined {
  const failed = files.filter((it) => it.failed)
  if (errors.length > 0 || failed.length === 0 || failed.length > MAX_REPEATED) return undefined
  const projects = new Set(failed.map((it) => `--project=${it.project}`))
  return [...projects, '--no-file-parallelism', '--isolate', ...failed.map((it) => it.file)]
}

/**
 * The run with its failed files replaced by their second run. A file stays failed if the second run lacks
 * it or one of the tests that failed.
 */
export function withSecondRun(first: TestRun, second: VitestRun): TestRun {
  const ran = ({ tests }: FileRun) =>
    tests.filter(({ state }) => state === 'passed' || state === 'failed')
  const named = (tests: readonly TestOutcome[], name: string) =>
    tests.filter((it) => it.name === name).length
  const isMissing = (file: FileRun, again: FileRun) =>
    ran(again).length === 0 ||
    file.tests.some(
      ({ name, state }) => state === 'failed' && named(ran(again), name) < named(ran(file), name),
    )
  const before = new Map(first.files.map((it) => [keyOf(it), it]))
  const again = new Map(
    second.files.flatMap((it) => {
      const file = before.get(keyOf(it))
      return file && !isMissing(file, it) ? [[keyOf(it), it] as const] : []
    }),
  )
  const repeated = first.files.filter((it) => it.failed && again.has(keyOf(it)))
  const passed = repeated.filter((it) => !again.get(keyOf(it))?.failed)
  return {
    files: first.files.map((it) => (it.failed && again.get(keyOf(it))) || it),
    errors: [...first.errors, ...second.errors],
    flaky: [...first.flaky, ...passed.flatMap((it) => lines('FLAKY', it))],
  }
}

/** A file can be in several projects. */
const keyOf = ({ project, file }: FileRun): string => `${project} ${file}`

/**
 * Counts tests. In a file that failed although none of its tests did, tests that did not run count
 * as failed, and at least one does.
 */
export function countTests({ files, errors }: VitestRun): TestCount {
  const count = { passed: 0, failed: errors.length, skipped: 0 }
  for (const file of files) {
    const passed = file.tests.filter((it) => it.state === 'passed').length
    const failed = file.tests.filter((it) => it.state === 'failed').length
    const others = file.tests.length - passed - failed
    count.passed += passed
    if (isBroken(file)) count.failed += Math.max(1, others)
    else {
      count.failed += failed
      count.skipped += others
    }
  }
  return count
}

const isBroken = ({ failed, tests }: FileRun): boolean =>
  failed && !tests.some((it) => it.state === 'failed')

/** 0 only if tests ran and nothing failed. */
export function exitCodeOf(run: VitestRun): number {
  const { passed, failed } = countTests(run)
  return failed === 0 && passed > 0 ? 0 : 1
}

/** The last lines of a run: flaky tests, failures and, last, the counts. */
export function summary(run: TestRun): string {
  const count = countTests(run)
  const failures = run.files.filter((it) => it.failed).flatMap((it) => lines('FAILED', it))
  const outside = run.errors.map((it) => `FAILED outside of every file: ${firstLine(it)}`)
  const none = count.passed + count.failed === 0 ? ['No test ran.'] : []
  return [...run.flaky, ...failures, ...outside, ...none, countLine(count)].join('\n')
}

/** One line for each failure of a file: the file, the test, and the first line of the error. */
function lines(word: string, file: FileRun): string[] {
  const line = (test: string, error = 'no message') =>
    `${word} ${file.file}: ${test}: ${firstLine(error || 'no message')}`
  const failed = file.tests.filter((it) => it.state === 'failed')
  return isBroken(file)
    ? [line('outside of its tests', file.errors[0])]
    : failed.map((it) => line(it.name, it.error))
}

const firstLine = (text: string) => text.split('\n', 1)[0]

export const countLine = ({ passed, failed, skipped }: TestCount): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
