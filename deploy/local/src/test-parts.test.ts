import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testParts } from './test-parts.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const FREE = ['--project=unit', '--project=component']
const BOUND = ['--project=!unit', '--project=!component']

it('runs tests that need no store while the stack starts, and no long ones', () => {
  expect(testParts('test', [], root)).toEqual({ free: FREE, bound: ['--project=!long*', ...BOUND] })
  expect(testParts('test', ['keys'], root)).toEqual({
    free: [...FREE, 'keys'],
    bound: ['--project=!long*', ...BOUND, 'keys'],
  })
})

it('runs only the chosen projects, and starts no stack for those that need none', () => {
  expect(testParts('test', ['--project', 'unit', 'law'], root)).toEqual({
    free: ['--project=unit', 'law'],
    bound: undefined,
  })
  expect(testParts('test', ['--project=unit', '--project=sys*'], root)).toEqual({
    free: ['--project=unit'],
    bound: ['--project=unit', '--project=sys*', ...BOUND],
  })
})

it('starts no stack for files of unit tests', () => {
  const unit = 'deploy/local/src/test-parts.test.ts'
  expect(testParts('test', [unit], root).bound).toBeUndefined()
  for (const file of ['tests/system/keys.test.ts', 'kit/src/any.service.test.ts', 'links.test.ts'])
    expect(testParts('test', [unit, file], root).bound).toContain(file)
})

it('the other commands run only tests that need a stack', () => {
  expect(testParts('test:long', ['clusters'], root)).toEqual({
    free: undefined,
    bound: ['--project=long*', ...BOUND, 'clusters'],
  })
  expect(testParts('attack', [], root)).toEqual({
    free: undefined,
    bound: ['--project=attacks', '--project=long*', ...BOUND, 'tests/attacks'],
  })
})
