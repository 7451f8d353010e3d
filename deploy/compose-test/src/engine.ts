import { mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DataFolder, FolderInUse } from '../../local/src/data-folder.ts'
import { rotate } from '../../local/src/log-file.ts'
import type { ShutdownSignals } from '../../local/src/signals.ts'
import { Supervisor } from '../../local/src/supervisor.ts'
import type { Terminal } from '../../local/src/terminal.ts'
import { makeDebian, unpackCompose } from './debian.ts'
import { HostNetwork } from './host-network.ts'
import { type ShellOptions, sh, works } from './shell.ts'

/** A Docker engine and how to reach it. */
export interface Engine {
  env: NodeJS.ProcessEnv
  /** Started by the tests, with image stubs; the machine's engine pulls the images. */
  own: boolean
  /** Persistent data and logs, locked until the engine stops. */
  folder: string
  stop(): Promise<void>
}

/** The reason why no engine is available, worded for the operator. */
export class NoEngine extends Error {}

/** Shared by all clones of this user, so that a fresh clone finds the engine and its images. */
export const cacheFolder = (env: NodeJS.ProcessEnv): string =>
  join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'fingerpost', 'compose-test')

/**
 * Uses the machine's Docker engine if it responds; otherwise, as root on Debian, installs and
 * starts one, with its files below `folder` and its socket in a temporary folder. Waits for other
 * runs with the same folder. Throws NoEngine.
 */
export async function openEngine(
  folder: string,
  env: NodeJS.ProcessEnv,
  signals: ShutdownSignals,
  terminal: Terminal,
): Promise<Engine> {
  const data = await openWhenFree(folder, signals, terminal)
  for (const name of LOGS) rotate(data.at('logs', name))
  try {
    const engine = await find(data, env, signals, terminal)
    return { ...engine, stop: () => engine.stop().finally(() => data.release()) }
  } catch (error) {
    data.release()
    throw error
  }
}

async function find(
  data: DataFolder,
  env: NodeJS.ProcessEnv,
  signals: ShutdownSignals,
  terminal: Terminal,
): Promise<Engine> {
  if ((await answers(env)) && (await works('docker', ['compose', 'version'], env))) {
    return { env, own: false, folder: data.path, stop: async () => {} }
  }
  const able = process.platform === 'linux' && process.getuid?.() === 0
  if (!able || !(await works('apt-get', ['--version'], env))) {
    throw new NoEngine('no Docker answers here, and one can be set up by root on Debian only')
  }
  return startOwn(data, env, signals, terminal)
}

const LOGS = ['setup.log', 'dockerd.log', 'compose.log']

async function openWhenFree(
  folder: string,
  { stop }: ShutdownSignals,
  terminal: Terminal,
): Promise<DataFolder> {
  for (let reported = false; ; reported = true) {
    try {
      return await DataFolder.open(folder, (line) => terminal.say(line))
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      if (!reported) terminal.say(`Waiting for pid ${error.pid}, which uses ${folder}`)
    }
    await setTimeout(1_000, undefined, { signal: stop })
  }
}

/** `docker info` and `docker version` succeed even without an engine. */
const answers = (env: NodeJS.ProcessEnv): Promise<boolean> => works('docker', ['ps'], env)

async function startOwn(
  data: DataFolder,
  env: NodeJS.ProcessEnv,
  signals: ShutdownSignals,
  terminal: Terminal,
): Promise<Engine> {
  const folder = data.path
  const supervisor = new Supervisor({
    say: (line) => terminal.say(line),
    forceStopMs: 5_000,
    changed: () => data.record(supervisor.running()),
  })
  // The path of a Unix socket is limited to about a hundred characters.
  const short = mkdtempSync(join(tmpdir(), 'docker-'))
  const host = `unix://${join(short, 'docker.sock')}`
  let network: HostNetwork | undefined
  const stop = async () => {
    try {
      await supervisor.stop()
      await network?.restore()
    } finally {
      rmSync(short, { recursive: true, force: true })
    }
  }
  try {
    const options = { env, signal: signals.stop, logFile: data.at('logs', 'setup.log') }
    await installPackages(options, (line) => terminal.say(line))
    const debian = await makeDebian(folder, options)
    const own = { ...env, DOCKER_HOST: host, DOCKER_CONFIG: debian.client }
    if (!(await works('docker', ['compose', 'version'], own))) await unpackCompose(debian, options)
    network = await HostNetwork.remember(folder, options)
    await supervisor.start([
      {
        name: 'dockerd',
        command: 'dockerd',
        args: [
          ...['--host', host, '--data-root', data.at('docker'), '--exec-root', join(short, 'exec')],
          ...['--pidfile', join(short, 'docker.pid'), '--shutdown-timeout', '3'],
        ],
        cwd: folder,
        env,
        logFile: data.at('logs', 'dockerd.log'),
        stopSignal: 'SIGTERM',
        stopTimeoutMs: 30_000,
        readyTimeoutMs: 60_000,
        isReady: () => answers(own),
      },
    ])
    return { env: own, own: true, folder, stop }
  } catch (error) {
    await stop()
    if (signals.stop.aborted) throw error
    throw new NoEngine((error as Error).message)
  }
}

async function installPackages(options: ShellOptions, say: (line: string) => void): Promise<void> {
  const names = {
    ...{ dockerd: 'docker.io', docker: 'docker.io', debootstrap: 'debootstrap' },
    ...{ ip: 'iproute2', 'iptables-save': 'iptables' },
  }
  const missing: string[] = []
  for (const [command, name] of Object.entries(names)) {
    if (!(await works('which', [command], options.env))) missing.push(name)
  }
  if (missing.length === 0) return
  const env = { ...options.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = ['install', '--yes', '--no-install-recommends', ...new Set(missing)]
  say(`apt-get ${install.join(' ')}`)
  await sh('apt-get', ['update'], { ...options, env })
  await sh('apt-get', install, { ...options, env })
}
