import { describe, expect, it } from 'vitest'
import { expired, nameAt, timeOf, untilNext } from './rotation.rules.ts'

const at = (text: string) => Date.parse(`${text}Z`)

describe('the rotation of backups', () => {
  it('names backups so that they sort by time and can be parsed', () => {
    const ms = at('2026-11-22T03:15:07.089')
    expect(nameAt(ms)).toBe('2026-11-22T03-15-07-089')
    expect(timeOf(nameAt(ms))).toBe(ms)
    expect(timeOf('2026-11-20')).toBeUndefined()
    expect(timeOf('2026-99-20T03-15-07-000')).toBeUndefined()
  })

  it('keeps one backup for each of the last days and weeks, and deletes no other folder', () => {
    const days = Array.from({ length: 60 }, (_, i) => nameAt(at('2026-11-22T03:15:00') - i * 864e5))
    const twice = nameAt(at('2026-11-22T01:00:00'))
    const gone = expired([...days, twice, 'by-hand', '2026-10-01'], { days: 7, weeks: 4 })

    const retained = days.filter((name) => !gone.includes(name)).map((name) => name.slice(5, 10))
    expect(retained).toEqual(
      '11-22 11-21 11-20 11-19 11-18 11-17 11-16 11-15 11-08 11-01'.split(' '),
    )
    expect(gone).toContain(twice)
    expect(gone).not.toContain('by-hand')
  })

  it('always keeps the newest backup, however old', () => {
    const [newest, older] = ['2020-01-02T00-00-00-000', '2020-01-01T00-00-00-000']
    expect(expired([older, newest], { days: 0, weeks: 0 })).toEqual([older])
    expect(expired([older, newest], { days: 2, weeks: 0 })).toEqual([])
  })

  it('starts at a time of day', () => {
    expect(untilNext('03:15', at('2026-11-22T03:14:00'))).toBe(60_000)
    expect(untilNext('03:15', at('2026-11-22T03:15:00'))).toBe(864e5)
  })
})
