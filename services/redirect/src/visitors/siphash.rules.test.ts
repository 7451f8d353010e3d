import { expect, it } from 'vitest'
import { createSipHash } from './siphash.rules.ts'

/** The bytes 0, 1, 2 … up to `length`. */
const count = (length: number) => Buffer.from(Array.from({ length }, (_, n) => n))
const key = new Int32Array(new Uint8Array(count(16)).buffer)
const hash = createSipHash(64)

/** From `vectors.h` of the reference implementation: outputs as bytes, little-endian. */
it.each([
  [0, '310e0edd47db6f72'],
  [1, 'fd67dc93c539f874'],
  [7, '37d1018bf50002ab'],
  [8, '6224939a79f5f593'],
  [15, 'e545be4961ca29a1'],
  [63, '724506eb4c328a95'],
])('SipHash-2-4 of %d bytes is that of the reference', (length, bytes) => {
  const number = Buffer.from(bytes, 'hex').readBigUInt64LE()

  expect(hash(key, count(length).toString('latin1'))).toBe(String(number))
})

it('a longer previous text does not affect the hash', () => {
  const first = hash(key, 'a')
  hash(key, 'b'.repeat(64))

  expect(hash(key, 'a')).toBe(first)
})

it('characters beyond the maximum length do not count', () => {
  expect(hash(key, 'x'.repeat(65))).toBe(hash(key, 'x'.repeat(64)))
  expect(hash(key, 'x'.repeat(64))).not.toBe(hash(key, 'x'.repeat(63)))
})
