import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

export const TEST_COMMANDS = ['test', 'test:long', 'attack'] as const
export type TestCommand = (typeof TEST_COMMANDS)[number]

/** What tests need to be running. */
const LEVELS = ['nothing', 'stores', 'stack'] as const
export type Level = (typeof LEVELS)[number]

/** Vitest arguments of the parts of a run; a part without arguments does not run. */
export type TestParts = Record<Level, string[] | undefined>

/** The projects that need less than a stack. */
const PROJECTS = {
  unit: 'nothing',
  component: 'nothing',
  service: 'stores',
} as const satisfies Record<string, Level>
const DEFAULTS: Record<TestCommand, string[]> = {
  test: ['!long*'],
  'test:long': ['long*'],
  attack: ['*'],
}

/** Divides a run by what its tests need. A command for some projects or files may need no stack. */
export function testParts(command: TestCommand, args: readonly string[], root: string): TestParts {
  const { chosen, others } = takeProjects(args)
  const projects = chosen.length > 0 ? chosen : DEFAULTS[command]
  const named = others.map((it) => (isFile(root, it) ? relative(root, resolve(root, it)) : it))
  const words = command === 'attack' ? attackTests(named, root) : named
  const levels = levelsOf(words, root)
  const option = (name: string) => `--project=${name}`
  const below = (level: Level) =>
    Object.entries(PROJECTS).flatMap(([name, needs]) =>
      needs === level && matches(projects, name) ? [option(name)] : [],
    )
  const part = (level: Level, options: string[]) =>
    options.length > 0 && levels.has(level) ? [...options, ...words] : undefined
  const names = Object.keys(PROJECTS)
  const more = projects.some((it) => !names.includes(it))
  return {
    nothing: part('nothing', below('nothing')),
    stores: part('stores', below('stores')),
    stack: part('stack', more ? [...projects, ...names.map((it) => `!${it}`)].map(option) : []),
  }
}

/** The tests that docs/security.md names, of these with one of the words; options stay. */
function attackTests(words: readonly string[], root: string): string[] {
  const page = readFileSync(join(root, 'docs', 'security.md'), 'utf8')
  const files = new Set(
    [...page.matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(([, file = '']) => file),
  )
  const options = words.filter((it) => it.startsWith('-'))
  const parts = words.filter((it) => !it.startsWith('-'))
  const wanted = [...files].filter(
    (it) => parts.length === 0 || parts.some((word) => it.includes(word)),
  )
  return [...options, ...(wanted.length > 0 ? wanted : parts)]
}

/** Separates the names of `--project name` and `--project=name`. */
function takeProjects(args: readonly string[]): { chosen: string[]; others: string[] } {
  const chosen: string[] = []
  const others: string[] = []
  const left = [...args]
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word.startsWith('--project=')) chosen.push(word.slice('--project='.length))
    else if (word === '--project') chosen.push(left.shift() ?? '')
    else others.push(word)
  }
  return { chosen, others }
}

/** Whether Vitest runs a project for these names, which may contain `*` or start with `!`. */
function matches(names: readonly string[], project: string): boolean {
  const like = (name: string) =>
    new RegExp(`^${name.split('*').map(RegExp.escape).join('.*')}$`).test(project)
  const wanted = names.filter((it) => !it.startsWith('!'))
  if (names.some((it) => it.startsWith('!') && like(it.slice(1)))) return false
  return wanted.length === 0 || wanted.some(like)
}

/** The levels of the test files whose path contains one of the words; all levels if there is none. */
function levelsOf(words: readonly string[], root: string): ReadonlySet<Level> {
  const parts = words.filter((it, i) => !it.startsWith('-') && words[i - 1] !== '-t')
  const exclude = (name: string) => /(?:^|\/)(?:node_modules|\.data|gen)$/.test(name)
  const files = parts.length > 0 ? globSync('**/*.test.{ts,tsx}', { cwd: root, exclude }) : []
  const found = files.filter((file) => parts.some((it) => file.includes(it)))
  return new Set(found.length > 0 ? found.map(levelOf) : LEVELS)
}

const isFile = (root: string, word: string): boolean =>
  /\.test\.tsx?$/.test(word) && existsSync(resolve(root, word))

function levelOf(file: string): Level {
  if (/\.long\.test\.ts$|^tests\//.test(file)) return 'stack'
  return file.endsWith('.service.test.ts') ? 'stores' : 'nothing'
}
