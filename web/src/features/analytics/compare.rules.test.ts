import { expect, it } from 'vitest'
import { filtersIn } from '../../shared/filter-values.rules.ts'
import { type Kind, linesIn, toggle } from './compare.rules.ts'

const filtersOf = (...lines: string[]) => filtersIn(lines.map((it) => ['line', it]))
const line = (kind: Kind, value: string) => ({ kind, value })

it('reads up to five lines of one kind, each once', () => {
  expect(linesIn(filtersOf('tag_id:1', 'link_id:7', 'tag_id:x', 'tag_id:1', 'tag_id:2'))).toEqual([
    line('tag_id', '1'),
    line('tag_id', '2'),
  ])
  const six = filtersOf(...[1, 2, 3, 4, 5, 6].map((it) => `link_id:${it}`))
  expect(linesIn(six).map(({ value }) => value)).toEqual(['1', '2', '3', '4', '5'])
  expect(linesIn(filtersOf('country:DE', 'constructor:1', 'tag_id:0', 'tag_id'))).toEqual([])
  expect(linesIn({})).toEqual([])
})

it('adds and removes lines, and begins again with another kind', () => {
  const two = filtersOf('tag_id:1', 'tag_id:2')
  expect(linesIn(toggle(two, line('tag_id', '3')))).toHaveLength(3)
  expect(linesIn(toggle(two, line('tag_id', '1')))).toEqual([line('tag_id', '2')])
  expect(linesIn(toggle(two, line('link_id', '1')))).toEqual([line('link_id', '1')])
  const five = filtersOf(...[1, 2, 3, 4, 5].map((it) => `tag_id:${it}`))
  expect(toggle(five, line('tag_id', '6'))).toEqual(five)
})
