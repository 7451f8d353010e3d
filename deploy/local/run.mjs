// Entry point for Node 18 and newer, before anything is installed: installs the workspace if it
// changed, finds Node 24 and runs src/main.ts with the same arguments.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const generated = join(root, 'protos', 'gen')
const mark = join(root, 'node_modules', '.fingerpost-installed')

/** Files below a folder whose name matches, without generated ones. */
function* files(folder, name, depth = 0) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (/^(\.|node_modules$|gen$)/.test(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory() && depth < 4) yield* files(path, name, depth + 1)
    else if (name.test(entry.name)) yield path
  }
}

function fingerprint(folder, name) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const path of [...files(folder, name)].sort()) {
    hash.update(`\n${relative(root, path)}\n`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

function pnpm(...args) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { status, error } = spawnSync('npx', ['--yes', packageManager, ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status === 0) return
  console.error(`\n${packageManager} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}.`)
  process.exit(status || 1)
}

function lastInstall() {
  try {
    return JSON.parse(readFileSync(mark, 'utf8'))
  } catch {
    return {}
  }
}

/** Installs packages if a package file changed, and generates code if a proto changed. */
function install() {
  const wanted = {
    packages: fingerprint(root, /^(package\.json|pnpm-.*\.yaml)$/),
    protos: fingerprint(join(root, 'protos'), /(^buf.*\.yaml|\.proto)$/),
  }
  const had = lastInstall()
  const packages = wanted.packages !== had.packages
  const protos = wanted.protos !== had.protos || !existsSync(generated)
  if (!packages && !protos) return
  const began = Date.now()
  console.error('Installing packages (only when they changed) …')
  rmSync(mark, { force: true })
  if (packages) pnpm('install', '--frozen-lockfile', '--config.confirmModulesPurge=false')
  if (protos) pnpm('run', 'gen')
  writeFileSync(mark, JSON.stringify(wanted))
  console.error(`Packages installed in ${((Date.now() - began) / 1000).toFixed(1)} s`)
}

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

install()
const folder = process.argv[2] === 'test:compose' ? 'compose-test' : 'local'
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
