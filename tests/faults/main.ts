// `npm run faults -- [--short] [--cluster] [--rate visits per second] [--away visits during the
// ClickHouse outage] [--memory] [words of fault names]`: injects faults during a load, prints the
// losses, and exits with 1 if there are any. With --cluster, runs the faults of a Redis Cluster.
import { parseArgs } from 'node:util'
import { clusterFaults } from '../clusters/cluster.rows.ts'
import { openMasters } from '../clusters/masters.ts'
import { faults } from './fault.rows.ts'
import { watchMemory } from './memory.ts'
import { COPIES, isRight, LONG, runFault, SHORT, tableHead, tableRow } from './run.ts'
import { startTestStack } from './test-stack.ts'

const { values, positionals } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
    rate: { type: 'string', default: '500' },
    away: { type: 'string' },
    memory: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const cluster = values.cluster ? await openMasters() : undefined
const wanted = (cluster ? clusterFaults(cluster) : faults).filter(
  ({ name, short }) => (short || !values.short) && positionals.every((word) => name.includes(word)),
)
const scale = values.short ? SHORT : LONG
const awayVisits = Number(values.away ?? scale.awayVisits)
const stores = cluster && { REDIS_URL: cluster.url }
const testStack = await startTestStack({ copies: COPIES, clocks: true, ...(stores && { stores }) })
const close = () => testStack.close().then(() => cluster?.close())
const leave = () => void close().then(() => process.exit(130))
process.once('SIGINT', leave).once('SIGTERM', leave)
let broken = 0
console.log(tableHead())
try {
  for (const fault of wanted) {
    const memory = values.memory ? await watchMemory(testStack) : undefined
    const it = await runFault(testStack, fault, { ...scale, awayVisits }, Number(values.rate))
    console.log(tableRow(fault.name, it))
    if (memory) console.log(`\n${await memory.end(it.stored)}`)
    if (memory) console.log(`Everything was told ${Math.round(it.settledMs / 1_000)} s later.`)
    if (isRight(it)) continue
    broken++
    console.log(JSON.stringify({ ...it, lost: it.lost.length, double: it.double.length }))
  }
} finally {
  await close()
}
process.exit(broken > 0 ? 1 : 0)
