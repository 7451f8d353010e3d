import { expect, it } from 'vitest'
import { type Pixels, toSquare } from './scale.rules.ts'

const picture = (width: number, height: number, color: (x: number, y: number) => number[]) => ({
  data: Uint8ClampedArray.from(
    Array.from({ length: width * height }, (_, i) =>
      color(i % width, Math.floor(i / width)),
    ).flat(),
  ),
  width,
  height,
})
const pixel = ({ data, width }: Pixels, x: number, y: number) =>
  [...data.subarray((y * width + x) * 4)].slice(0, 4)

const RED = [255, 0, 0, 255]
const BLUE = [0, 0, 255, 255]

it.each([1, 3, 8, 100])('keeps the color of a picture of %i pixels', (side) => {
  const square = toSquare(
    picture(side, side, () => [200, 100, 50, 128]),
    8,
  )

  expect(square).toMatchObject({ width: 8, height: 8 })
  for (let i = 0; i < 64; i++) expect(pixel(square, i, 0)).toEqual([200, 100, 50, 128])
})

it('crops a picture to its center square', () => {
  const middle = (at: number) => (at >= 40 && at < 60 ? RED : BLUE)

  expect([...toSquare(picture(100, 20, middle), 10).data]).toEqual(Array(100).fill(RED).flat())
  expect([
    ...toSquare(
      picture(20, 100, (_, y) => middle(y)),
      10,
    ).data,
  ]).toEqual(Array(100).fill(RED).flat())
})

it('keeps what is left, right, above and below', () => {
  const square = toSquare(
    picture(64, 64, (x, y) => [x < 32 ? 255 : 0, y < 32 ? 255 : 0, 0, 255]),
    4,
  )

  expect([pixel(square, 0, 0), pixel(square, 3, 0)]).toEqual([
    [255, 255, 0, 255],
    [0, 255, 0, 255],
  ])
  expect([pixel(square, 0, 3), pixel(square, 3, 3)]).toEqual([RED, [0, 0, 0, 255]])
})

it('does not mix in the color of transparent pixels', () => {
  const square = toSquare(
    picture(64, 64, (x) => (x % 2 ? RED : [0, 255, 0, 0])),
    8,
  )

  expect(pixel(square, 4, 4).slice(0, 3)).toEqual([255, 0, 0])
  expect(pixel(square, 4, 4)[3]).toBeGreaterThan(120)
})
