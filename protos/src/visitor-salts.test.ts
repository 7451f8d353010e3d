import { expect, it } from 'vitest'
import { saltDays, saltEndMs } from './visitor-salts.ts'

const at = (time: string) => Date.parse(`${time}Z`)

it.each([
  ['2026-11-23T00:59:59.999', ['2026-11-22', '2026-11-23']],
  ['2026-11-23T01:00', ['2026-11-23']],
  ['2026-11-23T11:59:59.999', ['2026-11-23']],
  ['2026-11-23T12:00', ['2026-11-23', '2026-11-24']],
  ['2026-12-31T23:59:59.999', ['2026-12-31', '2027-01-01']],
])('at %s, the salts of %j are in use', (time, days) => {
  expect(saltDays(at(time))).toEqual(days)
})

it('no salt in use has ended, and a salt exists for less than 48 hours', () => {
  for (let ms = at('2026-11-23T00:00'); ms < at('2026-11-25T00:00'); ms += 60_000) {
    for (const day of saltDays(ms)) {
      expect(saltEndMs(day)).toBeGreaterThan(ms)
      expect(saltEndMs(day) - ms).toBeLessThan(48 * 3_600_000)
    }
  }
})
