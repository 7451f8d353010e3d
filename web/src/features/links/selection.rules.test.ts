import { expect, it } from 'vitest'
import { extendedTo, rangeOf, type Selection, withLinks } from './selection.rules.ts'

const link = (id: string) => ({ id, domain: 'go.example', slug: `slug-${id}` })
const [a, b, c] = [link('1'), link('2'), link('3')]

it('adds and removes links, and leaves the previous selection as it was', () => {
  const none: Selection = new Map()
  const two = withLinks(none, [a, b], true)
  expect([...two.values()]).toEqual([a, b])
  expect([...withLinks(two, [a, c], false).values()]).toEqual([b])
  expect(two.size).toBe(2)
  expect(none.size).toBe(0)
})

it('a range grows away from its anchor and shrinks back to it, in both directions', () => {
  expect(extendedTo(5, 5, 6)).toEqual({ chosen: [5, 6], dropped: [] })
  expect(extendedTo(5, 7, 6)).toEqual({ chosen: [], dropped: [7] })
  expect(extendedTo(5, 5, 4)).toEqual({ chosen: [5, 4], dropped: [] })
  expect(extendedTo(5, 4, 5)).toEqual({ chosen: [], dropped: [4] })
})

it('a range ends at its anchor, above or below; otherwise only the link itself is meant', () => {
  expect(rangeOf([a, b, c], ['1', c])).toEqual([a, b, c])
  expect(rangeOf([a, b, c], ['3', a])).toEqual([a, b, c])
  expect(rangeOf([a, b, c], ['9', c])).toEqual([c])
  expect(rangeOf([a, b], ['1', c])).toEqual([c])
})
