import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * A secret that stays the same from start to start, in a file only its owner reads: the one given,
 * else the one kept, else a new one.
 */
export function keptSecret(file: string, given: string | undefined, create: () => string): string {
  if (!given && existsSync(file)) return readFileSync(file, 'utf8').trim()
  const secret = given || create()
  writeFileSync(file, `${secret}\n`, { mode: 0o600 })
  chmodSync(file, 0o600)
  return secret
}
