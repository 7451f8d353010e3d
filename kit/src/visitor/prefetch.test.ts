import { expect, it } from 'vitest'
import { isPrefetch } from './prefetch.ts'

it.each([
  [{ 'sec-purpose': 'prefetch;prerender' }, true],
  [{ purpose: 'prefetch' }, true],
  [{ 'x-moz': 'prefetch' }, true],
  [{ 'sec-fetch-dest': 'image' }, false],
  [{}, false],
])('%j is a prefetch: %j', (headers, expected) => {
  expect(isPrefetch(headers)).toBe(expected)
})
