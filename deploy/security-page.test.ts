import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

it('docs/security.md names every attack test', () => {
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
  const tests = globSync('tests/attacks/*.test.ts', { cwd: root })

  expect(tests.length).toBeGreaterThan(0)
  expect(tests.filter((file) => !page.includes(`\`${file}\``))).toEqual([])
})
