// `npm run release -- <folder>`: writes fingerpost-<version>.tar.gz, a commit with what a clone would build.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DASHBOARD, isBuilt, PROTOS } from '../local/built.mjs'
import { buildDashboard } from '../local/src/dashboard.ts'

const root = join(import.meta.dirname, '..', '..')

/**
 * Writes the archive of the files of this folder that git does not ignore, and returns its path. The same files
 * and commit give the same bytes. Needs GNU tar.
 */
export async function writeArchive(target: string): Promise<string> {
  await buildDashboard(root, new AbortController().signal)
  if (!isBuilt(root, PROTOS)) throw new Error('Run pnpm gen first: a proto has changed')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const sources = git('ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0')
  const built = [PROTOS, DASHBOARD].flatMap(({ folder }) =>
    globSync(`${folder}/**`, { cwd: root, withFileTypes: true })
      .filter((it) => it.isFile())
      .map((it) => join(it.parentPath, it.name).slice(root.length + 1)),
  )
  const marks = [PROTOS, DASHBOARD].map(({ folder }) => `${folder}/.sources`)
  const files = [...new Set([...sources, ...built, ...marks])].filter(
    (it) => it && existsSync(join(root, it)),
  )
  const archive = join(resolve(target), `fingerpost-${version}.tar.gz`)
  mkdirSync(target, { recursive: true })
  const words = [
    ...['--create', '--file', archive, '--use-compress-program', 'gzip -9n', '--directory', root],
    ...['--format=ustar', '--owner=0', '--group=0', '--numeric-owner', '--mode=u+rw,go=u-w'],
    ...[`--mtime=@${git('show', '--no-patch', '--format=%ct', 'HEAD').trim()}`],
    ...[
      `--transform=flags=r;s,^,fingerpost-${version}/,`,
      '--null',
      '--no-recursion',
      '--files-from=-',
    ],
  ]
  execFileSync('tar', words, { input: files.sort().join('\0') })
  return archive
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' })

if (import.meta.main) {
  const changed = git('status', '--porcelain')
  if (changed)
    throw new Error(`A release is made of a commit, and these files differ from it:\n${changed}`)
  process.stdout.write(`${await writeArchive(process.argv[2] ?? '.')}\n`)
}
