import { expect, it } from 'vitest'
import { planVisits } from './visit.rules.ts'

const at = (time: string) => Date.parse(`2026-11-${time}Z`)
const period = (from: string, to: string) => ({
  fromMs: at(from),
  toMs: at(to),
  days: 30,
  zone: 'UTC',
  nowMs: at(to),
})
const days = (known: string, ...open: string[]) => ({
  knownMs: at(`${known}T00:00`),
  generations: [5],
  open: open.map((it) => at(`${it}T00:00`)),
})

it.each([
  ['01T00:00', '20T12:00', days('19'), '01 20', ['20T00:00 20T12:00']],
  ['01T00:00', '20T12:00', days('18'), '01 19', ['19T00:00 20T12:00']],
  ['01T06:00', '10T00:00', days('19'), '02 10', ['01T06:00 02T00:00']],
  ['01T00:00', '10T00:00', days('19'), '01 10', []],
  [
    '01T00:00',
    '20T12:00',
    days('19', '04', '03', '19', '25'),
    '01 20',
    ['03T00:00 05T00:00', '19T00:00 20T12:00'],
  ],
  ['01T06:00', '02T06:00', days('19'), undefined, ['01T06:00 02T06:00']],
  ['20T00:00', '21T00:00', days('19'), undefined, ['20T00:00 21T00:00']],
  ['01T00:00', '20T12:00', undefined, undefined, ['01T00:00 20T12:00']],
])('from %s to %s, whole counted days are read from counts', (from, to, known, counted, ranges) => {
  const plan = planVisits(period(from, to), known)
  const text = (ms: number, end: number) => new Date(ms).toISOString().slice(8, end)

  expect(plan.counted && `${text(plan.counted.fromMs, 10)} ${text(plan.counted.toMs, 10)}`).toBe(
    counted,
  )
  expect(plan.ranges.map((it) => `${text(it.fromMs, 16)} ${text(it.toMs, 16)}`)).toEqual(ranges)
})
