import { watchSignals } from '../../local/src/signals.ts'
import { explain } from '../../local/src/start-error.ts'
import { Terminal } from '../../local/src/terminal.ts'
import { composeTest } from './run.ts'

const signals = watchSignals(process.env.npm_lifecycle_event !== undefined)
const terminal = new Terminal()
try {
  process.exitCode = await composeTest(process.argv.slice(3), process.env, signals, terminal)
} catch (error) {
  process.exitCode = signals.stop.aborted ? 130 : 1
  terminal.say(signals.stop.aborted ? 'Stopped' : `\n${explain(error)}\n0 passed, 1 failed`)
}
process.exit()
