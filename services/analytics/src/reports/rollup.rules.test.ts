import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { migrated } from '../testing/migrations.ts'
import { planRollups, ROLLUPS } from './rollup.rules.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const period = (fromMs: number, toMs: number, zone = 'UTC') => ({
  fromMs,
  toMs,
  days: 1,
  zone,
  nowMs: toMs,
})
const day = 86_400_000

describe('the pieces of a period', () => {
  const columns = fc.constantFrom<readonly string[]>(
    [],
    ['country'],
    ['browser', 'os'],
    ['link_id', 'url_hash'],
    ['search'],
  )
  const zones = fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/New_York')
  const times = fc.integer({ min: at('2024-01-01T00:00'), max: at('2027-01-01T00:00') })

  it('cover the whole period without overlap', () => {
    const check = (a: number, b: number, asked: readonly string[], zone: string) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b) + 1]
      const ranges = planRollups(period(from, to, zone), asked, undefined)
        .flatMap((piece) => piece.ranges)
        .sort((one, other) => one.fromMs - other.fromMs)

      expect(ranges[0]?.fromMs).toBe(from)
      expect(ranges.at(-1)?.toMs).toBe(to)
      for (const [i, { fromMs, toMs }] of ranges.entries()) {
        expect(fromMs).toBeLessThan(toMs)
        if (i > 0) expect(fromMs).toBe(ranges[i - 1]?.toMs)
      }
    }
    fc.assert(fc.property(times, times, columns, zones, check), { numRuns: 1_000 })
  })

  it('are months, then days, then single clicks at both ends', () => {
    const pieces = planRollups(
      period(at('2026-01-30T12:00'), at('2026-04-02T06:00')),
      ['country'],
      undefined,
    )
    expect(pieces).toEqual([
      {
        grain: 'month',
        projection: 'places_per_month',
        ranges: [range('2026-02-01T00:00', '2026-04-01T00:00')],
      },
      {
        grain: 'day',
        projection: 'places_per_day',
        ranges: [
          range('2026-01-31T00:00', '2026-02-01T00:00'),
          range('2026-04-01T00:00', '2026-04-02T00:00'),
        ],
      },
      {
        grain: undefined,
        ranges: [
          range('2026-01-30T12:00', '2026-01-31T00:00'),
          range('2026-04-02T00:00', '2026-04-02T06:00'),
        ],
      },
    ])
  })

  it('are single clicks if no rollup has all columns', () => {
    const year = period(at('2026-01-01T00:00'), at('2027-01-01T00:00'))
    const grains = planRollups(year, ['country', 'browser'], undefined).map(({ grain }) => grain)
    expect(grains).toEqual([undefined])
  })

  it.each([
    ['UTC', 'hour', [], 'quarter'],
    ['UTC', 'day', [], 'quarter'],
    ['UTC', 'day', ['country'], 'day'],
    ['UTC', 'hour', ['country'], undefined],
    ['Asia/Kathmandu', 'hour', [], 'quarter'],
    ['Asia/Kathmandu', 'day', ['country'], undefined],
    ['UTC', 'month', ['link_id'], 'day'],
  ] as const)('in %s by %s and %j are of the grain %s', (zone, interval, columns, grain) => {
    const [piece] = planRollups(
      period(at('2026-01-01T00:00'), at('2026-03-01T00:00'), zone),
      columns,
      interval,
    )
    expect(piece?.grain).toBe(grain)
  })

  it('of an empty period are one empty piece', () => {
    expect(planRollups(period(day, day), [], undefined)).toEqual([{ grain: undefined, ranges: [] }])
  })
})

const range = (from: string, to: string) => ({ fromMs: at(from), toMs: at(to) })

it('the migrations create the projection of every rollup with its columns, and that of totals', () => {
  const rollups = ROLLUPS.flat().map(({ projection, columns }) => [projection, columns.toSorted()])
  const keys = [...rollups, ['totals_per_link', ['link_id']]]
  const projections = [...migrated('clicks_raw_v1').projections].map(([name, created]) => [
    name,
    created.map((it) => (it === 'sipHash64(url)' ? 'url_hash' : it)).toSorted(),
  ])
  expect(projections.sort()).toEqual(keys.sort())
})
