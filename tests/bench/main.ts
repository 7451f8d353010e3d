// `pnpm bench [--quick] [--only name] [--millions clicks]`: measures Fingerpost and references alternately on the same
// cores. The full form writes results/latest.json and docs/performance.md; the short form guards
// against regressions. Exits with 1 if a goal, or in the short form its guard, is missed.
import { parseArgs } from 'node:util'
import { benches } from './bench.rows.ts'
import { cells, judge, type Result, table } from './figures.ts'
import { toolName } from './load.ts'
import { readMachine } from './machine.ts'
import { commitOf, type Entry, saveResults } from './report.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== '--'),
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    millions: { type: 'string' },
  },
})
const { quick, only } = values
const rounds = Number(values.rounds ?? (quick ? 1 : 3))
const seconds = Number(values.seconds ?? (quick ? 2 : 8))
const millions = values.millions === undefined ? undefined : Number(values.millions)
const wanted = benches.filter(({ name }) => only.length === 0 || only.includes(name))
if (wanted.length === 0)
  throw new Error(`--only takes ${benches.map(({ name }) => name).join(', ')}`)

const machine = readMachine(toolName())
let opened: Promise<TestStack> | undefined
const testStack = () => {
  opened ??= startTestStack()
  return opened
}
const close = async () => (await opened)?.close()
process.once('SIGINT', () => void close().then(() => process.exit(130)))

const entries: Entry[] = []
try {
  for (const { name, goal, run } of wanted) {
    console.log(`\n${name}: ${goal}`)
    const results = (await run({ quick, rounds, seconds, millions, testStack })).map((row) =>
      judge(row, quick),
    )
    for (const result of results) say(result)
    const at = new Date().toISOString()
    entries.push({ name, at, commit: commitOf(), machine, rounds, results })
  }
} finally {
  await close()
}
const results = entries.flatMap((it) => it.results)
console.log(`\n${table(results.map(cells))}`)
if (!quick)
  saveResults(
    entries,
    benches.map(({ name }) => name),
  )
const missed = results.filter(({ met }) => !met)
console.log(
  `\n${results.length - missed.length} met, ${missed.length} missed${quick ? ' (guards)' : ''}`,
)
process.exit(missed.length > 0 ? 1 : 0)

function say(result: Result): void {
  const [work, ...rest] = cells(result)
  console.log(`  ${work}: ${rest.join('  ')}${result.note ? `  (${result.note})` : ''}`)
}
