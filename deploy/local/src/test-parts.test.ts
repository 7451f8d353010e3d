import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testParts } from './test-parts.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const FREE = ['--project=unit', '--project=component']
const SERVICE = ['--project=service']
const LESS = ['--project=!unit', '--project=!component', '--project=!service']

it('divides tests by what they need, and leaves out long ones', () => {
  expect(testParts('test', [], root)).toEqual({
    nothing: FREE,
    stores: SERVICE,
    stack: ['--project=!long*', ...LESS],
  })
  expect(testParts('test', ['keys'], root)).toEqual({
    nothing: [...FREE, 'keys'],
    stores: [...SERVICE, 'keys'],
    stack: ['--project=!long*', ...LESS, 'keys'],
  })
})

it('runs only the chosen projects, and starts nothing that they do not need', () => {
  expect(testParts('test', ['--project', 'unit', 'law'], root)).toEqual({
    nothing: ['--project=unit', 'law'],
    stores: undefined,
    stack: undefined,
  })
  expect(testParts('test', ['--project=ser*'], root).stores).toEqual(SERVICE)
  expect(testParts('test', ['--project=unit', '--project=sys*'], root)).toEqual({
    nothing: ['--project=unit'],
    stores: undefined,
    stack: ['--project=unit', '--project=sys*', ...LESS],
  })
})

it('starts nothing that the named files do not need', () => {
  const unit = 'deploy/local/src/test-parts.test.ts'
  const service = 'deploy/local/src/redis.service.test.ts'
  expect(testParts('test', [unit], root)).toMatchObject({ stores: undefined, stack: undefined })
  expect(testParts('test', [service], root)).toEqual({
    nothing: undefined,
    stores: [...SERVICE, service],
    stack: undefined,
  })
  expect(testParts('test', [unit, '-t', 'some words'], root)).toEqual({
    nothing: [expect.any(String), expect.any(String), unit, '-t', 'some words'],
    stores: undefined,
    stack: undefined,
  })
  expect(testParts('test', ['test-parts'], root).stack).toBeUndefined()
  for (const word of ['tests/system/keys.test.ts', 'links.test.ts'])
    expect(testParts('test', [unit, word], root).stack).toContain(word)
  expect(testParts('test', ['./tests/system/keys.test.ts'], root)).toMatchObject({
    nothing: undefined,
    stack: expect.arrayContaining(['tests/system/keys.test.ts']),
  })
})

it('the other commands run only tests that need a stack', () => {
  const none = { nothing: undefined, stores: undefined }
  expect(testParts('test:long', ['clusters'], root)).toEqual({
    ...none,
    stack: ['--project=long*', ...LESS, 'clusters'],
  })
  expect(testParts('test:long', ['--project', 'long-browser'], root)).toEqual({
    ...none,
    stack: ['--project=long-browser', ...LESS],
  })
})

it('attacks are the tests that the page on security names, or some of them', () => {
  const { nothing, stores, stack } = testParts('attack', [], root)
  for (const part of [nothing, stores, stack]) {
    expect(part).toContain('tests/attacks/races.test.ts')
    expect(part).toContain('services/catalog/src/people/turn.service.test.ts')
    expect(part).not.toContain('deploy/local/src/test-parts.test.ts')
  }
  expect(testParts('attack', ['races'], root)).toEqual({
    nothing: undefined,
    stores: undefined,
    stack: ['--project=*', ...LESS, 'tests/attacks/races.test.ts'],
  })
})
