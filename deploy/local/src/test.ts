import { randomInt } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withoutChoices } from './config.ts'
import { allCpuSeconds } from './process-identity.ts'
import type { ShutdownSignals } from './signals.ts'
import { explain } from './start-error.ts'
import type { Terminal } from './terminal.ts'
import { type Level, type TestCommand, testParts } from './test-parts.ts'
import { exitCodeOf, failedRun, NO_RUN, summary, type TestRun, together } from './test-report.ts'
import { startTestStack, startTestStores } from './test-stack.ts'
import { timesByProject, timesTable } from './test-times.ts'
import { repeatFailed, runVitest } from './vitest.ts'

/**
 * Runs tests on nothing, on stores, and on a whole stack, which are started for those that need them. With
 * FINGERPOST_URL and FINGERPOST_API_KEY, runs the system tests against that stack instead. The last line is the count; the exit code is 0 only if tests ran and none failed.
 */
export async function test(
  root: string,
  env: NodeJS.ProcessEnv,
  command: TestCommand,
  args: readonly string[],
  signals: ShutdownSignals,
  terminal: Terminal,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-test-'))
  const seed = env.TEST_SEED ?? `${randomInt(2 ** 31)}`
  const began = Date.now()
  // Temporary files of tests go into this folder, so that those of a killed test are removed too.
  const run = (words: readonly string[], given: NodeJS.ProcessEnv) =>
    runVitest(
      root,
      words,
      { ...given, TEST_SEED: seed, TMPDIR: folder },
      join(folder, `report-${randomInt(2 ** 31)}.json`),
      signals.stop,
    )
  const runTwice = async (words: readonly string[] | undefined, given: NodeJS.ProcessEnv) =>
    words ? repeatFailed(await run(words, given), (failed) => run(failed, given), say) : NO_RUN
  const say = (line: string) => terminal.say(line)
  const parts = testParts(command, args, root)
  const elsewhere = command === 'test' && env.FINGERPOST_URL && env.FINGERPOST_API_KEY

  /** Runs a part of the tests on what it needs, after the part that needs nothing. */
  async function runOn(
    start: typeof startTestStack,
    level: Exclude<Level, 'nothing'>,
    before: Promise<TestRun>,
  ): Promise<TestRun> {
    const words = parts[level]
    if (!words) return NO_RUN
    terminal.say(`The ${level} for the tests ${level === 'stores' ? 'are' : 'is'} starting`)
    try {
      const started = await start(join(folder, level), root, env, signals, terminal)
      await before
      return await runTwice(words, started.env).finally(started.stop)
    } catch (error) {
      // What does not start counts as one failed test, so the last line remains the count.
      if (signals.stop.aborted) throw error
      terminal.say(`\n${explain(error)}\n`)
      return failedRun(`setup: the ${level} did not start`)
    }
  }

  async function runParts(): Promise<TestRun> {
    const first = runTwice(parts.nothing, withoutChoices(env))
    const second = await runOn(startTestStores, 'stores', first)
    const third = await runOn(startTestStack, 'stack', first)
    return together(await first, second, third)
  }

  terminal.say(`Random tests use the seed ${seed}; TEST_SEED=${seed} repeats them`)
  let result = NO_RUN
  try {
    result = await (elsewhere ? runTwice(['--project', 'system', ...args], env) : runParts())
  } finally {
    clearRun(folder, exitCodeOf(result) === 0, say)
  }
  const total = {
    wall_s: Math.round((Date.now() - began) / 100) / 10,
    processor_s: allCpuSeconds(),
  }
  writeReport(root, command, { seed, ...total, projects: timesByProject(result.files), ...result })
  terminal.say(`${timesTable(result.files, total)}\n\n${summary(result)}`)
  return exitCodeOf(result)
}

/** Keeps all times and outcomes of a run in `.data/<command>-report.json`. */
function writeReport(root: string, command: TestCommand, report: object): void {
  const folder = join(root, '.data')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${command.replace(':', '-')}-report.json`)
  writeFileSync(file, `${JSON.stringify(report, null, 1)}\n`)
}

/** Removes all files of a run and its tests, except the logs of the processes of a failed run. */
export function clearRun(folder: string, passed: boolean, say: (line: string) => void): void {
  if (!passed && clear(folder)) say(`Logs of the processes are kept in ${folder}`)
  else remove(folder)
}

// A process of a killed test may still write until it exits.
const remove = (path: string) =>
  rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })

/** Removes everything but folders named `logs`. Returns whether there are any. */
function clear(folder: string): boolean {
  let left = false
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && (entry.name === 'logs' || clear(path))) left = true
    else remove(path)
  }
  return left
}
