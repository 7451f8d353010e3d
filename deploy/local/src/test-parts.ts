import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const TEST_COMMANDS = ['test', 'test:long', 'attack'] as const
export type TestCommand = (typeof TEST_COMMANDS)[number]

/** Vitest arguments of the two parts of a run; a part without arguments does not run. */
export interface TestParts {
  /** Tests that need no stack and run while it starts. */
  free: string[] | undefined
  bound: string[] | undefined
}

/** The projects that use no store. */
const FREE = ['unit', 'component']
const DEFAULTS: Record<TestCommand, string[]> = {
  test: ['!long*'],
  'test:long': ['long*'],
  attack: ['attacks', 'long*'],
}

/** Divides a run. A command for some projects, or for files of unit tests only, may need no stack. */
export function testParts(command: TestCommand, args: readonly string[], root: string): TestParts {
  const { chosen, others } = takeProjects(args)
  const projects = chosen.length > 0 && command === 'test' ? chosen : DEFAULTS[command]
  const words = [...others, ...(command === 'attack' ? ['tests/attacks'] : [])]
  const free = FREE.filter((name) => matches(projects, name))
  const option = (name: string) => `--project=${name}`
  const onlyFree = projects.every((it) => FREE.includes(it)) || areUnitTests(words, root)
  return {
    free: free.length > 0 ? [...free.map(option), ...words] : undefined,
    bound: onlyFree
      ? undefined
      : [...projects, ...FREE.map((it) => `!${it}`)].map(option).concat(words),
  }
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

/** Whether the arguments are existing files beside the source that need no store. */
const areUnitTests = (words: readonly string[], root: string): boolean =>
  words.length > 0 &&
  words.every(
    (it) =>
      /\.test\.tsx?$/.test(it) &&
      !/\.(service|long)\.test\.ts$|^tests\//.test(it) &&
      existsSync(join(root, it)),
  )
