import { expect, it } from 'vitest'
import { splitOf } from './split.rules.ts'

const A = 'https://a.example/'
const B = 'https://b.example/'
const by = (clicks: Record<string, number>) => (url: string) => ({
  clicks: clicks[url] ?? 0,
  visitors: 5,
})

it('assigns the remaining share to the link itself', () => {
  const split = splitOf(A, [{ url: B, percent: 30 }], by({ [A]: 68, [B]: 32 }))
  expect(split?.shares).toEqual([
    { url: B, percent: 30, clicks: 32, visitors: 5 },
    { url: A, percent: 70, clicks: 68, visitors: 5 },
  ])
})

it('merges variants with the same destination', () => {
  const parts = [
    { url: B, percent: 25 },
    { url: B, percent: 25 },
    { url: A, percent: 50 },
  ]
  const split = splitOf(A, parts, by({ [A]: 50, [B]: 50 }))
  expect(split?.shares.map(({ percent }) => percent)).toEqual([50, 50])
})

it.each([
  [{ [A]: 10, [B]: 10 }, /Too few/],
  [{ [A]: 480, [B]: 520 }, /no significant difference/],
  [{ [A]: 400, [B]: 600 }, /Probably more than chance/],
])('%o: %s', (clicks, verdict) => {
  expect(splitOf(A, [{ url: B, percent: 50 }], by(clicks))?.verdict).toMatch(verdict)
})

it('a link without variants has no split', () => {
  expect(splitOf(A, [], by({ [A]: 5 }))).toBeUndefined()
})
