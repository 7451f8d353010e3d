import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type ShellOptions, sh } from './shell.ts'

const RELEASE = 'trixie'
const OPTIONS = ['--variant=minbase', '--include=ca-certificates']
const CERTIFICATES = 'etc/ssl/certs/ca-certificates.crt'
const PREFIX = 'debian-'

/** A small Debian with this machine's certificates, below a folder. */
export interface Debian {
  /** Changes with everything that it is made of. */
  hash: string
  root: string
  /** Configuration of the Docker client, with the plugin `compose` if the machine has none. */
  client: string
}

/** The Debian that belongs into a folder; `makeDebian` creates it. */
export function debianIn(folder: string): Debian {
  const made = createHash('sha256').update(JSON.stringify([RELEASE, OPTIONS]))
  const hash = made
    .update(readFileSync(`/${CERTIFICATES}`))
    .digest('hex')
    .slice(0, 12)
  const home = join(folder, `${PREFIX}${hash}`)
  return { hash, root: join(home, 'root'), client: join(home, 'client') }
}

/** Creates that Debian if it is missing, and removes those with another hash. */
export async function makeDebian(folder: string, options: ShellOptions): Promise<Debian> {
  const debian = debianIn(folder)
  const old = readdirSync(folder).filter((name) => name.startsWith(PREFIX))
  for (const name of old.filter((it) => it !== `${PREFIX}${debian.hash}`)) {
    rmSync(join(folder, name), { recursive: true })
  }
  const { root } = debian
  if (existsSync(root)) return debian
  const fresh = `${root}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  // In its own mount namespace, because debootstrap may leave /proc and /sys mounted in the folder.
  const bootstrap = ['debootstrap', ...OPTIONS, RELEASE, fresh]
  await sh('unshare', ['--mount', '--', ...bootstrap], options)
  copyFileSync(`/${CERTIFICATES}`, join(fresh, CERTIFICATES))
  rmSync(join(fresh, 'var/cache/apt/archives'), { recursive: true })
  mkdirSync(join(fresh, 'var/cache/apt/archives/partial'), { recursive: true })
  renameSync(fresh, root)
  return debian
}

/** Extracts `docker compose` from that Debian's archive, for Docker clients without the plugin. */
export async function unpackCompose(
  { root, client }: Debian,
  options: ShellOptions,
): Promise<void> {
  const plugins = join(client, 'cli-plugins')
  mkdirSync(plugins, { recursive: true })
  writeFileSync(join(root, 'fetch.sh'), FETCH)
  await sh('chroot', [root, 'sh', '/fetch.sh'], options)
  copyFileSync(
    join(root, 'compose/usr/libexec/docker/cli-plugins/docker-compose'),
    join(plugins, 'docker-compose'),
  )
  for (const name of ['compose', 'fetch.sh', 'var/lib/apt/lists']) {
    rmSync(join(root, name), { recursive: true, force: true })
  }
  mkdirSync(join(root, 'var/lib/apt/lists/partial'), { recursive: true })
}

// A killed run may have left the folder.
const FETCH = `set -e
rm -rf /compose && mkdir /compose && cd /compose
apt-get update
# The sandbox user of apt must not write here.
apt-get -o APT::Sandbox::User=root download docker-compose
dpkg-deb --extract docker-compose_*.deb .
`
