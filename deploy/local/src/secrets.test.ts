import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { storedSecret } from './secrets.ts'
import { temporaryFolder } from './testing/index.ts'

it('creates a secret once, lets only its owner read it, and stores a given one instead', () => {
  const file = join(temporaryFolder(), 'secret')

  expect(storedSecret(file, '', () => 'made')).toBe('made')
  expect(storedSecret(file, undefined, () => 'made again')).toBe('made')
  expect(storedSecret(file, 'given', () => 'made again')).toBe('given')
  expect(storedSecret(file, '', () => 'made again')).toBe('given')
  expect(readFileSync(file, 'utf8')).toBe('given\n')
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('a secret that does not fit on the disk leaves no file, and the stored one as it was', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'secret')
  // A limit on the size of files stands in for a full disk: write(2) fails and open(2) does not.
  const store = (given: string) => {
    const code = `(await import(${JSON.stringify(join(import.meta.dirname, 'secrets.ts'))})).storedSecret(${JSON.stringify(file)}, ${JSON.stringify(given)}, () => 'made')`
    const node = [process.execPath, '--input-type=module', '--eval', code]
    const words = ['-c', 'ulimit -f 0; exec "$@"', 'sh', ...node]
    const { status, stderr } = spawnSync('sh', words, { env: {}, encoding: 'utf8' })
    expect(stderr).toContain('EFBIG')
    expect(status).toBe(1)
  }

  store('')
  expect(readdirSync(folder)).toEqual([])
  expect(storedSecret(file, '', () => 'made later')).toBe('made later')
  store('given')
  expect(readdirSync(folder)).toEqual(['secret'])
  expect(storedSecret(file, '', () => 'made again')).toBe('made later')
})
