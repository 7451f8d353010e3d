import type { Bench, Goal, Row } from './bench.ts'
import { openClicks, type Spread } from './clicks.ts'
import { questions } from './questions.ts'

const FULL = 100_000_000
const SHORT = 2_500_000
const TIMES = 5

/** The service's own queries beside plain ones, in one server, on the same clicks. */
const compared = (
  name: string,
  spread: Spread,
  aim: string,
  goalOf: (name: string) => Goal,
): Bench => ({
  name,
  goal: aim,
  async run({ quick, rounds, house }) {
    const { clickhouse, fill, close } = await openClicks(
      (await house()).facts.stores.clickhouse_url,
    )
    const rows: Row[] = []
    try {
      const count = quick ? SHORT : FULL
      await fill(count, spread)
      for (const days of [30, 365]) {
        for (const { name: asked, ours, plain } of questions(clickhouse, days)) {
          const row: Row = {
            work: `${spread}, ${count / 1e6} million clicks, ${days} days: ${asked}`,
            unit: 'ms',
            ours: [],
            reference: [],
            goal: goalOf(asked),
            guard: { atMost: days === 365 && spread === 'one team' ? 1.5 : 5 },
          }
          for (let round = 0; round < rounds; round++) {
            const [reference, own] = await inTurn(plain, ours)
            row.reference?.push(reference)
            row.ours.push(own)
          }
          rows.push(row)
        }
      }
      return rows
    } finally {
      await close()
    }
  },
})

/** The best of some times each, taken in turn, so that other work on the machine falls on both. */
async function inTurn(...asked: (() => Promise<unknown>)[]): Promise<[number, number]> {
  const best = asked.map(() => Number.POSITIVE_INFINITY)
  for (let time = 0; time < TIMES; time++) {
    for (const [i, ask] of asked.entries()) {
      const began = performance.now()
      await ask()
      best[i] = Math.min(best[i] ?? 0, performance.now() - began)
    }
  }
  return best as [number, number]
}

export const analyticsOneTeam = compared(
  'analytics-one-team',
  'one team',
  'at 100 million clicks of one team ≥ 5× faster than plain; stream as plain',
  (name) => ({ atMost: name.startsWith('stream') ? 1.1 : 0.2 }),
)

export const analyticsTeam = compared(
  'analytics-team',
  'many teams',
  'a team with 6 % of 100 million clicks: nothing slower than plain',
  () => ({ atMost: 1 }),
)

/** The same questions over a year with ten times the clicks, and again. */
export const analyticsGrowth: Bench = {
  name: 'analytics-growth',
  goal: 'a click costs no more when there are ten times as many',
  async run({ quick, house }) {
    const { clickhouse, fill, close } = await openClicks(
      (await house()).facts.stores.clickhouse_url,
    )
    const rows: Row[] = []
    try {
      let before: number[] = []
      for (const count of quick ? [250_000, SHORT] : [FULL / 100, FULL / 10, FULL]) {
        await fill(count, 'one team')
        const now: number[] = []
        for (const [i, { name, ours }] of questions(clickhouse, 365).entries()) {
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
      return rows
    } finally {
      await close()
    }
  },
}
