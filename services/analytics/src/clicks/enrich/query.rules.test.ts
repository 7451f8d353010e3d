import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { queryOf } from './query.rules.ts'

describe("a visitor's query", () => {
  it.each([
    ['', '{}'],
    ['a=1', '{"a":"1"}'],
    ['a=1&b=2&a=3', '{"a":["1","3"],"b":"2"}'],
    ['b=2&a=1', '{"b":"2","a":"1"}'],
    ['a[]=1&a[]=2', '{"a[]":["1","2"]}'],
    ['a', '{"a":""}'],
    ['a+b=c%20d', '{"a b":"c d"}'],
    ['%', '{"%":""}'],
    ['__proto__=x&constructor=y', '{"__proto__":"x","constructor":"y"}'],
    ['q="%0a<', '{"q":"\\"\\n<"}'],
  ])('%j becomes %s', (query, json) => {
    expect(queryOf(query)).toBe(json)
  })

  it('keeps the first 50 names, and all values of these names', () => {
    const query = `${Array.from({ length: 60 }, (_, i) => `n${i}=1`).join('&')}&n0=2`
    const stored = JSON.parse(queryOf(query))
    expect(Object.keys(stored)).toHaveLength(50)
    expect(stored.n0).toEqual(['1', '2'])
  })

  it('is always an object of at most 50 names and 4 kB', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 300 })
    const query = fc.array(fc.tuple(text, text), { maxLength: 120 })
    fc.assert(
      fc.property(query, (pairs) => {
        const json = queryOf(new URLSearchParams(pairs).toString())
        const stored = JSON.parse(json)
        expect(Buffer.byteLength(json)).toBeLessThanOrEqual(4_096)
        expect(Object.keys(stored).length).toBeLessThanOrEqual(50)
        const given = new Map(pairs.map(([name]) => [name, true]))
        for (const name of Object.keys(stored)) expect(given.has(name.toWellFormed())).toBe(true)
      }),
    )
  })

  it('that is limited starts with the first names', () => {
    const json = queryOf(`first=1&big=${'x'.repeat(10_000)}&last=1`)
    expect(JSON.parse(json)).toEqual({ first: '1' })
  })
})
