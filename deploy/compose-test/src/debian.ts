import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ShellOptions, sh } from './shell.ts'

const RELEASE = 'trixie'
const CERTIFICATES = 'etc/ssl/certs/ca-certificates.crt'

/** Creates a small Debian in a folder once, with this machine's certificates; returns its path. */
export async function makeDebian(folder: string, options: ShellOptions): Promise<string> {
  const debian = join(folder, 'debian')
  if (existsSync(debian)) return debian
  const fresh = `${debian}.new`
  rmSync(fresh, { recursive: true, force: true })
  const include = '--include=ca-certificates'
  // In its own mount namespace, because debootstrap may leave /proc and /sys mounted in the folder.
  const bootstrap = ['debootstrap', '--variant=minbase', include, RELEASE, fresh]
  await sh('unshare', ['--mount', '--', ...bootstrap], options)
  copyFileSync(`/${CERTIFICATES}`, join(fresh, CERTIFICATES))
  rmSync(join(fresh, 'var/cache/apt/archives'), { recursive: true })
  mkdirSync(join(fresh, 'var/cache/apt/archives/partial'), { recursive: true })
  renameSync(fresh, debian)
  return debian
}

/** Extracts `docker compose` from that Debian's archive, for Docker clients without the plugin. */
export async function unpackCompose(
  debian: string,
  clientFolder: string,
  options: ShellOptions,
): Promise<void> {
  const plugins = join(clientFolder, 'cli-plugins')
  mkdirSync(plugins, { recursive: true })
  writeFileSync(join(debian, 'fetch.sh'), FETCH)
  await sh('chroot', [debian, 'sh', '/fetch.sh'], options)
  copyFileSync(
    join(debian, 'compose/usr/libexec/docker/cli-plugins/docker-compose'),
    join(plugins, 'docker-compose'),
  )
  for (const name of ['compose', 'fetch.sh', 'var/lib/apt/lists']) {
    rmSync(join(debian, name), { recursive: true, force: true })
  }
  mkdirSync(join(debian, 'var/lib/apt/lists/partial'), { recursive: true })
}

const FETCH = `set -e
mkdir /compose && cd /compose
apt-get update
# The sandbox user of apt must not write here.
apt-get -o APT::Sandbox::User=root download docker-compose
dpkg-deb --extract docker-compose_*.deb .
`
