import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * A secret that persists across starts, in a file that only its owner can read: the given one,
 * otherwise the stored one, otherwise a new one.
 */
export function keptSecret(file: string, given: string | undefined, create: () => string): string {
  if (!given && existsSync(file)) return readFileSync(file, 'utf8').trim()
  const secret = given || create()
  writeSecret(file, `${secret}\n`)
  return secret
}

/** Writes a file that only its owner can read. */
export function writeSecret(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 })
  chmodSync(file, 0o600)
}
