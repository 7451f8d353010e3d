import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bench, median, type Row, type RunOptions } from './bench.ts'
import { openClicks } from './clicks.ts'
import { type Curve, drawCurves } from './curve.ts'
import { table } from './figures.ts'
import { seedLinks } from './links.ts'
import { toolName } from './load.ts'
import { readMachine } from './machine.ts'
import { benchQueries } from './queries.ts'
import { measuredOn, replaceSection } from './report.ts'
import { openTeam } from './teams.ts'
import { root } from './test-stack.ts'

const MILLIONS = { full: [0.1, 1, 10, 100, 300], quick: [0.1, 1] }
const LINKS = { full: [10_000, 100_000, 1_000_000, 10_000_000], quick: [1_000, 10_000] }
/** A tenth of `--millions` are links, because there are fewer of them than clicks. */
const LINKS_PER_CLICK = 0.1
/** Of 10,000 teams with Zipf-distributed sizes: 7.5 %, 0.1 % and 0.002 % of the clicks. */
const TEAMS = { large: 1, middle: 100, small: 5_000 }
const ASKED = ['clicks by day', 'countries', 'stream, page 0']
const TIMES = 7

interface Growth {
  title: string
  sizes: number[]
  curves: Curve[]
}

const growthOf = (of: string, grow: (options: RunOptions) => Promise<Growth>): Bench => {
  const name = `growth-${of}`
  return {
    name,
    goal: 'no question grows faster than the table that it asks',
    async run(options) {
      const machine = readMachine(toolName())
      const growth = await grow(options)
      if (!options.quick) {
        const { title, sizes, curves } = growth
        const file = `images/${name}.svg`
        writeFileSync(join(root, 'docs', file), drawCurves(title, sizes, curves))
        const head = [title, ...sizes.map((size) => size.toLocaleString('en'))]
        const rows = curves.map(({ name, values }) => [name, ...values.map(text)])
        const image = `<img src="${file}" width="720" alt="${title}: the figures of the following table as curves">`
        replaceSection(name, [measuredOn(machine), image, table(rows, head)].join('\n\n'))
      }
      return rowsOf(growth)
    },
  }
}

/** How the time of a question grows with the table of clicks. */
export const growthClicks = growthOf('clicks', growClicks)

/** How the time of a request grows with the table of links. */
export const growthLinks = growthOf('links', growLinks)

const text = (ms: number) => ms.toLocaleString('en', { maximumSignificantDigits: 3 })

/** The time with the largest table beside that with the smallest one. */
const rowsOf = ({ title, sizes, curves }: Growth): Row[] =>
  curves.map(({ name, values }) => {
    const [first = 1, last = 1] = [sizes[0], sizes.at(-1)]
    return {
      work: `${title}, ${name}, ${last.toLocaleString('en')} beside ${first.toLocaleString('en')}`,
      unit: 'ms',
      ours: [values.at(-1) ?? Number.NaN],
      reference: [values[0] ?? Number.NaN],
      goal: { atMost: last / first },
    }
  })

async function growClicks({ quick, millions = 300, testStack }: RunOptions): Promise<Growth> {
  const clicks = await openClicks((await testStack()).facts.stores.clickhouse_url)
  const sizes = MILLIONS[quick ? 'quick' : 'full'].filter((it) => it <= millions)
  const times = new Map<string, number[]>()
  try {
    for (const size of sizes) {
      await clicks.fill(size * 1e6, '10,000 teams')
      for (const [team, orgId] of Object.entries(TEAMS)) {
        for (const { name, ours } of await benchQueries(clicks, orgId, 365)) {
          if (!ASKED.includes(name)) continue
          await note(times, `${team}: ${name}`, ours)
        }
      }
    }
  } finally {
    await clicks.close()
  }
  return {
    title: 'Milliseconds by clicks of 10,000 teams',
    sizes: sizes.map((it) => it * 1e6),
    curves: curvesOf(times),
  }
}

async function growLinks({ quick, millions = 300, testStack: open }: RunOptions): Promise<Growth> {
  const testStack = await open()
  const team = await openTeam(testStack, 'growth', ['link:read', 'link:write'])
  const sizes = LINKS[quick ? 'quick' : 'full'].filter(
    (it) => it <= millions * 1e6 * LINKS_PER_CLICK,
  )
  const times = new Map<string, number[]>()
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${testStack.facts.url}/api/link${path}`, {
      method,
      headers: { 'x-api-key': team.key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  let before = 0
  for (const size of sizes) {
    const firstId = await seedLinks(testStack, size, team, before)
    const middle = Math.floor((size - before) / 2)
    const link = { url: 'https://example.com/new', domain_id: team.domainId, title: 'New' }
    await note(times, 'create', () => ask('POST', '', link))
    await note(times, 'find', () => ask('GET', `/${firstId + middle}`))
    await note(times, 'list', () => ask('GET', ''))
    await note(times, 'search', () => ask('GET', `?search=articles%2F${before + middle}`))
    before = size
  }
  return { title: 'Milliseconds by links of a team', sizes, curves: curvesOf(times) }
}

/** Adds the median of several runs. */
async function note(times: Map<string, number[]>, name: string, ask: () => Promise<unknown>) {
  const taken: number[] = []
  for (let time = -1; time < TIMES; time++) {
    const began = performance.now()
    await ask()
    if (time >= 0) taken.push(performance.now() - began)
  }
  times.set(name, [...(times.get(name) ?? []), median(taken)])
}

const curvesOf = (times: Map<string, number[]>): Curve[] =>
  [...times].map(([name, values]) => ({ name, values }))
