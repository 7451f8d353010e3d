import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/**
 * A secret that persists across starts, in a file that only its owner can read: the given one,
 * otherwise the stored one, otherwise a new one.
 */
export function storedSecret(
  file: string,
  given: string | undefined,
  create: () => string,
): string {
  if (!given && existsSync(file)) return readFileSync(file, 'utf8').trim()
  const secret = given || create()
  writeSecret(file, `${secret}\n`)
  return secret
}

/**
 * Writes a file that only its owner can read. On a full disk or after a power failure, it is whole or
 * as before: stores are created with the password that was returned.
 */
export function writeSecret(file: string, text: string): void {
  const fresh = `${file}.new`
  try {
    synced(fresh, 'w', (fd) => {
      fchmodSync(fd, 0o600)
      writeFileSync(fd, text)
    })
    renameSync(fresh, file)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
  synced(dirname(file), 'r', () => {})
}

function synced(path: string, flags: string, work: (fd: number) => void): void {
  const fd = openSync(path, flags, 0o600)
  try {
    work(fd)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
