import { describe, expect, it } from 'vitest'
import { checkLabelUpdate, checkNewLabel, plainColor } from './label.rules.ts'

it.each([
  ['#abc', '#aabbcc'],
  ['#AbC', '#aabbcc'],
  ['#A1B2C3', '#a1b2c3'],
])('normalizes %s to %s', (text, plain) => expect(plainColor(text)).toBe(plain))

it.each(['', 'red', 'abc', '#ab', '#abcd', '#abcdefa', '#ggg', ' #abc', '#abc\n'])(
  'rejects %j as a color',
  (text) => expect(plainColor(text)).toBeUndefined(),
)

describe('a new label', () => {
  it.each([
    ['Sales', 'Sales'],
    ['\t Sales \n', 'Sales'],
    ['e\u0301', 'é'],
    ['🙂'.repeat(64), '🙂'.repeat(64)],
  ])('named %j is stored as %j', (name, stored) =>
    expect(checkNewLabel({ name })).toEqual({ name: stored, color: null }),
  )

  it.each([
    ['', 'required'],
    ['   ', 'required'],
    ['x'.repeat(65), 'too_long'],
    ['a\u0000b', 'invalid_text'],
    ['a\nb', 'invalid_text'],
    ['a\u2028b', 'invalid_text'],
  ])('named %j is rejected as %s', (name, code) =>
    expect(checkNewLabel({ name })).toMatchObject([{ field: 'name', code }]),
  )

  it('reports all errors', () => {
    expect(checkNewLabel({ name: '', color: 'red' })).toMatchObject([
      { field: 'name' },
      { field: 'color', code: 'invalid_color' },
    ])
  })
})

describe('an update', () => {
  it('changes the given fields', () => {
    expect(checkLabelUpdate({ id: 1, clear: [] })).toEqual({})
    expect(checkLabelUpdate({ id: 1, name: ' New ', clear: ['color'] })).toEqual({
      name: 'New',
      color: null,
    })
  })

  it('cannot clear the name', () => {
    expect(checkLabelUpdate({ id: 1, color: 'x', clear: ['name'] })).toMatchObject([
      { field: 'color' },
      { field: 'name', code: 'required' },
    ])
  })
})
