import { expect, it } from 'vitest'
import { planVisits, type Range, splitDays } from './days.rules.ts'

const at = (time: string) => Date.parse(`2026-11-${time}Z`)
const range = (from: string, to: string) => ({ fromMs: at(from), toMs: at(to) })
const text = (ms: number, end: number) => new Date(ms).toISOString().slice(8, end)
const textOf = ({ fromMs, toMs }: Range, end = 16) => `${text(fromMs, end)} ${text(toMs, end)}`
const days = (known: string, ...open: string[]) => ({
  knownMs: at(`${known}T00:00`),
  generations: [5],
  open: open.map((it) => at(`${it}T00:00`)),
})

it.each([
  ['01T00:00', '20T12:00', '01 20', ['20T00:00 20T12:00']],
  ['01T06:00', '10T00:00', '02 10', ['01T06:00 02T00:00']],
  ['01T06:00', '10T18:00', '02 10', ['01T06:00 02T00:00', '10T00:00 10T18:00']],
  ['01T00:00', '02T00:00', '01 02', []],
  ['01T06:00', '02T06:00', undefined, ['01T06:00 02T00:00', '02T00:00 02T06:00']],
  ['01T06:00', '01T18:00', undefined, ['01T06:00 01T18:00']],
  ['01T06:00', '01T06:00', undefined, []],
])('from %s to %s, whole days are separate from parts of days', (from, to, whole, parts) => {
  const split = splitDays(range(from, to))

  expect(split.whole && textOf(split.whole, 10)).toBe(whole)
  expect(split.parts.map((it) => textOf(it))).toEqual(parts)
})

it.each([
  ['01', '20', days('19'), '01 20', []],
  ['01', '20', days('18'), '01 19', ['19T00:00 20T00:00']],
  [
    '01',
    '20',
    days('19', '04', '03', '19', '25'),
    '01 20',
    ['03T00:00 05T00:00', '19T00:00 20T00:00'],
  ],
  ['01', '20', days('18', '18'), '01 19', ['18T00:00 20T00:00']],
  ['20', '21', days('19'), undefined, ['20T00:00 21T00:00']],
  ['01', '20', undefined, undefined, ['01T00:00 20T00:00']],
])(
  'of the days from %s to %s, those that are counted are read from counts',
  (from, to, known, counted, ranges) => {
    const plan = planVisits(range(`${from}T00:00`, `${to}T00:00`), known)

    expect(plan.counted && textOf(plan.counted.range, 10)).toBe(counted)
    expect(plan.ranges.map((it) => textOf(it))).toEqual(ranges)
  },
)
