// `npm run faults -- [--short] [--rate visits a second] [--away visits without ClickHouse] [--memory]
// [words of the faults that are wanted]`: kills, cuts and starves everything in the middle of a load, and
// prints what was lost. Exit code 1 when anything was.
import { parseArgs } from 'node:util'
import { faults } from './fault.rows.ts'
import { openHouse } from './house.ts'
import { watchMemory } from './memory.ts'
import { COPIES, isRight, LONG, runFault, SHORT, tableHead, tableRow } from './run.ts'

const { values, positionals } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    rate: { type: 'string', default: '500' },
    away: { type: 'string' },
    memory: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const wanted = faults.filter(
  ({ name, short }) => (short || !values.short) && positionals.every((word) => name.includes(word)),
)
const scale = values.short ? SHORT : LONG
const awayVisits = Number(values.away ?? scale.awayVisits)
const house = await openHouse({ copies: COPIES, clocks: true })
const leave = () => void house.close().then(() => process.exit(130))
process.once('SIGINT', leave).once('SIGTERM', leave)
let broken = 0
console.log(tableHead())
try {
  for (const fault of wanted) {
    const memory = values.memory ? await watchMemory(house) : undefined
    const it = await runFault(house, fault, { ...scale, awayVisits }, Number(values.rate))
    console.log(tableRow(fault.name, it))
    if (memory) console.log(`\n${await memory.end(it.stored)}`)
    if (memory) console.log(`Everything was told ${Math.round(it.settledMs / 1_000)} s later.`)
    if (isRight(it)) continue
    broken++
    console.log(JSON.stringify({ ...it, lost: it.lost.length, double: it.double.length }))
  }
} finally {
  await house.close()
}
process.exit(broken > 0 ? 1 : 0)
