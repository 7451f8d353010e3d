import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keptSecret } from './secrets.ts'
import { temporaryFolder } from './testing/index.ts'

it('creates a secret once, lets only its owner read it, and stores a given one instead', () => {
  const file = join(temporaryFolder(), 'secret')

  expect(keptSecret(file, '', () => 'made')).toBe('made')
  expect(keptSecret(file, undefined, () => 'made again')).toBe('made')
  expect(keptSecret(file, 'given', () => 'made again')).toBe('given')
  expect(keptSecret(file, '', () => 'made again')).toBe('given')
  expect(readFileSync(file, 'utf8')).toBe('given\n')
  expect(statSync(file).mode & 0o777).toBe(0o600)
})
