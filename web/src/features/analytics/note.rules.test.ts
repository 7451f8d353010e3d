import { describe, expect, it } from 'vitest'
import { firstTime, instantsOf, isOutside, linksOf, type Note, notesIn } from './note.rules.ts'

const note = (id: number, at: string): Note => ({
  id,
  at,
  text: `${id}`,
  link_id: null,
  created_by: '1',
  created_at: at,
  updated_at: at,
})
const PRAGUE = 'Europe/Prague'

describe('the links of a chart', () => {
  it('are those of its filter and of its lines, once', () => {
    expect(linksOf({ link_id: '5\n7', line: 'link_id:7\nlink_id:9' })).toEqual(['5', '7', '9'])
  })
  it('are none without either, or with invalid ids', () => {
    expect(linksOf({ country: 'DE', link_id_not: '5' })).toEqual([])
    expect(linksOf({ link_id: '0\nx', line: 'tag_id:1\ntag_id:2' })).toEqual([])
  })
})

describe('the notes of a range', () => {
  it('are between the midnights of the time zone', () => {
    expect(instantsOf({ from: '2026-03-28', to: '2026-03-29' }, PRAGUE)).toEqual({
      from: '2026-03-27T23:00:00.000Z',
      to: '2026-03-29T22:00:00.000Z',
    })
    expect(instantsOf(undefined, PRAGUE)).toBeUndefined()
  })
})

describe('a note', () => {
  const steps = ['2026-11-19', '2026-11-20']
  it('is in the day of the time zone', () => {
    const notes = [note(2, '2026-11-19T23:30:00Z'), note(1, '2026-11-19T22:30:00Z')]
    expect([...notesIn(notes, steps, 'day', PRAGUE).keys()]).toEqual([1, 0])
    expect(
      notesIn(notes, steps, 'day', 'UTC')
        .get(0)
        ?.map(({ id }) => id),
    ).toEqual([2, 1])
  })
  it('is in no step outside of the chart', () => {
    expect(notesIn([note(1, '2026-11-21T12:00:00Z')], steps, 'day', PRAGUE).size).toBe(0)
  })
  it('is in its hour, in the week of its Monday, and in its month', () => {
    const notes = [note(1, '2026-11-22T12:30:00Z')]
    expect(notesIn(notes, ['2026-11-22T13'], 'hour', PRAGUE).size).toBe(1)
    expect(notesIn(notes, ['2026-11-16'], 'week', PRAGUE).size).toBe(1)
    expect(notesIn(notes, ['2026-11'], 'month', PRAGUE).size).toBe(1)
  })
})

describe('the first time of a new note', () => {
  it('is now if that is shown, or noon of the last day', () => {
    const now = '2026-11-20T13:37:05'
    expect(firstTime(undefined, now)).toBe('2026-11-20T13:37')
    expect(firstTime({ from: '2026-11-01', to: '2026-11-20' }, now)).toBe('2026-11-20T13:37')
    expect(firstTime({ from: '2026-11-01', to: '2026-11-19' }, now)).toBe('2026-11-19T12:00')
  })
})

it.each([
  ['2026-03-04T22:59:59.000Z', true],
  ['2026-03-04T23:00:00.000Z', false],
  ['2026-03-05T22:59:59.000Z', false],
  ['2026-03-05T23:00:00.000Z', true],
])('a note at %s is outside of a day in Prague: %s', (at, outside) => {
  expect(isOutside({ from: '2026-03-05', to: '2026-03-05' }, PRAGUE, at)).toBe(outside)
  expect(isOutside(undefined, PRAGUE, at)).toBe(false)
})
