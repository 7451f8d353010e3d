import { expect, it } from 'vitest'
import { FORMULA, FORMULA_BYTES, markFormula, unmarkFormula } from './formula.ts'

it.each([
  '=1',
  '+1',
  '-1',
  '@a',
  '\t=1',
  '\r=1',
  '\uff1d1',
  '\uff0b1',
  '\uff0d1',
  '\uff201',
  "'=1",
])('%j is marked as text, and unmarked again', (cell) => {
  expect(markFormula(cell)).toBe(`'${cell}`)
  expect(unmarkFormula(markFormula(cell))).toBe(cell)
})

it.each(['', 'a=1', "'a", "it's", '1-1'])('%j stays as it is', (cell) => {
  expect([markFormula(cell), unmarkFormula(cell)]).toEqual([cell, cell])
})

it('every cell that is a formula begins with one of the bytes', () => {
  for (let code = 0; code <= 0xffff; code++) {
    const cell = String.fromCharCode(code)
    if (new RegExp(FORMULA).test(cell)) expect(FORMULA_BYTES).toContain(Buffer.from(cell)[0])
  }
})
