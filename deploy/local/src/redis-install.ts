import { execa } from 'execa'
import { programs } from './programs.ts'
import { StartError } from './start-error.ts'
import type { StorePlace } from './store.ts'

const BINARIES = ['redis-server', 'valkey-server']
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']

interface Installer {
  tool: string
  needsRoot: boolean
  update?: readonly string[]
  install: readonly string[]
  /** Lists what `install` would install, without installing it. */
  simulate?: readonly string[]
}

const APT_INSTALL = ['install', '--yes', '--no-install-recommends', 'redis-server']
const installers: Partial<Record<NodeJS.Platform, Installer>> = {
  linux: {
    tool: 'apt-get',
    needsRoot: true,
    update: ['apt-get', 'update'],
    install: ['apt-get', ...APT_INSTALL],
    simulate: ['apt-get', '--simulate', ...APT_INSTALL],
  },
  darwin: { tool: 'brew', needsRoot: false, install: ['brew', 'install', 'redis'] },
}

/** The Redis or Valkey of this machine, installed with its package manager if it is missing. */
export async function redisBinary({ env, say, signal }: StorePlace): Promise<string> {
  const present = find(BINARIES, env)
  if (present) return present
  const installer = installers[process.platform]
  const able = installer && find([installer.tool], env)
  if (!able || (installer.needsRoot && process.getuid?.() !== 0)) throw missing(installer)

  const run = async ([command = '', ...args]: readonly string[]): Promise<string> => {
    const { failed, all } = await execa(command, args, {
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
      extendEnv: false,
      all: true,
      reject: false,
      cancelSignal: signal,
    })
    if (failed) throw new StartError(`${command} ${args.join(' ')} failed:\n${all}`)
    return all
  }
  const { tool, update, simulate, install } = installer
  say(
    `This machine has neither redis-server nor valkey-server. Installing Redis with ${tool}, once …`,
  )
  if (update) await run(update)
  if (simulate) say(`${install.join(' ')}: ${packagesOf(await run(simulate)).join(', ')}`)
  await run(install)
  const installed = find(BINARIES, env)
  if (!installed) throw missing(installer)
  return installed
}

/**
 * Packages and versions, from lines like `Inst redis-server (5:7.0.15-1 Debian:12/stable [amd64])`.
 */
export const packagesOf = (simulation: string): string[] =>
  [...simulation.matchAll(/^Inst (\S+) (?:\[\S+\] )?\((\S+)/gm)].map(
    ([, name, version]) => `${name} ${version}`,
  )

function missing(installer: Installer | undefined): StartError {
  const commands = [installer?.update, installer?.install].filter((it) => it !== undefined)
  const line = commands.map((words) => words.join(' ')).join(' && ')
  const how = line ? `Install it once: ${installer?.needsRoot ? `sudo sh -c '${line}'` : line}` : ''
  return new StartError(
    `There is no redis-server or valkey-server on this machine. ${how}\n` +
      'Or name one that runs: REDIS_URL=redis://… npm start',
  )
}

const find = (names: readonly string[], env: NodeJS.ProcessEnv): string | undefined =>
  programs(names, env, FOLDERS)[0]
