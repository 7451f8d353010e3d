import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../local/src/ports.ts'
import type { Wishes } from '../../local/src/signals.ts'
import type { Terminal } from '../../local/src/terminal.ts'
import {
  countLine,
  countTests,
  exitCodeOf,
  NO_RUN,
  summary,
  together,
} from '../../local/src/test-report.ts'
import { runVitest } from '../../local/src/vitest.ts'
import { Compose, type Service } from './compose.ts'
import { type Engine, NoEngine, openEngine } from './engine.ts'
import { sh } from './shell.ts'
import { makeStandIns } from './stand-ins.ts'
import { systemTests } from './system-tests.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/**
 * `npm run test:compose`: builds and starts the compose file, runs the system tests against it,
 * then the container checks. Exits with 0 only if tests ran and none failed, or without any engine.
 * `checks` skips the system tests; `engine` only runs the engine until Ctrl-C.
 */
export async function composeTest(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  wishes: Wishes,
  terminal: Terminal,
): Promise<number> {
  let engine: Engine
  try {
    engine = await terminal.phase(
      'Engine',
      () => openEngine(join(root, '.data', 'compose-test'), env, wishes, terminal),
      ({ own }) => (own ? 'our own, with stand-ins for images' : "the machine's"),
    )
  } catch (error) {
    if (!(error instanceof NoEngine)) throw error
    terminal.say(`Skipped, docker compose was not tested: ${error.message}`)
    return 0
  }
  try {
    if (engine.own) {
      await terminal.phase('Stand-ins', () => makeStandIns(engine, wishes.stop), String)
    }
    return words[0] === 'engine'
      ? await lend(engine, wishes, terminal)
      : await testStack(engine, words[0] !== 'checks', wishes, terminal)
  } finally {
    await engine.stop()
  }
}

async function lend({ env }: Engine, wishes: Wishes, terminal: Terminal): Promise<number> {
  const names = ['DOCKER_HOST', 'DOCKER_CONFIG'].filter((name) => env[name])
  terminal.say(`\n  export ${names.map((name) => `${name}=${env[name]}`).join(' ')}\n`)
  terminal.say('Ctrl-C stops the engine')
  if (!wishes.stop.aborted) await once(wishes.stop, 'abort')
  return 0
}

async function testStack(
  engine: Engine,
  all: boolean,
  wishes: Wishes,
  terminal: Terminal,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-compose-'))
  const openFiles = await sh('sh', ['-c', 'ulimit -Hn'], { env: engine.env })
  const compose = new Compose(engine, await freePort(), openFiles, wishes.stop)
  try {
    const image = compose.env.FINGERPOST_IMAGE ?? ''
    const size = async () =>
      `${image}, ${await compose.docker('image', 'ls', image, '--format', '{{.Size}}')}`
    await terminal.phase('Build', () => compose.run('build', 'gateway').then(size), String)
    await terminal.phase(
      'Up',
      () => compose.run('up', '--detach', '--wait'),
      () => compose.url,
    )
    const services = await compose.services()
    for (const line of services.map(toLine)) terminal.say(`    ${line}`)
    const key = await compose.firstKey()
    const system = all ? await systemTests(compose, engine, folder, key, wishes, terminal) : NO_RUN
    wishes.stop.throwIfAborted()
    terminal.say(`System tests against these containers: ${countLine(countTests(system))}`)
    const checks = await runVitest(
      root,
      ['--config', 'deploy/compose-test/vitest.config.ts'],
      { ...compose.env, FINGERPOST_URL: compose.url, FINGERPOST_API_KEY: key },
      join(folder, 'checks.json'),
      wishes.stop,
    )
    const sum = together(system, checks)
    terminal.say(summary(sum))
    return exitCodeOf(sum)
  } finally {
    await compose.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

const toLine = ({ name, state, health, exitCode }: Service): string =>
  `${name.padEnd(20)}${state === 'exited' ? `exited with ${exitCode}` : `${state}, ${health}`}`
