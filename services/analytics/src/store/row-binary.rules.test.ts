import { expect, it } from 'vitest'
import { joinTexts } from './row-binary.rules.ts'

const ID = '019aa0f2-8c1e-7a34-9d2f-5b0c4c1e7a11'
const row = (ms: number, text: string) => {
  const time = Buffer.alloc(8)
  time.writeBigInt64LE(BigInt(ms))
  const length = Buffer.byteLength(text)
  const size = length < 128 ? [length] : [(length & 127) | 128, length >> 7]
  return Buffer.concat([
    time,
    Buffer.from([36]),
    Buffer.from(ID),
    Buffer.from(size),
    Buffer.from(text),
  ])
}

it('complete rows are parsed, and the bytes of an incomplete row are counted', () => {
  const whole = [row(1_700_000_000_000, 'ü'), row(-1, 'x'.repeat(300)), row(5, '')]
  const ends = whole.map((_, i) => Buffer.concat(whole.slice(0, i + 1)).length)
  const bytes = Buffer.concat(whole)
  for (let end = 0; end <= bytes.length; end++) {
    const { rows, rest } = joinTexts(Buffer.from(bytes.subarray(0, end)))
    expect(rows).toBe(ends.filter((it) => it <= end).length)
    expect(rest).toBe(end - (ends[rows - 1] ?? 0))
  }
  const { text, last } = joinTexts(bytes)
  expect(`${text}`).toBe(`ü${'x'.repeat(300)}`)
  expect(last).toEqual({ ms: 5, id: ID })
})

it('the cursor is that of the last row, even if the texts overwrite it', () => {
  const other = ID.replaceAll('0', 'f')
  const bytes = Buffer.concat([
    row(1, 'a'),
    Buffer.from(`${row(7, 'y'.repeat(90))}`.replace(ID, other)),
  ])
  expect(joinTexts(bytes)).toMatchObject({ last: { ms: 7, id: other }, rows: 2 })
  expect(joinTexts(Buffer.alloc(0))).toEqual({ text: Buffer.alloc(0), rows: 0, rest: 0 })
})

it('an error message after the rows is not a row', () => {
  const message = Buffer.from(
    '\r\n__exception__\r\nabcdefgh\r\nCode: 241. DB::Exception: Memory limit',
  )
  expect(joinTexts(Buffer.concat([row(1, 'a'), message]))).toMatchObject({
    rows: 1,
    last: { ms: 1 },
    rest: message.length,
  })
})
