import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMOKE } from '../../../tests/smoke.ts'
import { freePort } from '../../local/src/ports.ts'
import type { ShutdownSignals } from '../../local/src/signals.ts'
import { StartError } from '../../local/src/start-error.ts'
import type { Terminal } from '../../local/src/terminal.ts'
import {
  countLine,
  countTests,
  exitCodeOf,
  NO_RUN,
  summary,
  type TestRun,
  together,
} from '../../local/src/test-report.ts'
import { timesTable } from '../../local/src/test-times.ts'
import { repeatFailed, runVitest } from '../../local/src/vitest.ts'
import { Compose, type Service } from './compose.ts'
import { setCpuShares } from './cpu-shares.ts'
import { cacheFolder, type Engine, NoEngine, openEngine } from './engine.ts'
import { makeImageStubs } from './image-stubs.ts'
import { Phases } from './phases.ts'
import { sh } from './shell.ts'
import { systemTests } from './system-tests.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const COMMANDS = ['smoke', '--all', 'checks', 'prepare', 'engine'] as const
type Command = (typeof COMMANDS)[number]
/** Other tests run beside the preparation. */
const PREPARE_NICENESS = 15
/** About one for each container of the stack. */
const CPU_SHARES = 12

/**
 * `npm run test:compose`: builds and starts the compose file, runs the smoke list of the system tests against
 * it, or with `--all` every system test, then the container checks. Exits with 0 only if tests ran and
 * none failed, or without any engine. `checks` skips the system tests; `prepare` only builds; `engine`
 * only runs the engine until Ctrl-C.
 */
export async function composeTest(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  signals: ShutdownSignals,
  terminal: Terminal,
): Promise<number> {
  const command = COMMANDS.find((it) => it === (words[0] ?? 'smoke'))
  if (!command || words.length > 1) {
    throw new StartError(`test:compose takes one of: ${COMMANDS.join(', ')}`)
  }
  if (command === 'prepare') setPriority(PREPARE_NICENESS)
  const phases = new Phases(terminal)
  let engine: Engine
  try {
    engine = await phases.run(
      'Engine',
      () => openEngine(cacheFolder(env), env, signals, terminal),
      ({ own }) => (own ? 'our own, with image stubs' : "the machine's"),
    )
  } catch (error) {
    if (!(error instanceof NoEngine)) throw error
    terminal.say(`LEFT OUT docker compose: ${error.message}`)
    return 0
  }
  let tested: TestRun | undefined
  try {
    if (engine.own) {
      setCpuShares(command === 'prepare' ? 1 : CPU_SHARES)
      await phases.run('Image stubs', () => makeImageStubs(engine, signals.stop), String)
    }
    if (command === 'engine') await lend(engine, signals, terminal)
    else tested = await withImage(engine, command, signals, terminal, phases)
  } finally {
    await phases.time('Stop', () => engine.stop())
    terminal.say(`Took ${phases}`)
  }
  if (!tested) return 0
  terminal.say(`${timesTable(tested.files)}\n\n${summary(tested)}`)
  return exitCodeOf(tested)
}

async function lend({ env }: Engine, signals: ShutdownSignals, terminal: Terminal): Promise<void> {
  const names = ['DOCKER_HOST', 'DOCKER_CONFIG'].filter((name) => env[name])
  terminal.say(`\n  export ${names.map((name) => `${name}=${env[name]}`).join(' ')}\n`)
  terminal.say('Ctrl-C stops the engine')
  if (!signals.stop.aborted) await once(signals.stop, 'abort')
}

/** Builds the image and, except for `prepare`, tests it. */
async function withImage(
  engine: Engine,
  command: Command,
  signals: ShutdownSignals,
  terminal: Terminal,
  phases: Phases,
): Promise<TestRun | undefined> {
  const openFiles = await sh('sh', ['-c', 'ulimit -Hn'], { env: engine.env })
  const compose = new Compose(engine, await freePort(), openFiles, signals.stop)
  const image = compose.env.FINGERPOST_IMAGE ?? ''
  const size = async () =>
    `${image}, ${await compose.docker('image', 'ls', image, '--format', '{{.Size}}')}`
  try {
    await phases.run('Build', () => compose.run('build', 'gateway').then(size), String)
    if (command === 'prepare') return undefined
    return await testStack(compose, engine, command, signals, terminal, phases)
  } finally {
    await phases.time('Prune', () => compose.prune())
  }
}

async function testStack(
  compose: Compose,
  engine: Engine,
  command: Command,
  signals: ShutdownSignals,
  terminal: Terminal,
  phases: Phases,
): Promise<TestRun> {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-compose-'))
  try {
    // A killed run may have left containers whose stores have other passwords.
    await phases.time('Clear', () => compose.clear())
    const up = () =>
      compose.run('up', '--detach', '--wait').catch(async (error) => {
        // Into compose.log.
        await compose.run('logs', '--tail', '20')
        throw error
      })
    await phases.run('Up', up, () => compose.url)
    const services = await compose.services()
    for (const line of services.map(toLine)) terminal.say(`    ${line}`)
    const key = await compose.firstKey()
    const words =
      command === '--all'
        ? ['--project=system', '--project=alone', '--no-file-parallelism']
        : ['--project=system', ...SMOKE]
    const say = (line: string) => terminal.say(line)
    const runSystem = (given: readonly string[]) =>
      systemTests(compose, engine, folder, key, given, signals, terminal)
    const system =
      command === 'checks'
        ? NO_RUN
        : await phases.time('System', async () =>
            repeatFailed(await runSystem(words), runSystem, say),
          )
    signals.stop.throwIfAborted()
    terminal.say(`System tests against these containers: ${countLine(countTests(system))}`)
    const runChecks = (given: readonly string[]) =>
      runVitest(
        root,
        ['--config', 'deploy/compose-test/vitest.config.ts', ...given],
        { ...compose.env, FINGERPOST_URL: compose.url, FINGERPOST_API_KEY: key },
        join(folder, 'checks.json'),
        signals.stop,
      )
    const checks = await phases.time('Checks', async () =>
      repeatFailed(
        await runChecks([]),
        // Their configuration has no projects.
        (given) => runChecks(given.filter((it) => !it.startsWith('--project'))),
        say,
      ),
    )
    return together(system, checks)
  } finally {
    await phases.time('Down', () => compose.clear())
    rmSync(folder, { recursive: true, force: true })
  }
}

const toLine = ({ name, state, health, exitCode }: Service): string =>
  `${name.padEnd(20)}${state === 'exited' ? `exited with ${exitCode}` : `${state}, ${health}`}`
