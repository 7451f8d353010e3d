import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { read, root, type Source, sources } from './source.ts'

/** Test files of one stack that run beside each other, and their helpers. */
const SHARED = /^tests\/(system|attacks|browser)\/(?!.*\.long\.)[\w.-]+\.ts$/
/** What stops a process of the stack, empties a store, or reads what all tests have done. */
const INSTANCE = /process\.kill|\bpids\b|\bFLUSH(?:ALL|DB)\b|\.flush(?:all|db)\(|\/metrics\b/g

const instanceUses = (path: string, text: string): string[] =>
  SHARED.test(path) ? (text.match(INSTANCE) ?? []).map((it) => `${path}: ${it}`) : []

/** Helpers of projects without isolation, whose modules all files of a worker share. */
const isHelper = ({ path }: Source): boolean =>
  /^tests\/(?:(?:system|attacks|redirect)\/)?[\w.-]+\.ts$|\/testing\//.test(path) &&
  !path.includes('.test.')
/** State that is the same for every file: caches, numbers that make names unique, the page of a test. */
const KNOWN = [
  'tests/operator.ts: module-level Map',
  'tests/stack.ts: module-level Map',
  'kit/src/testing/index.ts: module-level Map',
  'kit/src/testing/movable-clock.ts: module-level let',
  'services/analytics/src/testing/stack.ts: module-level let',
  'services/catalog/src/testing/claims.ts: module-level let',
  'web/src/testing/api.ts: module-level Map',
  'web/src/testing/app.tsx: module-level let',
  'web/src/testing/links.ts: module-level let',
]
const stateOf = ({ path, impurities }: Source): string[] =>
  impurities
    .filter((it) => it.startsWith('module-level'))
    .map((it) => `${path}: ${it}`)
    .filter((it) => !KNOWN.includes(it))

const all = sources()

it('tests that share a stack leave its processes and stores alone', () => {
  const files = all.filter(({ path }) => SHARED.test(path))
  expect(files.length).toBeGreaterThan(50)
  expect(
    files.flatMap(({ path }) => instanceUses(path, readFileSync(join(root, path), 'utf8'))),
  ).toEqual([])
})

it('finds state of a helper', () => {
  const found = (path: string, text: string) => stateOf(read(path, text))
  expect(found('tests/a.ts', 'let last = 0')).toEqual(['tests/a.ts: module-level let'])
  expect(found('tests/a.ts', 'const seen = new Map()')).toEqual(['tests/a.ts: module-level Map'])
  expect(found('tests/stack.ts', 'let last = 0')).toEqual(['tests/stack.ts: module-level let'])
  expect(found('kit/src/testing/a.ts', 'let last = 0')).toHaveLength(1)
})

it('helpers of tests that share modules keep no state', () => {
  expect(all.filter(isHelper).length).toBeGreaterThan(20)
  expect(all.filter(isHelper).flatMap(stateOf)).toEqual([])
})

it.each([
  ['tests/system/a.test.ts', "process.kill(1, 'SIGKILL')"],
  ['tests/attacks/a.test.ts', 'const { redis } = localStack().pids'],
  ['tests/browser/a.test.ts', 'await redis.flushdb()'],
  ['tests/system/a.test.ts', "redis.call('FLUSHALL')"],
  ['tests/system/a.test.ts', "fetch(admin + '/metrics')"],
])('finds in %s: %s', (path, text) => {
  expect(instanceUses(path, text)).toEqual([expect.stringContaining(path)])
})

it('leaves tests with a stack of their own alone', () => {
  expect(instanceUses('tests/alone/a.test.ts', "process.kill(1, 'SIGKILL')")).toEqual([])
  expect(instanceUses('tests/system/a.long.test.ts', 'redis.flushdb()')).toEqual([])
})
