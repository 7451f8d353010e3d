import type { Bench, Goal, Row } from './bench.ts'
import { openClicks, type Spread } from './clicks.ts'
import { type BenchQuery, benchQueries, filteredQueries, visitorQueries } from './queries.ts'
import { startThrough, throughQueries } from './through.ts'

const FULL = 100_000_000
const SHORT = 2_500_000
const TIMES = 5
const ENOUGH_MS = 2_000
const PERIODS = [30, 365]

/** Two equal queries differ by up to this factor here. */
const NOT_SLOWER: Goal = { atMost: 1.1 }
/** For streams of the largest team, which are read as in the plain query. */
const AS_PLAIN: Goal = { atMost: 1.05 }
const FIVE_TIMES: Goal = { atMost: 0.2 }

/**
 * The best of several runs each, alternating, so that other load on the machine affects both sides;
 * slow queries get fewer runs. A query that fails counts as infinitely slow.
 */
async function inTurn(...asked: (() => Promise<unknown>)[]): Promise<[number, number]> {
  const best = asked.map(() => Number.POSITIVE_INFINITY)
  const started = performance.now()
  for (let time = 0; time < TIMES && performance.now() - started < ENOUGH_MS; time++) {
    for (const [i, ask] of asked.entries()) {
      const began = performance.now()
      const answered = await ask().then(
        () => true,
        () => false,
      )
      if (answered) best[i] = Math.min(best[i] ?? 0, performance.now() - began)
    }
  }
  return best as [number, number]
}

/** The queries of the service compared with plain ones, on one server with the same clicks. */
async function compared(asked: readonly BenchQuery[], words: string, rounds: number, like: Like) {
  const rows: Row[] = []
  for (const { name, ours, plain } of asked) {
    const row: Row = {
      work: `${words}: ${name}`,
      unit: 'ms',
      ours: [],
      reference: [],
      ...like(name),
    }
    for (let round = 0; round < rounds; round++) {
      const [reference, own] = await inTurn(plain, ours)
      row.reference?.push(reference)
      row.ours.push(own)
    }
    rows.push(row)
  }
  return rows
}
type Like = (name: string) => Pick<Row, 'goal' | 'guard'>

const named = (spread: Spread | string, count: number, days: number) =>
  `${spread}, ${count / 1e6} million clicks, ${days} days`

export const analyticsTeam: Bench = {
  name: 'analytics-team',
  goal: 'a team with 6 %, and one with 0.1 %, of 100 million clicks: nothing slower than plain',
  async run({ quick, rounds, testStack }) {
    const clicks = await openClicks((await testStack()).facts.stores.clickhouse_url)
    try {
      const count = quick ? SHORT : FULL
      await clicks.fill(count, 'many teams')
      const rows: Row[] = []
      for (const [share, orgId] of [
        ['6 %', 1],
        ['0.1 %', 400],
      ] as const) {
        for (const days of PERIODS) {
          const all = [
            ...(await benchQueries(clicks, orgId, days)),
            ...(await filteredQueries(clicks, orgId, days)),
          ]
          const words = named(`a team with ${share}`, count, days)
          const like = () => ({ goal: NOT_SLOWER, guard: { atMost: 2.5 } })
          rows.push(...(await compared(quick ? all.slice(0, 5) : all, words, rounds, like)))
        }
      }
      return rows
    } finally {
      await clicks.close()
    }
  },
}

/**
 * The largest data set of one team, and a tenth and a hundredth of its clicks over the same year.
 */
export const analyticsOneTeam: Bench = {
  name: 'analytics-one-team',
  goal: 'at 100 million clicks of one team ≥ 5× faster than plain; stream as plain; ten times the clicks, at most ten times the time; through the gateway ≤ 2× the query',
  async run({ quick, rounds, testStack: open }) {
    const testStack = await open()
    const clicks = await openClicks(testStack.facts.stores.clickhouse_url)
    try {
      const rows: Row[] = []
      let before: number[] = []
      for (const count of quick ? [SHORT / 10, SHORT] : [FULL / 100, FULL / 10, FULL]) {
        await clicks.fill(count, 'one team')
        const now: number[] = []
        for (const [i, { name, ours }] of (await benchQueries(clicks, 1, 365)).entries()) {
          const [, best] = await inTurn(async () => {}, ours)
          now.push(best)
          const fewer = before[i]
          if (fewer === undefined) continue
          rows.push({
            work: `a year of ${count / 1e6} million clicks, beside a tenth of them: ${name}`,
            unit: 'ms',
            ours: [best],
            reference: [fewer],
            goal: { atMost: 10 },
          })
        }
        before = now
      }
      const count = quick ? SHORT : FULL
      for (const days of PERIODS) {
        const words = named('one team', count, days)
        const guard = { atMost: days === 365 ? 1.5 : 2 }
        const like: Like = (name) => ({
          goal: name.startsWith('stream') ? AS_PLAIN : FIVE_TIMES,
          guard,
        })
        rows.push(...(await compared(await benchQueries(clicks, 1, days), words, rounds, like)))
        if (quick || days > 30) continue
        const filtered = await filteredQueries(clicks, 1, days)
        rows.push(...(await compared(filtered, words, rounds, () => ({ goal: NOT_SLOWER, guard }))))
      }
      const through = await startThrough(testStack, clicks.database)
      try {
        const asked = throughQueries(clicks.clickhouse, through.get)
        const like = () => ({ goal: { atMost: 2 }, guard: { atMost: 4 } })
        rows.push(
          ...(await compared(asked, 'through the gateway, beside its queries', rounds, like)),
        )
      } finally {
        await through.stop()
      }
      return rows
    } finally {
      await clicks.close()
    }
  },
}

/** Visitors of whole days are counted before, as the click worker does when a day is over. */
export const analyticsVisitors: Bench = {
  name: 'analytics-visitors',
  goal: 'at 100 million clicks of one team: clicks with visitors ≤ 1.5× clicks alone',
  async run({ quick, rounds, testStack }) {
    const clicks = await openClicks((await testStack()).facts.stores.clickhouse_url)
    try {
      const count = quick ? SHORT : FULL
      await clicks.fill(count, 'one team')
      await clicks.countVisitors()
      const rows: Row[] = []
      for (const days of PERIODS) {
        const like = () => ({ goal: { atMost: 1.5 }, guard: { atMost: 4 } })
        const asked = await visitorQueries(clicks, 1, days)
        rows.push(...(await compared(asked, named('one team', count, days), rounds, like)))
      }
      return rows
    } finally {
      await clicks.close()
    }
  },
}

/** Exports all clicks of a team in one download through the gateway. */
export const analyticsExport: Bench = {
  name: 'analytics-export',
  goal: 'an export of 10 million clicks at 50,000 clicks a second or more',
  async run({ quick, rounds, testStack: open }) {
    const testStack = await open()
    const clicks = await openClicks(testStack.facts.stores.clickhouse_url)
    const through = await startThrough(testStack, clicks.database)
    try {
      const count = quick ? SHORT / 10 : FULL / 10
      await clicks.fill(count, 'one team')
      const ours: number[] = []
      for (let round = 0; round < rounds; round++) ours.push(await through.exportRate())
      const work = `export of ${count / 1e6} million clicks`
      const guard = { atLeast: 5_000 }
      return [{ work, unit: 'clicks/s', ours, goal: { atLeast: 50_000 }, guard }]
    } finally {
      await through.stop()
      await clicks.close()
    }
  },
}
