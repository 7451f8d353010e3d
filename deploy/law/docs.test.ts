import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './source.ts'

const read = (name: string) => readFileSync(join(root, name), 'utf8')

it('the README is at most 9 kB', () => {
  expect(Buffer.byteLength(read('README.md'))).toBeLessThan(9_000)
})

it('the changelog has at most 150 lines for the next release, and two lines an entry', () => {
  const [, next = ''] = /## \[Unreleased\]\n(.*?)(?=\n## \[|$)/s.exec(read('CHANGELOG.md')) ?? []
  const entries = next.split(/^- /m).slice(1)
  const long = entries.filter(
    (it) => (it.split(/\n(?=\n|#)/)[0] ?? '').trim().split('\n').length > 2,
  )

  expect(next.split('\n').length).toBeLessThan(150)
  expect(entries.length).toBeGreaterThan(0)
  expect(long).toEqual([])
})
