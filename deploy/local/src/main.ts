import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { readConfig } from './config.ts'
import { watchSignals } from './signals.ts'
import { start } from './start.ts'
import { explain } from './start-error.ts'
import { Terminal } from './terminal.ts'
import { test } from './test.ts'
import { TEST_COMMANDS } from './test-parts.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const [command, ...args] = process.argv.slice(2)
const signals = watchSignals(process.env.npm_lifecycle_event !== undefined)
const terminal = new Terminal()

async function run(): Promise<number> {
  const tests = TEST_COMMANDS.find((it) => it === command)
  if (tests) return test(root, process.env, tests, args, signals, terminal)
  if (command === 'faults') return faults()
  const settings = join(root, '.env')
  if (existsSync(settings)) process.loadEnvFile(settings)
  if (command === 'admin') {
    // Loaded only here: it brings the clients of all stores.
    const { admin } = await import('./admin.ts')
    return admin(root, readConfig(process.env, root), args, signals, terminal)
  }
  return start(readConfig(process.env, root), signals, terminal)
}

/** `npm run faults`: starts its own stores and processes, next to any running stack. */
async function faults(): Promise<number> {
  const { exitCode = 130 } = await execa(
    process.execPath,
    [join(root, 'tests', 'faults', 'main.ts'), ...args],
    { stdio: 'inherit', reject: false, cancelSignal: signals.stop, forceKillAfterDelay: false },
  )
  return exitCode
}

try {
  process.exitCode = await run()
} catch (error) {
  if (signals.stop.aborted) {
    terminal.say('Stopped')
    process.exitCode = command === 'start' ? 0 : 130
  } else {
    process.exitCode = 1
    terminal.say(`\n${explain(error)}`)
  }
}
process.exit()
