import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { oldWordOf } from './names.ts'

export const root = join(import.meta.dirname, '..', '..')

/** An import of a file: the file of this repository it resolves to, or the package it names. */
export interface Import {
  /** As written. */
  name: string
  /** Path below the repository for a relative import. */
  file?: string
  /** Erased by the compiler. */
  typeOnly: boolean
}

export interface Source {
  /** Below the repository. */
  path: string
  /** Folder of the nearest package.json, below the repository. */
  home: string
  /** The part of the name between the last two dots, such as `rules`; empty when there is none. */
  suffix: string
  imports: Import[]
  /** Impure code: use of clock, randomness, timers, environment, network or module state. */
  impurities: string[]
  /** Phrases that must not be in code, each with the reason. */
  phrases: string[]
  /** Destructured fields in snake_case that get the same name in camelCase: `link_id: linkId`. */
  renames: string[]
  /** Names of the file and in it that have a word with a standard term, with both. */
  oldNames: string[]
}

const IMPURE = new Set([
  ...['Date.now', 'Date()', 'new Date()', 'Math.random', 'crypto', 'performance'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'],
  ...['process', 'fetch', 'globalThis'],
])
const COLLECTIONS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'LRUCache'])

/** Every TypeScript file that is tracked by git or untracked but not ignored. */
export function sources(): Source[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs']
  const paths = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 24 })
  return paths
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .map((path) => read(path, readFileSync(join(root, path), 'utf8')))
}

const PHRASES: [RegExp, string][] = [
  [/\b(?:any|unnest)\(\$\d+/g, 'which Postgres plans for each call: use genericArray'],
  [
    /(?<!retryDeadlocks\(\(\) => db)\.transaction\(\)/g,
    'which is not repeated after a deadlock: use stores/transact of the kit',
  ],
  [
    /new URL\([^()]*import\.meta\.url\)\.pathname/g,
    'which is no path if a folder has a space or a non-ASCII letter: use import.meta.dirname',
  ],
]

const phrasesOf = (text: string): string[] =>
  PHRASES.flatMap(([phrase, why]) => (text.match(phrase) ?? []).map((it) => `has ${it}, ${why}`))

export function read(path: string, text: string): Source {
  const { program, module } = parseSync(path, text)
  const imports = [
    ...module.staticImports.map(({ moduleRequest, entries }) =>
      toImport(path, moduleRequest.value, entries.length > 0 && entries.every((it) => it.isType)),
    ),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? toImport(path, moduleRequest.value, isType) : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      toImport(path, text.slice(start + 1, end - 1), false),
    ),
  ]
  return {
    path,
    home: homeOf(path),
    suffix: /\.([a-z]+)\.tsx?$/.exec(path)?.[1] ?? '',
    imports,
    impurities: impuritiesOf(program),
    phrases: phrasesOf(text),
    renames: renamesOf(program),
    oldNames: oldNamesOf(path, program),
  }
}

const toImport = (path: string, name: string, typeOnly: boolean): Import =>
  name.startsWith('.')
    ? { name, file: relative(root, join(root, dirname(path), name)), typeOnly }
    : { name, typeOnly }

function homeOf(path: string): string {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    if (existsSync(join(root, folder, 'package.json'))) return folder
  }
  return ''
}

type Program = ReturnType<typeof parseSync>['program']

function renamesOf(program: Program): string[] {
  const found: string[] = []
  new Visitor({
    ObjectPattern({ properties }) {
      for (const it of properties) {
        if (it.type !== 'Property' || it.key.type !== 'Identifier') continue
        const local = it.value.type === 'AssignmentPattern' ? it.value.left : it.value
        const { name } = it.key
        const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
        if (local.type === 'Identifier' && name !== camel && local.name === camel) {
          found.push(`${name}: ${camel}`)
        }
      }
    },
  }).visit(program)
  return found
}

function oldNamesOf(path: string, program: Program): string[] {
  const names = new Set(path.split('/'))
  const note = ({ name }: { name: string }) => void names.add(name)
  new Visitor({ Identifier: note, JSXIdentifier: note }).visit(program)
  return [...names].flatMap((name) => {
    const word = oldWordOf(name)
    return word ? [`${name}: ${word}`] : []
  })
}

function impuritiesOf(program: Program): string[] {
  const found: string[] = []
  const note = (name: string) => {
    if (IMPURE.has(name)) found.push(name)
  }
  new Visitor({
    MemberExpression({ object, property }) {
      if (object.type !== 'Identifier') return
      note(object.name)
      if (property.type === 'Identifier') note(`${object.name}.${property.name}`)
    },
    CallExpression({ callee }) {
      if (callee.type !== 'Identifier') return
      note(callee.name)
      note(`${callee.name}()`)
    },
    NewExpression({ callee, arguments: given }) {
      if (callee.type === 'Identifier' && given.length === 0) note(`new ${callee.name}()`)
    },
  }).visit(program)
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') continue
    if (declared.kind !== 'const') found.push(`module-level ${declared.kind}`)
    for (const { init } of declared.declarations) {
      if (init?.type !== 'NewExpression' || init.callee.type !== 'Identifier') continue
      const { name } = init.callee
      const filled = name !== 'LRUCache' && init.arguments.length > 0
      if (COLLECTIONS.has(name) && !filled) found.push(`module-level ${name}`)
    }
  }
  return found
}
