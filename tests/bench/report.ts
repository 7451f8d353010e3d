import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cells, type Result, table } from './figures.ts'
import type { Machine } from './machine.ts'
import { root } from './test-stack.ts'

const FILE = join(root, 'tests/bench/results/latest.json')
const PAGE = join(root, 'docs/performance.md')
const [BEGIN, END] = ['<!-- made by pnpm bench -->', '<!-- end -->']

/** One benchmark file, as last run in the full form. */
export interface Entry {
  name: string
  at: string
  commit: string
  machine: Machine
  rounds: number
  results: Result[]
}

/** Replaces the stored results of these benchmarks and rewrites the page. */
export function saveResults(entries: readonly Entry[], order: readonly string[]): void {
  const saved: Entry[] = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : []
  const all = new Map([...saved, ...entries].map((it) => [it.name, it]))
  const known = order.flatMap((name) => all.get(name) ?? [])
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, `${JSON.stringify(known, null, 2)}\n`)
  const page = readFileSync(PAGE, 'utf8')
  const [before = '', rest = ''] = page.split(BEGIN)
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${render(known)}\n\n${END}${rest.split(END)[1] ?? ''}`)
}

/** Replaces a part of the page, between comments with its name. */
export function replaceSection(name: string, text: string): void {
  const [begin, end] = [`<!-- made by pnpm bench --only ${name} -->`, `<!-- end of ${name} -->`]
  const page = readFileSync(PAGE, 'utf8')
  const [before = '', rest] = page.split(begin)
  if (rest === undefined) throw new Error(`docs/performance.md has no ${begin}`)
  writeFileSync(PAGE, `${before}${begin}\n\n${text}\n\n${end}${rest.split(end)[1] ?? ''}`)
}

/** Where and when something was measured, for a part of the page. */
export const measuredOn = ({ cpu, cores, memoryGb, load }: Machine): string =>
  `${new Date().toISOString().slice(0, 10)}, commit ${commitOf()}: ${cpu}, ${cores} cores, ${memoryGb} GB, load before the run ${load}.`

/** Tables by run, each with its machine. */
function render(entries: readonly Entry[]): string {
  const runs = Map.groupBy(
    entries,
    ({ at, commit, machine }) => `${at.slice(0, 10)} ${commit} ${machine.load}`,
  )
  return [...runs.values()]
    .map((ofRun) => {
      const results = ofRun.flatMap((it) => it.results)
      const notes = results
        .filter(({ note }) => note)
        .map(({ work, note }) => `- ${work}: ${note.replace(/\.*$/, '.')}`)
      const footnotes = notes.length > 0 ? [notes.join('\n')] : []
      return [words(ofRun[0] as Entry), table(results.map(cells)), ...footnotes].join('\n\n')
    })
    .join('\n\n')
}

function words({ at, commit, machine, rounds }: Entry): string {
  const { cpu, cores, memoryGb, node, load, tool } = machine
  return (
    `${at.slice(0, 10)}, commit ${commit}: ${cpu}, ${cores} cores, ${memoryGb} GB, Node ${node}, ` +
    `${tool}, load before the run ${load}, medians of up to ${rounds} rounds.`
  )
}

/** Files written by the benchmark itself. */
const MADE = [':!docs/performance.md', ':!docs/images', ':!tests/bench/results']

/** The current commit, marked if files have changed since. */
export function commitOf(): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' })
  try {
    const changed = git('status', '--porcelain', '-uno', '--', '.', ...MADE).trim() !== ''
    return `${git('rev-parse', '--short', 'HEAD').trim()}${changed ? ', changed' : ''}`
  } catch {
    return 'unknown'
  }
}
