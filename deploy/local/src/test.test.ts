import { expect, it } from 'vitest'
import { testWords } from './test.ts'

it('leaves the long tests to their own command', () => {
  expect(testWords('test', [])).toEqual(['--project=!long'])
  expect(testWords('test', ['tests/system/keys.test.ts'])).toEqual([
    '--project=!long',
    'tests/system/keys.test.ts',
  ])
  expect(testWords('test', ['--project', 'unit'])).toEqual(['--project', 'unit'])
  expect(testWords('test:long', ['clusters'])).toEqual(['--project=long', 'clusters'])
})
