// Entry point for Node 18 and newer, before anything is installed: refuses unknown arguments, installs what
// the command needs, finds Node 24 and runs src/main.ts with the same arguments. `install` only installs everything.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from './install.mjs'
import { usageOf } from './usage.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** A Node that runs TypeScript directly: the one in node_modules, otherwise the machine's. */
function findNode() {
  const packaged = join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node')
  const works = existsSync(packaged) && spawnSync(packaged, ['--version']).status === 0
  if (process.platform === 'linux' && works) return packaged
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  console.error(
    `Fingerpost needs Node 22.18 or newer here, and this is ${process.version}. ` +
      'Install Node 24 from https://nodejs.org and try again.',
  )
  return process.exit(1)
}

const [command, ...words] = process.argv.slice(2)
const usage = usageOf(command, words)
if (usage) {
  console[usage.wrong ? 'error' : 'log'](usage.text)
  process.exit(usage.wrong ? 1 : 0)
}
install(root, command)
if (command === 'install') process.exit()
const folder = command === 'test:compose' ? 'compose-test' : 'local'
const main = join(root, 'deploy', folder, 'src', 'main.ts')
const node = findNode()
// The start leaves garbage, which a small young generation collects: 60 MB less when idle.
const args = ['--max-semi-space-size=1', main, ...process.argv.slice(2)]
// A persistent compile cache nearly halves the startup time.
const env = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...process.env }
// Replaces this process; Node before 22.15 cannot, and keeps it as the parent.
process.execve?.(node, [node, ...args], env)
// The IPC channel tells main when this process exits for any reason.
const child = spawn(node, args, {
  env,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// npm sends a signal only to its shell and exits, so this polls for a changed parent process.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 200).unref()
}
child.on('error', (error) => {
  console.error(`${child.spawnfile} does not start: ${error.message}`)
  process.exitCode = 1
})
child.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0)
})
