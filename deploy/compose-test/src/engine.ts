import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DataFolder } from '../../local/src/data-folder.ts'
import type { Wishes } from '../../local/src/signals.ts'
import { Supervisor } from '../../local/src/supervisor.ts'
import type { Terminal } from '../../local/src/terminal.ts'
import { makeDebian, unpackCompose } from './debian.ts'
import { HostNetwork } from './host-network.ts'
import { type ShellOptions, sh, works } from './shell.ts'

/** A Docker engine and how to reach it. */
export interface Engine {
  env: NodeJS.ProcessEnv
  /** Started by the tests, with stand-ins for images; the machine's engine pulls the images. */
  own: boolean
  /** Persistent data and logs. */
  folder: string
  stop(): Promise<void>
}

/** The reason why no engine is available, worded for the operator. */
export class NoEngine extends Error {}

/**
 * Uses the machine's Docker engine if it responds; otherwise, as root on Debian, installs and
 * starts one, with its files below `folder` and its socket in a temporary folder. Throws NoEngine.
 */
export async function openEngine(
  folder: string,
  env: NodeJS.ProcessEnv,
  wishes: Wishes,
  terminal: Terminal,
): Promise<Engine> {
  mkdirSync(folder, { recursive: true })
  if ((await answers(env)) && (await works('docker', ['compose', 'version'], env))) {
    return { env, own: false, folder, stop: async () => {} }
  }
  const able = process.platform === 'linux' && process.getuid?.() === 0
  if (!able || !(await works('apt-get', ['--version'], env))) {
    throw new NoEngine('no Docker answers here, and one can be set up by root on Debian only')
  }
  return startOwn(folder, env, wishes, terminal)
}

/** `docker info` and `docker version` succeed even without an engine. */
const answers = (env: NodeJS.ProcessEnv): Promise<boolean> => works('docker', ['ps'], env)

async function startOwn(
  folder: string,
  env: NodeJS.ProcessEnv,
  wishes: Wishes,
  terminal: Terminal,
): Promise<Engine> {
  const data = await DataFolder.open(folder, (line) => terminal.say(line))
  const supervisor = new Supervisor({
    say: (line) => terminal.say(line),
    hurryMs: 5_000,
    changed: () => data.record(supervisor.running()),
  })
  // The path of a Unix socket is limited to about a hundred characters.
  const short = mkdtempSync(join(tmpdir(), 'docker-'))
  const host = `unix://${join(short, 'docker.sock')}`
  const config = join(folder, 'client')
  const own = { ...env, DOCKER_HOST: host, DOCKER_CONFIG: config }
  let network: HostNetwork | undefined
  const stop = async () => {
    try {
      await supervisor.stop()
      await network?.restore()
    } finally {
      data.release()
      rmSync(short, { recursive: true, force: true })
    }
  }
  try {
    const options = { env, signal: wishes.stop, logFile: data.at('logs', 'setup.log') }
    await installPackages(options, (line) => terminal.say(line))
    const debian = await makeDebian(folder, options)
    if (!(await works('docker', ['compose', 'version'], own)))
      await unpackCompose(debian, config, options)
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
    if (wishes.stop.aborted) throw error
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
