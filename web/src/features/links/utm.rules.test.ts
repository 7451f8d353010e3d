import { describe, expect, it } from 'vitest'
import { splitUtm } from './utm.rules.ts'

describe('UTM parameters of a pasted URL', () => {
  it.each([
    ['https://e.com/?utm_source=a', 'https://e.com/', { utm_source: 'a' }],
    [
      'e.com/p?x=%20&utm_source=a+b&y=1&utm_term=c%26d#top',
      'https://e.com/p?x=%20&y=1#top',
      { utm_source: 'a b', utm_term: 'c&d' },
    ],
    ['https://e.com/?utm_source=a&utm_source=b', 'https://e.com/', { utm_source: 'a' }],
    ['https://e.com/?utm_id=7', 'https://e.com/?utm_id=7', {}],
    ['https://e.com/?', 'https://e.com/?', {}],
    ['https://e.com/#?utm_source=a', 'https://e.com/#?utm_source=a', {}],
  ])('%s', (typed, url, utm) => {
    expect(splitUtm(typed)).toEqual({ url, utm })
  })
})
