import { expect, it } from 'vitest'
import { spansOf } from './span.rules.ts'

const at = (...times: number[]) => times.map((ms) => Date.UTC(2026, 0, 1) + ms)
const spans = (...pairs: [number, number][]) => pairs.map((pair) => at(...pair))

it('no times have no span, one time has one', () => {
  expect(spansOf([])).toEqual([])
  expect(spansOf(at(5))).toEqual(spans([5, 5]))
})

it('adjacent times share a span, in any order', () => {
  expect(spansOf(at(1_500, 0, 999, 999))).toEqual(spans([0, 1_500]))
})

it('times a second apart have two spans', () => {
  expect(spansOf(at(0, 1_000, 1_999))).toEqual(spans([0, 0], [1_000, 1_999]))
})

it('an old click among new ones does not cover the years in between', () => {
  const year = 365 * 86_400_000
  expect(spansOf(at(year, year + 7, -year))).toEqual(spans([-year, -year], [year, year + 7]))
})

it('more than 32 spans are reduced to the widest gaps, and each time is in one', () => {
  const instants = at(...Array.from({ length: 500 }, (_, i) => i * i * 1_000))
  const found = spansOf(instants)

  expect(found).toHaveLength(32)
  for (const it of instants) {
    expect(found.filter(([from, to]) => from <= it && it <= to)).toHaveLength(1)
  }
})
