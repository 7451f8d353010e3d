import { expect, it } from 'vitest'
import { textRows } from './row-binary.rules.ts'

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
    const { rows, rest } = textRows(bytes.subarray(0, end))
    expect(rows).toHaveLength(ends.filter((it) => it <= end).length)
    expect(rest).toBe(end - (ends[rows.length - 1] ?? 0))
  }
  expect(textRows(bytes).rows.map(({ ms, id, text }) => [ms, id, `${text}`])).toEqual([
    [1_700_000_000_000, ID, 'ü'],
    [-1, ID, 'x'.repeat(300)],
    [5, ID, ''],
  ])
})

it('an error message after the rows is not a row', () => {
  const message = Buffer.from(
    '\r\n__exception__\r\nabcdefgh\r\nCode: 241. DB::Exception: Memory limit',
  )
  expect(textRows(Buffer.concat([row(1, 'a'), message]))).toMatchObject({
    rows: [{ ms: 1 }],
    rest: message.length,
  })
})
