import { expect, it } from 'vitest'
import { withDailyVisitors, withVisitors } from './analytics.rules.ts'

it.each([
  [{ clicks: 3, visitors: 2 }, 2],
  [{ clicks: 0, visitors: 0 }, 0],
  [{ clicks: 3, visitors: 0 }, null],
  [{ clicks: 3 }, null],
  [{ clicks: 0 }, null],
])('%j has visitors: %j', (row, visitors) => {
  expect(withVisitors(row)).toEqual({ ...row, visitors })
})

it('visitors of an hour are unknown only if those of its whole day are', () => {
  const at = (hour: string, visitors?: number) => ({
    time: `${hour}:00:00+01:00`,
    clicks: 2,
    visitors,
  })
  const counts = [at('2026-11-19T08', 0), at('2026-11-19T23', 0), at('2026-11-20T01', 1)]

  expect(
    withDailyVisitors([...counts, at('2026-11-20T02', 0), at('2026-11-20T03')]).map(
      (it) => it.visitors,
    ),
  ).toEqual([null, null, 1, 0, null])
})
