import { expect, it } from 'vitest'
import { contrastOf } from './contrast.rules.ts'

it.each([
  ['#000000', '#ffffff', 21],
  ['#fff', '#000', 21],
  ['#777777', '#ffffff', 4.48],
  ['#0a0', '#ffffff', 3.11],
  ['#ffff00', '#ffffff', 1.07],
  ['#123456', '#123456', 1],
])('the contrast of %s and %s is %d', (one, other, contrast) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 1)
})
