// Folders that are built from sources: a release brings them, a clone builds them. Without packages,
// because it decides what to install.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** `builders` are the packages of the workspace that only the build needs. */
export const PROTOS = {
  folder: 'protos/gen',
  sources: ['protos'],
  names: /(^buf.*\.yaml|\.proto)$/,
  builders: ['@fingerpost/generator'],
}
export const DASHBOARD = {
  folder: 'web/dist',
  sources: ['web', 'clients/typescript/src', 'messages/src'],
  names: /./,
  builders: ['@fingerpost/client', '@fingerpost/web'],
}

/** Files below a folder whose name matches, without built and installed ones. */
function* files(folder, names) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (/^(\.|node_modules$|gen$|dist$)/.test(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* files(path, names)
    else if (names.test(entry.name)) yield path
  }
}

/** A hash of the paths and contents of the files below folders whose name matches. */
export function fingerprint(root, folders, names, salt = '') {
  const hash = createHash('sha256').update(salt)
  const paths = folders.flatMap((it) => [...files(join(root, it), names)])
  for (const path of paths.sort()) {
    hash.update(`\n${relative(root, path)}\n`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

/** A hash of what a folder is built from, with the versions of its builders. */
export const sourcesOf = (root, { sources, names }) =>
  fingerprint(root, sources, names, readFileSync(join(root, 'pnpm-lock.yaml')))

const markOf = (root, { folder }) => join(root, folder, '.sources')

/** Records the hash of the sources that a folder was built from. */
export const markBuilt = (root, built, sources) => writeFileSync(markOf(root, built), sources)

/** Whether a folder was built from these sources. */
export function isBuilt(root, built, sources = sourcesOf(root, built)) {
  try {
    return readFileSync(markOf(root, built), 'utf8') === sources
  } catch {
    return false
  }
}
