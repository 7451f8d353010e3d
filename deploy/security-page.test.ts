import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

it('docs/security.md names every attack test', () => {
  const tests = globSync('tests/attacks/*.test.ts', { cwd: root })

  expect(tests.length).toBeGreaterThan(0)
  expect(tests.filter((file) => !page.includes(`\`${file}\``))).toEqual([])
})

it('every test that docs/security.md names exists', () => {
  const named = [...page.matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(([, file = '']) => file)

  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
