import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, withoutChoices } from './config.ts'
import { freePort } from './ports.ts'
import type { Wishes } from './signals.ts'
import { startStack } from './stack.ts'
import { explain } from './start-error.ts'
import type { Terminal } from './terminal.ts'
import { TEST_SETTINGS } from './test-settings.ts'
import { runVitest, summary, type TestRun } from './vitest.ts'

const TRUSTED_PROXIES = '127.0.0.0/8,::1/128'

export const TEST_COMMANDS = ['test', 'test:long', 'attack'] as const
export type TestCommand = (typeof TEST_COMMANDS)[number]

/** Vitest arguments of a command. `test` excludes long tests; `attack` runs all attack tests. */
export function testWords(command: TestCommand, args: readonly string[]): string[] {
  if (command === 'test:long') return ['--project=long*', ...args]
  if (command === 'attack')
    return ['--project=attacks', '--project=long*', 'tests/attacks', ...args]
  return chosenProjects(args).length > 0 ? [...args] : ['--project=!long*', ...args]
}

/** Names given as `--project name` or `--project=name`. */
const chosenProjects = (args: readonly string[]): string[] =>
  args.flatMap((word, at) => {
    if (word.startsWith('--project=')) return [word.slice('--project='.length)]
    return word === '--project' ? [args[at + 1] ?? ''] : []
  })

/** Unit tests use no store, so a run of only unit tests starts no stack. */
const needsStack = (args: readonly string[]): boolean =>
  !(chosenProjects(args).length > 0 && chosenProjects(args).every((name) => name === 'unit'))

/**
 * Runs tests against a separate stack. With FINGERPOST_URL and FINGERPOST_API_KEY, runs the system
 * tests against that stack instead. The last line is the count; the exit code is 0 only if tests
 * ran and none failed.
 */
export async function test(
  root: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  wishes: Wishes,
  terminal: Terminal,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-test-'))
  const report = join(folder, 'report.json')
  const seed = env.TEST_SEED ?? `${randomInt(2 ** 31)}`
  // Temporary files of tests go into this folder, so that those of a killed test are removed too.
  const run = (words: readonly string[], given: NodeJS.ProcessEnv) =>
    runVitest(root, words, { ...given, TEST_SEED: seed, TMPDIR: folder }, report, wishes.stop)
  terminal.say(`Random tests use the seed ${seed}; TEST_SEED=${seed} repeats them`)
  let result: TestRun = {
    exitCode: 1,
    count: { passed: 0, failed: 1, skipped: 0 },
    failures: ['FAILED setup: the stack did not start'],
  }
  try {
    if (env.FINGERPOST_URL && env.FINGERPOST_API_KEY) {
      result = await run(['--project', 'system', ...args], env)
    } else if (needsStack(args)) {
      result = await withStack(join(folder, 'data'), root, env, wishes, terminal, (given) =>
        run(args, given),
      )
    } else {
      result = await run(args, withoutChoices(env))
    }
  } catch (error) {
    // A stack that does not start counts as one failed test, so the last line remains the count.
    if (wishes.stop.aborted) throw error
    terminal.say(`\n${explain(error)}\n`)
  } finally {
    clearRun(folder, result.exitCode === 0, (line) => terminal.say(line))
  }
  terminal.say(summary(result))
  return result.exitCode
}

async function withStack(
  dataFolder: string,
  root: string,
  env: NodeJS.ProcessEnv,
  wishes: Wishes,
  terminal: Terminal,
  run: (env: NodeJS.ProcessEnv) => Promise<TestRun>,
): Promise<TestRun> {
  const clean = withoutChoices(env)
  const choices = {
    FINGERPOST_PORT: `${await freePort()}`,
    FINGERPOST_DATA: dataFolder,
    FINGERPOST_PROCESSES: env.FINGERPOST_PROCESSES || 'separate',
  }
  const config = readConfig({ ...clean, ...TEST_SETTINGS, TRUSTED_PROXIES, ...choices }, root)
  terminal.say('A stack for the tests is starting')
  const stack = await startStack(config, wishes, terminal)
  try {
    const { url, api_key, stores } = stack.facts
    return await run({
      ...clean,
      FINGERPOST_URL: url,
      FINGERPOST_API_KEY: api_key,
      FINGERPOST_STACK: stack.file,
      TEST_POSTGRES_URL: stores.database_url,
      TEST_REDIS_URL: stores.redis_url,
      TEST_CLICKHOUSE_URL: stores.clickhouse_url,
    })
  } finally {
    await stack.stop()
  }
}

/** Removes all files of a run and its tests, except the logs of a failed run. */
export function clearRun(folder: string, passed: boolean, say: (line: string) => void): void {
  const data = join(folder, 'data')
  const logs = join(data, 'logs')
  const keep = !passed && existsSync(logs)
  const leftovers = keep
    ? [folder, data].flatMap((of) => readdirSync(of).map((name) => join(of, name)))
    : [folder]
  for (const path of leftovers) {
    if (keep && (path === data || path === logs)) continue
    // A process of a killed test may still write until it exits.
    rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  if (keep) say(`Logs of the processes are kept in ${logs}`)
}
