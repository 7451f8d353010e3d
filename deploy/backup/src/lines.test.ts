import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { linesOf } from './lines.ts'

it('splits lines only at line feeds, for any chunk boundaries', async () => {
  const text = 'a\u2028b\u2029c\u0085\r\n\n"é😀"\nlast'
  const bytes = Buffer.from(text)
  for (const size of [1, 2, 3, 7, 100]) {
    const pieces = []
    for (let i = 0; i < bytes.length; i += size) pieces.push(bytes.subarray(i, i + size))

    const lines: string[] = []
    for await (const line of linesOf(Readable.from(pieces, { objectMode: false }))) lines.push(line)

    expect(lines).toEqual(text.split('\n'))
  }
})
