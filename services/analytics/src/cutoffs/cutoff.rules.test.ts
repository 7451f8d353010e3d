import { expect, it } from 'vitest'
import { cutoffOf, LATE_MS } from './cutoff.rules.ts'

it.each([
  ['2026-11-23T14:00:00Z', 3, '2026-08-01T00:00:00.000Z'],
  ['2026-11-01T00:00:00Z', 1, '2026-10-01T00:00:00.000Z'],
  ['2026-10-31T23:59:59Z', 1, '2026-09-01T00:00:00.000Z'],
  ['2026-03-31T12:00:00Z', 1, '2026-02-01T00:00:00.000Z'],
  ['2026-01-15T12:00:00Z', 13, '2024-12-01T00:00:00.000Z'],
])('at %s, a term of %i months keeps clicks since %s', (now, months, cutoff) => {
  expect(new Date(cutoffOf(Date.parse(now), months)).toISOString()).toBe(cutoff)
})

it('clicks are late a week before any term can end', () => {
  for (let day = 0; day < 1_500; day++) {
    const nowMs = Date.UTC(2026, 0, 1) + day * 86_400_000
    expect(nowMs - cutoffOf(nowMs, 1)).toBeGreaterThanOrEqual(LATE_MS + 7 * 86_400_000)
  }
})
