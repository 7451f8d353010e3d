import { expect, it } from 'vitest'
import { circles, folderCircles, violations } from './law.ts'
import { read, sources } from './source.ts'

const broken = (path: string, text: string) => violations(read(path, text))

const all = sources()

it('every source file obeys the import and purity rules', () => {
  expect(all.flatMap(violations)).toEqual([])
})

it('the imports form no cycles', () => {
  expect(circles(all)).toEqual([])
})

it('the folders of layered packages form no cycles', () => {
  expect(folderCircles(all)).toEqual([])
})

it('finds a cycle of folders', () => {
  const file = (path: string, other: string) =>
    read(`services/redirect/src/${path}.rules.ts`, `import '${other}.rules.ts'`)

  expect(
    folderCircles([file('a/one', '../b/one'), file('a/two', './one'), file('b/two', '../a/two')]),
  ).toEqual(['services/redirect/src/a → services/redirect/src/b → services/redirect/src/a'])
})

it('finds an import cycle', () => {
  const file = (name: string, other: string) => read(`kit/src/${name}.ts`, `import './${other}.ts'`)

  expect(circles([file('a', 'b'), file('b', 'c'), file('c', 'b')])).toEqual([
    'kit/src/b.ts → kit/src/c.ts → kit/src/b.ts',
  ])
})

it.each([
  ['services/link/src/a.ts', "import { b } from '../../catalog/src/names/name.rules.ts'"],
  ['services/link/src/a.ts', "export { b } from '@fingerpost/catalog/b'"],
  ['services/link/src/a.ts', "const b = await import('@fingerpost/gateway')"],
  ['kit/src/a.ts', "import type { B } from '@fingerpost/protos/link/v1/link'"],
  ['web/src/a.tsx', "import { b } from '@fingerpost/kit/net/url'"],
  ['web/src/a.tsx', "import { readFile } from 'node:fs/promises'"],
  ['gateway/src/a.helpers.ts', ''],
  ['gateway/src/a.ts', "import pg from 'pg'"],
  ['kit/src/a.ts', "import { createServer, type Server } from 'node:http'"],
  ['gateway/src/a.routes.ts', "import { Redis } from 'ioredis'"],
  [
    'services/bio/src/a.handlers.ts',
    "import { openPostgres } from '@fingerpost/kit/stores/postgres'",
  ],
  ['gateway/src/a.rules.ts', "import { readFileSync } from 'node:fs'"],
  ['services/bio/src/a.rules.ts', "import { b } from './b.repository.ts'"],
  ['services/bio/src/a.rules.ts', "import { open } from '@fingerpost/kit/stores/redis'"],
  ['services/bio/src/a.rules.ts', 'export const now = () => Date.now()'],
  ['services/bio/src/a.rules.ts', 'export const now = () => new Date()'],
  ['services/bio/src/a.rules.ts', 'export const id = () => crypto.randomUUID()'],
  ['services/bio/src/a.rules.ts', 'export const chance = () => Math.random()'],
  ['services/bio/src/a.rules.ts', 'const known = new Map<string, string>()'],
  ['services/bio/src/a.rules.ts', 'export let last = 0'],
  ['services/bio/src/a.repository.ts', "const LIST = 'select id from links where id = any($1)'"],
  ['services/bio/src/a.ts', 'const { link_id: linkId } = message'],
  ['services/bio/src/a.ts', 'const toldMs = 5'],
  ['tests/room.ts', ''],
  ['gateway/src/a.ts', 'const toBody = ({ created_at: createdAt = null }) => createdAt'],
  ['services/bio/src/a.repository.ts', 'db.transaction().execute(work)'],
  ['protos/src/a.ts', 'const known = new Map<string, string>()'],
  ['kit/src/a.ts', "const file = new URL('b.sql', import.meta.url).pathname"],
])('%s with `%s` breaks it', (path, text) => {
  expect(broken(path, text)).toEqual([expect.stringContaining(path)])
})

it.each([
  ['services/bio/src/a.rules.ts', 'const TYPES = new Map([[1, 2]])'],
  ['services/bio/src/a.ts', 'const { created_at, page_name: page } = message'],
  ['services/bio/src/a.rules.ts', 'export const at = (ms: number) => new Date(ms)'],
  ['services/bio/src/a.test.ts', "import { Redis } from 'ioredis'\nexport let last = Date.now()"],
])('%s with `%s` is allowed', (path, text) => {
  expect(broken(path, text)).toEqual([])
})
