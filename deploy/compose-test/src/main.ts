import { watchSignals } from '../../local/src/signals.ts'
import { explain } from '../../local/src/start-error.ts'
import { Terminal } from '../../local/src/terminal.ts'
import { composeTest } from './run.ts'

const wishes = watchSignals(process.env.npm_lifecycle_event !== undefined)
const terminal = new Terminal()
try {
  process.exitCode = await composeTest(process.argv.slice(3), process.env, wishes, terminal)
} catch (error) {
  process.exitCode = wishes.stop.aborted ? 130 : 1
  terminal.say(wishes.stop.aborted ? 'Stopped' : `\n${explain(error)}\n0 passed, 1 failed`)
}
process.exit()
