import { expect, it } from 'vitest'
import { resolvePeriod } from './period.rules.ts'
import { beganOf } from './time.repository.ts'

const NOW = Date.UTC(2026, 10, 20)

it.each(['all', '1000-01-01,9999-12-31'])(
  'counts of the period %s use only UTC offsets of years that can have clicks',
  (period) => {
    const resolved = resolvePeriod({ period, timezone: 'Europe/Berlin' }, NOW)
    const { params } = beganOf('month', resolved)

    // The first and the last clock change, and two in each year between them.
    const since = (params as { since: number[] }).since.slice(1)
    expect(since).toHaveLength(14)
    expect(since[0]).toBe(Date.UTC(2020, 2, 29, 1) / 1_000)
    expect(since.at(-1)).toBe(Date.UTC(2026, 9, 25, 1) / 1_000)
  },
)
