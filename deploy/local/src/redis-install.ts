import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { execa } from 'execa'
import { StartError } from './start-error.ts'
import type { StorePlace } from './store.ts'

const BINARIES = ['redis-server', 'valkey-server']

interface Installer {
  tool: string
  needsRoot: boolean
  commands: readonly (readonly string[])[]
}

const installers: Partial<Record<NodeJS.Platform, Installer>> = {
  linux: {
    tool: 'apt-get',
    needsRoot: true,
    commands: [
      ['apt-get', 'update'],
      ['apt-get', 'install', '--yes', '--no-install-recommends', 'redis-server'],
    ],
  },
  darwin: { tool: 'brew', needsRoot: false, commands: [['brew', 'install', 'redis']] },
}

/** Redis or Valkey of this machine, installed with its package manager when it has none. */
export async function redisBinary({ env, say, signal }: StorePlace): Promise<string> {
  const present = find(BINARIES, env)
  if (present) return present
  const installer = installers[process.platform]
  const able = installer && find([installer.tool], env)
  if (!able || (installer.needsRoot && process.getuid?.() !== 0)) throw missing(installer)

  say(`Installing Redis with ${installer.tool}, once …`)
  for (const [command = '', ...args] of installer.commands) {
    const { failed, all } = await execa(command, args, {
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
      extendEnv: false,
      all: true,
      reject: false,
      cancelSignal: signal,
    })
    if (failed) throw new StartError(`${command} ${args.join(' ')} failed:\n${all}`)
  }
  const installed = find(BINARIES, env)
  if (!installed) throw missing(installer)
  return installed
}

function missing(installer: Installer | undefined): StartError {
  const line = installer?.commands.map((words) => words.join(' ')).join(' && ')
  const how = line ? `Install it once: ${installer?.needsRoot ? `sudo sh -c '${line}'` : line}` : ''
  return new StartError(
    `There is no redis-server or valkey-server on this machine. ${how}\n` +
      'Or name one that runs: REDIS_URL=redis://… npm start',
  )
}

function find(names: readonly string[], env: NodeJS.ProcessEnv): string | undefined {
  const folders = [
    ...(env.PATH ?? '').split(delimiter),
    '/usr/bin',
    '/usr/local/bin',
    '/opt/homebrew/bin',
  ]
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
